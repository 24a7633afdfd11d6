#pragma once
namespace parts {
void add_one(int* v);
}
