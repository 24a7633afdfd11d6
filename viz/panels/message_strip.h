// What is told above the pictures: why a variant's launch is refused, in place of its caption, and the program's
// notice, over all columns; with a button where something can be done about it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "viz/model/command.h"
#include "viz/model/model.h"
#include "viz/panels/ui.h"

namespace lanescope {

/// What a message offers with one click.
struct Offer {
  std::string label;
  Commands commands;
};

/// What a message says and offers.
struct Message {
  std::string sentence;
  bool is_error = false;
  std::optional<Offer> offered = std::nullopt;
};

/// Why a variant's launch is refused, or has failed.
std::optional<Message> error_of(const Model& model, std::size_t variant);
/// What the program has to say, which is not on exported pictures.
std::optional<Message> notice_of(const Model& model, const Ui& ui);

/// That of a strip with the whole sentence, in small letters.
float message_height(const Ui& ui, const Message& message, float width);

/// A strip with a sentence and a button that closes it, no lower than `bottom`.
void message_strip(const Ui& ui, const Message& message, float bottom);

}  // namespace lanescope
