// Thrust, as courses use it: vectors and algorithms of the host over the arrays of the device. An algorithm is no
// launch: as long as it works, the host may reach the device's memory, and it does on the elements where they are
// what the standard library does.
#pragma once

#define THRUST_VERSION 200400
#define THRUST_MAJOR_VERSION 2
#define THRUST_MINOR_VERSION 4

#include "lanescope_thrust_orders.hpp"
