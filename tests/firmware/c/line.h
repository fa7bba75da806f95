/* What stands between a board's interrupts and the device: the ring and the clock. A board includes
 * this once, and has the two functions that are declared here. */
#ifndef LINE_H
#define LINE_H

#include "board.h"
#include "ring.h"

static ring received;
/* How often the clock's interrupt has come. */
static volatile uint64_t ticks;

static void interrupts_off(void);
static void interrupts_on(void);

uint64_t board_now(void) {
    interrupts_off();
    uint64_t now = ticks;
    interrupts_on();
    return now * TICK_MS;
}

/* An interrupt that is pending ends the sleep also while interrupts are off, so none is slept over
 * that comes between the look at the ring and the sleep. Both chips call it by the same name. */
void board_wait(void) {
    interrupts_off();
    if (ring_len(&received) == 0) __asm__ volatile("wfi");
    interrupts_on();
}

#endif
