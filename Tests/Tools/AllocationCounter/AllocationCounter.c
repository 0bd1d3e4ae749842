#include "AllocationCounter.h"

// Replacements for the system's allocation functions: an executable that links this target counts every block of the
// process. While counting is off, a call costs one additional comparison.

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

#if defined(__GLIBC__)

#include <malloc.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

static atomic_bool is_counting;
static atomic_llong current;
static atomic_llong peak;

static void add(long long bytes) {
    long long now = atomic_fetch_add_explicit(&current, bytes, memory_order_relaxed) + bytes;
    long long highest = atomic_load_explicit(&peak, memory_order_relaxed);
    while (now > highest && !atomic_compare_exchange_weak(&peak, &highest, now)) {
    }
}

static long long size_of(void *block) { return block == NULL ? 0 : (long long)malloc_usable_size(block); }

static bool counts(void) { return atomic_load_explicit(&is_counting, memory_order_relaxed); }

static void *taken(void *block) {
    if (counts()) add(size_of(block));
    return block;
}

void *malloc(size_t size) { return taken(__libc_malloc(size)); }

void *calloc(size_t count, size_t size) { return taken(__libc_calloc(count, size)); }

void *memalign(size_t alignment, size_t size) { return taken(__libc_memalign(alignment, size)); }

void *aligned_alloc(size_t alignment, size_t size) { return taken(__libc_memalign(alignment, size)); }

int posix_memalign(void **block, size_t alignment, size_t size) {
    void *taken_block = taken(__libc_memalign(alignment, size));
    if (taken_block == NULL) return ENOMEM;
    *block = taken_block;
    return 0;
}

void *realloc(void *block, size_t size) {
    if (!counts()) return __libc_realloc(block, size);
    long long before = size_of(block);
    void *moved = __libc_realloc(block, size);
    // Both blocks exist during a copy. A moved block counts as copied, because a move without a copy is not visible.
    if (moved != NULL && moved != block) {
        add(size_of(moved));
        add(-before);
    } else if (moved != NULL) {
        add(size_of(moved) - before);
    } else if (size == 0) {
        add(-before);
    }
    return moved;
}

void free(void *block) {
    if (counts()) add(-size_of(block));
    __libc_free(block);
}

bool allocation_counter_is_available(void) { return true; }

void allocation_counter_start(void) {
    atomic_store(&current, 0);
    atomic_store(&peak, 0);
    atomic_store(&is_counting, true);
}

void allocation_counter_stop(void) { atomic_store(&is_counting, false); }

int64_t allocation_counter_current(void) { return atomic_load(&current); }

int64_t allocation_counter_peak(void) { return atomic_load(&peak); }

#else

bool allocation_counter_is_available(void) { return false; }

void allocation_counter_start(void) {}

void allocation_counter_stop(void) {}

int64_t allocation_counter_current(void) { return 0; }

int64_t allocation_counter_peak(void) { return 0; }

#endif
