#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// Whether this system's allocator can be counted.
bool allocation_counter_is_available(void);

/// Starts to count blocks that are taken and given back from now on, by all threads, from zero.
void allocation_counter_start(void);

/// Stops counting; the figures stay.
void allocation_counter_stop(void);

/// Bytes of the blocks that were taken and not given back; below zero when older blocks were given back.
int64_t allocation_counter_current(void);

/// The most that the current figure was.
int64_t allocation_counter_peak(void);

#endif
