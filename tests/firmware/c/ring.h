/* A ring of bytes between an interrupt, which puts, and the main loop, which takes. Each side
 * writes one of the two counts and reads the other, so that neither has to lock the other out. */
#ifndef RING_H
#define RING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A power of two, so that the counts may run over. */
#define RING_SIZE 256u

typedef struct {
    _Atomic uint32_t put;   /* how many bytes were ever put */
    _Atomic uint32_t taken; /* how many of them were taken */
    uint8_t bytes[RING_SIZE];
} ring;

/* How many bytes are there to take. */
static inline uint32_t ring_len(ring *it) {
    return atomic_load_explicit(&it->put, memory_order_acquire)
        - atomic_load_explicit(&it->taken, memory_order_acquire);
}

static inline bool ring_is_full(ring *it) { return ring_len(it) >= RING_SIZE; }

/* For the interrupt, where it is not full. */
static inline void ring_put(ring *it, uint8_t byte) {
    uint32_t put = atomic_load_explicit(&it->put, memory_order_relaxed);
    it->bytes[put % RING_SIZE] = byte;
    atomic_store_explicit(&it->put, put + 1, memory_order_release);
}

/* As ring_put, for a byte that arrived damaged, and for a break: in its place stands a NUL, which
 * no message has, so that the line is refused and not taken for another. Between two lines it is
 * nothing, so that the next is whole. */
static inline void ring_put_damaged(ring *it) {
    uint32_t put = atomic_load_explicit(&it->put, memory_order_relaxed);
    if (put > 0 && it->bytes[(put - 1) % RING_SIZE] != '\n') ring_put(it, 0);
}

/* For the main loop: as many as there are and as fit. */
static inline size_t ring_take(ring *it, uint8_t *into, size_t room) {
    uint32_t taken = atomic_load_explicit(&it->taken, memory_order_relaxed);
    size_t count = ring_len(it);
    if (count > room) count = room;
    for (size_t at = 0; at < count; at++) into[at] = it->bytes[taken++ % RING_SIZE];
    atomic_store_explicit(&it->taken, taken, memory_order_release);
    return count;
}

#endif
