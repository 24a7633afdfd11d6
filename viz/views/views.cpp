// The list of views, in the order of their tabs. A new view is its file, which defines NAME_view(), and its line
// here.
#include "viz/views/views.h"

#include <algorithm>
#include <string_view>

#include "engine/request/catalogue.h"

namespace lanescope {

/// Declares the function where it is called, so that a view needs only one line.
#define VIEW(name)          \
  [] {                      \
    View name##_view(void); \
    return name##_view();   \
  }()

const std::vector<View>& views() {
  // clang-format off
  static const std::vector<View> list{
      VIEW(tree),
      VIEW(tiles),
      VIEW(elements),
      VIEW(activity),
      VIEW(clock),

      VIEW(steps),
      VIEW(grid),
      VIEW(reads),
      VIEW(memory),
      VIEW(banks),
      VIEW(source),

      VIEW(ladder),
      VIEW(timing),
      VIEW(sweep),
      VIEW(price),

      VIEW(comparison),
      VIEW(sms),
      VIEW(resources),
      VIEW(roofline),
      VIEW(counters),
      VIEW(work),
  };
  // clang-format on
  return list;
}

#undef VIEW

const View* find_view(const std::string& id) {
  for (const View& view : views())
    if (id == view.id || (!id.empty() && id == view.former_id)) return &view;
  return nullptr;
}

std::vector<const View*> views_of(Workload workload) {
  std::vector<const View*> found;
  for (const View& view : views())
    if (view.fits(workload)) found.push_back(&view);
  return found;
}

std::vector<const View*> tabs_of(Workload workload) {
  auto tabs = views_of(workload);
  std::erase_if(tabs, [](const View* view) { return view->place != Place::tab; });
  return tabs;
}

const char* title_of(const View& view, const std::vector<RunRequest>& shown) {
  if (!view.title_of || shown.empty()) return view.title;
  const std::string_view title = view.title_of(kernel_info(shown.front().kernel));
  const bool same = std::all_of(shown.begin(), shown.end(), [&](const RunRequest& request) {
    return view.title_of(kernel_info(request.kernel)) == title;
  });
  return same ? title.data() : view.title;
}

const View* view_on_top(Workload workload) {
  for (const View* view : views_of(workload))
    if (view->place == Place::top) return view;
  return nullptr;
}

namespace {

const View& only_view_at(Place place) {
  return *std::find_if(views().begin(), views().end(), [place](const View& view) { return view.place == place; });
}

}  // namespace

const View& view_in_the_middle() {
  return only_view_at(Place::middle);
}

const View& view_of_the_strip() {
  return only_view_at(Place::strip);
}

}  // namespace lanescope
