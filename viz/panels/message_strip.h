// What is told above the pictures of a variant in place of its caption: why its launch is refused, or a notice,
// with a button where something can be done about it.
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

/// The variant's own error. The program's notice is shown above the `first` variant in sight, but not on exported
/// pictures.
std::optional<Message> message_of(const Model& model, const Ui& ui, std::size_t variant, std::size_t first);

/// That of a strip with the whole sentence, in small letters.
float message_height(const Ui& ui, const Message& message, float width);

/// A strip with a sentence and a button that closes it, no lower than `bottom`.
void message_strip(const Ui& ui, const Message& message, float bottom);

}  // namespace lanescope
