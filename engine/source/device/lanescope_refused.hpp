// What the emulator does not have, so that who uses it is told in which line, and what to write instead.
#pragma once

#define LANESCOPE_REFUSED(WHY) __attribute__((unavailable(WHY)))

typedef struct cudaGraphicsResource cudaGraphicsResource_of_window
    LANESCOPE_REFUSED("Lanescope has no OpenGL; copy the array to the host instead");
