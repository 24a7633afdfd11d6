// The tabs below the lower view, in their groups: one is open, for all variants. Where there is no room for all,
// the groups' headings come first and the open group's tabs behind them, so that what opens a group moves nothing
// under the pointer; with still less room, arrows lead from page to page of the open group's tabs.
#include <algorithm>
#include <optional>
#include <string>

#include "viz/panels/panels.h"
#include "viz/views/views.h"

namespace lanescope {
namespace {

constexpr float kEnlargeWidth = 72, kArrowWidth = 24, kTabPad = 6, kHeadingPad = 6;

struct Tab {
  const View* view;
  const char* title;
  std::string missing;  ///< why there is nothing to show; empty if there is
};
std::vector<Tab> named_tabs(const Model& model, MissingViews& missing) {
  const ViewState& state = model.view();
  std::vector<Tab> tabs;
  for (const View* view : tabs_of(workload_of(state)))
    tabs.push_back({view, title_of(*view, state.variants.requests), missing.why(model, *view)});
  return tabs;
}

float tab_width(const Ui& ui, const Tab& tab) {
  return text_width_of(ui.fonts.bold, tr(tab.title)) + ui.px(2 * kTabPad);
}

bool draw_tab(const Ui& ui, const Tab& tab, bool open, float height) {
  const View& view = *tab.view;
  ImFont* font = open ? ui.fonts.bold : ui.fonts.body;
  const float width = tab_width(ui, tab);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked = ImGui::InvisibleButton(view.id, {width, height});
  const bool hovered = ImGui::IsItemHovered();
  ui.mark(std::string("tab/") + view.id);
  ui.explain(std::string(tr(view.description)) + "\n" + (tab.missing.empty() ? "" : tab.missing + "\n") +
             (open ? tr("Click to hide it (V) and give its room to the pictures.") : tr("Click to open it.")));
  auto* draw = ImGui::GetWindowDrawList();
  const ImU32 color = open || hovered ? ui.colors.text : tab.missing.empty() ? ui.colors.dim : ui.colors.faint;
  draw->AddText(font, font->FontSize,
                {std::floor(at.x + (width - text_width_of(font, tr(tab.title))) / 2),
                 std::floor(at.y + (height - font->FontSize) / 2)},
                color, tr(tab.title));
  if (open)
    draw->AddRectFilled({at.x + ui.px(kTabPad), at.y + ui.px(1)}, {at.x + width - ui.px(kTabPad), at.y + ui.px(3)},
                        ui.colors.accent, ui.px(1));
  return clicked;
}

/// What stands beside each other: the heading of each group, and tabs.
struct Entry {
  const ViewGroupRow* heading = nullptr;  ///< null: a tab
  bool closed = false;                    ///< a heading whose tabs are not there
  bool apart = false;                     ///< a heading whose tabs do not follow it
  std::vector<Tab> tabs;                  ///< of the group; of a tab its own alone
};

/// Each group's tabs behind its heading; or all headings, and behind them the tabs of one group alone.
std::vector<Entry> entries_of(const std::vector<Tab>& tabs, std::optional<ViewGroup> only) {
  std::vector<Entry> entries, behind;
  for (std::size_t i = 0; i < tabs.size();) {
    const ViewGroup group = tabs[i].view->group;
    Entry heading{&row_of(group), only && *only != group, only.has_value(), {}};
    for (; i < tabs.size() && tabs[i].view->group == group; ++i) heading.tabs.push_back(tabs[i]);
    entries.push_back(heading);
    if (heading.closed) continue;
    for (const Tab& tab : heading.tabs) (only ? behind : entries).push_back({nullptr, false, false, {tab}});
  }
  entries.insert(entries.end(), behind.begin(), behind.end());
  return entries;
}

std::string words_of(const Entry& heading) {
  return std::string(tr(heading.heading->title)) + (heading.apart ? " ›" : ":");
}

float entry_width(const Ui& ui, const Entry& entry) {
  if (!entry.heading) return tab_width(ui, entry.tabs.front());
  return text_width_of(ui.fonts.small, words_of(entry).c_str()) + ui.px(2 * kHeadingPad);
}

float entry_width(const Ui& ui, const std::vector<Entry>& entries, std::size_t first, std::size_t end) {
  float width = 0;
  for (std::size_t i = first; i < end; ++i) width += entry_width(ui, entries[i]);
  return width;
}

/// The first of these that has something to show.
const View& first_to_open(const std::vector<Tab>& tabs) {
  const auto found = std::find_if(tabs.begin(), tabs.end(), [](const Tab& tab) { return tab.missing.empty(); });
  return *(found == tabs.end() ? tabs.front() : *found).view;
}

/// A word where the group's tabs follow it, else a button that opens one of its views.
bool heading(const Ui& ui, const Entry& entry, float height) {
  const float width = entry_width(ui, entry);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked = ImGui::InvisibleButton(entry.heading->id, {width, height}) && entry.closed;
  const bool lit = entry.closed && ImGui::IsItemHovered();
  if (entry.closed) ui.mark(std::string("tab_group/") + entry.heading->id);
  std::string tip = tr(entry.heading->description);
  for (const Tab& tab : entry.tabs) tip += std::string("\n· ") + tr(tab.title);
  ui.explain(tip);
  auto* draw = ImGui::GetWindowDrawList();
  ImFont* font = ui.fonts.small;
  draw->AddText(font, font->FontSize, {at.x + ui.px(kHeadingPad), std::floor(at.y + (height - font->FontSize) / 2)},
                lit || (entry.apart && !entry.closed) ? ui.colors.text : ui.colors.dim, words_of(entry).c_str());
  if (entry.heading != &kViewGroups[0])
    draw->AddLine({at.x, at.y + 0.3f * height}, {at.x, at.y + 0.7f * height}, ui.colors.dim, ui.px(1));
  return clicked;
}

struct EntryRange {
  std::size_t first, end;
  bool holds(std::size_t i) const { return i >= first && i < end; }
};

/// Those of which some may have to hide: the open group's tabs. Where headings leave no room for the open one: all.
EntryRange hiding_entries(const Ui& ui, const std::vector<Entry>& entries, std::size_t open, float room) {
  EntryRange tabs{open, open + 1};
  while (tabs.first > 0 && !entries[tabs.first - 1].heading) --tabs.first;
  while (tabs.end < entries.size() && !entries[tabs.end].heading) ++tabs.end;
  const float headings =
      entry_width(ui, entries, 0, tabs.first) + entry_width(ui, entries, tabs.end, entries.size());
  const bool fits = headings + 2 * ui.px(kArrowWidth) + entry_width(ui, entries[open]) <= room;
  return fits ? tabs : EntryRange{0, entries.size()};
}

/// The visible ones of these: all of them, or a page of as many as fit between two arrows, the one with the open
/// tab. Pages begin at the same tabs whichever is open, so that a click on one of them moves none.
EntryRange entries_in_sight(const Ui& ui, const std::vector<Entry>& entries, EntryRange hiding, std::size_t open,
                            float room) {
  room -= entry_width(ui, entries, 0, hiding.first) + entry_width(ui, entries, hiding.end, entries.size());
  if (entry_width(ui, entries, hiding.first, hiding.end) <= room) return hiding;
  room -= 2 * ui.px(kArrowWidth);
  EntryRange page{hiding.first, hiding.first};
  for (std::size_t i = hiding.first; i < hiding.end; ++i) {
    if (i > page.first && entry_width(ui, entries, page.first, i + 1) > room) {
      if (open < i) break;
      page.first = i;
    }
    page.end = i + 1;
  }
  return page;
}

/// An arrow to the next view that is not visible.
void arrow(const Ui& ui, const char* label, const char* mark, const View& view, const Rect& rect) {
  ImGui::SetCursorScreenPos({rect.x, rect.y + (rect.h - ui.px(28)) / 2});
  if (flat_button(ui, label, rect.w - ui.px(4))) ui.send(OpenPanel{view.id});
  ui.mark(mark);
  ui.explain(tr("More views; Tab goes through all of them."));
}

}  // namespace

void tabs_panel(const Model& model, const Ui& ui, PanelState& state, const Rect& rect) {
  if (rect.w <= 0) return;
  begin_panel(ui, "tabs", rect, {.padding = 0, .filled = false});
  const View& open = open_view(model.view());
  const float right = rect.right() - ui.px(kEnlargeWidth + 8);
  const auto tabs = named_tabs(model, state.missing_views);
  const float room = right - rect.x;
  auto entries = entries_of(tabs, {});
  if (entry_width(ui, entries, 0, entries.size()) > room) entries = entries_of(tabs, open.group);
  const auto at = std::find_if(entries.begin(), entries.end(),
                               [&](const Entry& e) { return !e.heading && e.tabs.front().view == &open; });
  const auto index = at == entries.end() ? 0 : static_cast<std::size_t>(at - entries.begin());
  const EntryRange hiding = hiding_entries(ui, entries, index, room),
                   shown = entries_in_sight(ui, entries, hiding, index, room);
  float x = rect.x;
  const auto lead_to = [&](const char* label, const char* mark, const Entry& entry) {
    arrow(ui, label, mark, *entry.tabs.front().view, {x, rect.y, ui.px(kArrowWidth), rect.h});
    x += ui.px(kArrowWidth);
  };
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (i == shown.first && i > hiding.first) lead_to("<", "tabs_before", entries[i - 1]);
    if (i == shown.end && i < hiding.end) lead_to(">", "tabs_after", entries[i]);
    if (hiding.holds(i) && !shown.holds(i)) continue;
    ImGui::SetCursorScreenPos({x, rect.y});
    x += entry_width(ui, entries[i]);
    const Tab& tab = entries[i].tabs.front();
    const bool is_open = !entries[i].heading && tab.view == &open && !model.view().folded;
    if (!(entries[i].heading ? heading(ui, entries[i], rect.h) : draw_tab(ui, tab, is_open, rect.h))) continue;
    if (is_open)
      ui.send(FoldPanel{true});
    else
      ui.send(OpenPanel{first_to_open(entries[i].tabs).id});
  }
  ImGui::SetCursorScreenPos({rect.right() - ui.px(kEnlargeWidth), rect.y + (rect.h - ui.px(28)) / 2});
  ImGui::PushFont(ui.fonts.small);
  if (flat_button(ui, tr("Enlarge"), ui.px(kEnlargeWidth))) ui.send(Enlarge{open.id});
  ImGui::PopFont();
  ui.mark("enlarge");
  ui.explain(tr("This view alone, as large as the window (Enter); Esc goes back. 1 and 2 enlarge tree and warps."));
  end_panel(ui);
}

}  // namespace lanescope
