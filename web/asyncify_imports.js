// The functions by which fibers are suspended (engine/emulator/unwinding): Binaryen puts its own in their places, and nothing
// calls these.
mergeInto(LibraryManager.library, {
  start_unwind: function (place) {},
  stop_unwind: function () {},
  start_rewind: function (place) {},
  stop_rewind: function () {},
});
