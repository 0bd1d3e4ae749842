#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// Returns whether allocations can be counted on this system.
bool allocation_counter_is_available(void);

/// Starts counting the bytes of blocks that all threads allocate and free from now on, beginning at zero.
void allocation_counter_start(void);

/// Stops counting; the counts remain available.
void allocation_counter_stop(void);

/// Returns the bytes of the blocks that were allocated and not freed; negative if older blocks were freed.
int64_t allocation_counter_current(void);

/// Returns the maximum of the current count.
int64_t allocation_counter_peak(void);

#endif
