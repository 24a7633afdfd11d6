// Work in Web Workers: what page and worker do for the program (web/page_library.js).
#pragma once

extern "C" {
/// Sends a job to the worker, whose answer comes by lanescope_answer(). 0: there is no worker.
int lanescope_worker_send(const char* bytes, int size);
/// Ends the worker, whatever it does. The next job starts another.
void lanescope_worker_end();
/// The same for a lesson, in a worker of its own; the answer comes by lanescope_worked_out().
int lanescope_lesson_send(const char* bytes, int size);
void lanescope_lesson_end();
/// In a worker: sends the answer.
void lanescope_worker_reply(const char* bytes, int size);
/// In the worker: the fraction of its job that is done.
void lanescope_worker_tell(double fraction);
}
