// Under node files are those of the system, which Emscripten's own fd_sync does not expect where asyncify is linked in.
mergeInto(LibraryManager.library, {
  fd_sync: function (descriptor) { return 0; },
});
