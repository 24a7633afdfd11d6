// Advance widths, in thousandths of the font size, of Inter Regular and SemiBold 4.0 (read from the files'
// horizontal metrics; a test compares them with the embedded fonts). Every character of JetBrains Mono is 600
// wide.
#pragma once

#include <cstdint>

namespace lanescope {

inline constexpr int kMonoAdvance = 600;
inline constexpr int kUnknownAdvance = 650;  ///< of characters that are in neither table

/// Characters 32 to 126.
inline constexpr std::uint16_t kSansAdvances[95] = {
    281, 278, 403, 631, 638, 813, 639, 222, 362, 362, 500, 659, 280, 460, 276, 357, 625, 464, 605,
    636, 642, 608, 624, 571, 616, 624, 276, 280, 659, 659, 659, 507, 936, 676, 651, 727, 719, 598,
    587, 743, 740, 264, 543, 652, 563, 889, 753, 761, 635, 761, 639, 638, 642, 741, 676, 949, 642,
    665, 625, 362, 357, 362, 469, 452, 497, 564, 621, 558, 621, 582, 361, 609, 591, 237, 237, 544,
    237, 869, 585, 597, 609, 609, 372, 523, 364, 581, 557, 813, 540, 557, 541, 362, 327, 362, 659};
inline constexpr std::uint16_t kSansBoldAdvances[95] = {
    248, 309, 396, 643, 649, 844, 663, 213, 393, 393, 543, 673, 295, 466, 290, 379, 667, 481,  621,
    652, 666, 632, 648, 587, 646, 648, 290, 295, 673, 673, 673, 544, 999, 724, 657, 744, 724,  608,
    586, 755, 744, 275, 561, 677, 566, 906, 741, 775, 643, 776, 651, 649, 660, 734, 724, 1007, 690,
    705, 653, 393, 379, 393, 481, 468, 497, 575, 630, 577, 630, 593, 377, 625, 613, 261, 261,  569,
    261, 898, 610, 608, 625, 625, 397, 549, 380, 608, 576, 837, 563, 576, 562, 393, 358, 393,  673};

struct WideAdvance {
  char32_t character;
  std::uint16_t sans, sans_bold;
};
/// The other characters that the program's texts use.
inline constexpr WideAdvance kWideAdvances[] = {
    {U'·', 276, 290}, {U'×', 659, 673},   {U'→', 955, 955}, {U'−', 659, 673}, {U'…', 821, 806},
    {U'–', 500, 500}, {U'—', 1000, 1000}, {U'µ', 622, 652}, {U'²', 420, 423}, {U'≥', 659, 673},
    {U'≤', 659, 673}, {U'∞', 930, 966},   {U'↑', 955, 955}, {U'↓', 955, 955}, {U'←', 955, 955},
    {U'±', 659, 673}, {U'’', 185, 214},   {U'✓', 881, 881}, {U'≠', 659, 673}};

}  // namespace lanescope
