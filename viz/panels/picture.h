// A scene shown as an image; it is built and painted again only when something that it shows has changed.
#pragma once

#include <imgui.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/error.h"
#include "viz/model/model.h"
#include "viz/panels/ui.h"
#include "viz/views/views.h"

namespace lanescope {

/// Draws a scene into a texture. Panels know only this interface of the window's renderer.
struct ScenePainter {
  virtual ~ScenePainter() = default;
  /// OpenGL's name of the texture of `slot`, which is reused.
  virtual unsigned paint(unsigned slot, const Scene& scene) = 0;
  /// Frees the slot's texture.
  virtual void release(unsigned slot) = 0;
};

/// Thrown if a view of a variant cannot be built or painted; what() says why in a sentence.
struct BrokenPicture : Error {
  BrokenPicture(std::size_t broken, const Sentence& why) : Error(ErrorKind::failed, why), variant(broken) {}
  std::size_t variant;
};

/// A picture and what it was painted from.
struct Picture {
  unsigned slot = 0;
  Scene scene;
  std::vector<const Pick*> named;  ///< places of the scene that have names for scripts
  unsigned texture = 0;
  std::vector<std::shared_ptr<const Run>> runs;
  VariantView view;
  std::size_t revision = 0;
  SceneSize size;
  float moment = 1;      ///< of the step under way, as it is painted
  bool painted = false;  ///< the texture shows the scene
  bool shown = false;    ///< in the frame that is being made
  Focus sent_hover;      ///< the hover that was sent last, so that its start and end are each sent once
};

/// The pictures of the window, one per view and variant. They hold textures and runs, so only visible ones are
/// kept.
class Pictures {
 public:
  /// The picture of a view and variant, which this frame shows.
  Picture& of(const View& view, std::size_t variant);
  /// How many times larger the enlarged view is drawn. Computed again when runs, choices or size change, but not
  /// from step to step, so nothing jumps.
  float growth(const Model& model, const View& view, SceneSize size);
  /// To be called at the end of a frame: drops the pictures that it did not show, and a hover that came from them.
  void forget_unshown(const Ui& ui, ScenePainter& painter);

 private:
  struct Growth {
    const View* view = nullptr;
    std::vector<std::shared_ptr<const Run>> runs;
    ViewOptions options;
    SceneSize size;
    float growth = 1;
  };

  unsigned free_slot() const;

  Growth growth_;

  std::map<std::pair<std::string, std::size_t>, Picture> pictures_;
};

/// The size and scale of a picture that fills a panel.
SceneSize size_in(const Model& model, const Ui& ui, const Rect& panel);

/// Shows a view of a variant in that size at the panel's corner, and sends commands for hovers and clicks. Returns
/// whether the pointer is over it. The variant must have a run. Throws BrokenPicture.
bool show_picture(const Model& model, const Ui& ui, ScenePainter& painter, Picture& picture, const View& view,
                  std::size_t variant, SceneSize size, Head head);

/// "tree" of the first variant, "tree/B" of the second: the picture's mark, for scripts.
std::string mark_of(const View& view, std::size_t variant);

/// A message in the middle of a panel that has nothing to draw.
void show_emptiness(const Ui& ui, const std::string& title, const std::string& what_to_do);

}  // namespace lanescope
