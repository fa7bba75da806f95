/* How an image begins, for the boards: the places that link.ld names, and what both boards do
 * before the device runs. */
#ifndef START_H
#define START_H

#include "board.h"

extern uint32_t bss_begins[], bss_ends[], stack_begins[], stack_top[];

static inline void clear_bss(void) {
    for (uint32_t *word = bss_begins; word < bss_ends; word++) *word = 0;
}

/* The stack grows down: its deepest word is the first that is not as it was painted. */
size_t board_stack(void) {
    const volatile uint32_t *word = stack_begins;
    while (word < stack_top && *word == PAINT) word++;
    return (size_t)((uintptr_t)stack_top - (uintptr_t)word);
}

#endif
