#include "cli/lesson_export.h"

#include <fmt/format.h>

#include "cli/watched_run.h"
#include "cli/words/names.h"
#include "engine/base/error.h"
#include "engine/base/whole_file.h"
#include "engine/request/catalogue.h"
#include "viz/kit/svg.h"
#include "viz/model/lesson_view.h"
#include "viz/model/model.h"
#include "viz/views/shown_view.h"

namespace lanescope {
namespace {

constexpr SceneSize kSize{1000, 420, 1};  // of a picture over the width of a page

ViewState empty_page(Language language, const Show& show) {
  ViewState view;
  view.language = language;
  view.theme = Theme::light;
  view.variants.requests = show.launches;
  view.motion = false;
  return view;
}

/// The view that the page opens; where it opens none, the ones that the window has anyway.
std::vector<const View*> views_on(const Show& show) {
  if (!show.view.empty()) return {find_view(show.view)};
  const View* top = view_on_top(kernel_info(show.launches.front().kernel).workload);
  return top ? std::vector{top, &view_in_the_middle()} : std::vector{&view_in_the_middle()};
}

std::vector<LessonPicture> pictures_of(const Show& show, std::uint32_t rows, Language language) {
  Model model(empty_page(language, show),
              [](const RunRequest& request, Progress&) { return traces_watched(request); });
  model.finish_run();
  for (const Command& command : commands_of(show, rows, false)) model.handle(command);
  model.finish_run();
  std::vector<LessonPicture> pictures;
  for (const View* view : views_on(show))
    pictures.push_back(
        {to_svg(build_view_of_all(*view, model, kSize)), fmt::format("{}", fmt::join(show.words, "; "))});
  return pictures;
}

}  // namespace

void export_lesson(const Lesson& lesson, Printed as, const std::string& language, const std::string& path) {
  Language chosen = Language::english;
  read_name("--language", language, kLanguageNames, chosen);
  const LanguageScope words(chosen);
  ProgressWatch watch("lesson");
  const auto outcomes = work_out_all(lesson, watch.progress());
  std::vector<PrintedPage> pages(lesson.pages.size());
  for (std::size_t i = 0; i < pages.size(); ++i) {
    pages[i].outcome = outcomes[i];
    if (as == Printed::exam && lesson.pages[i].question) continue;
    const auto& show = lesson.pages[i].show;
    if (show && !show->launches.empty()) pages[i].pictures = pictures_of(*show, outcomes[i].rows, chosen);
  }
  write_whole_file(path, lesson_html(lesson, pages, as));
}

}  // namespace lanescope
