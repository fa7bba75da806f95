/* What the device needs of a board: a serial port that is filled by interrupts, a clock, and how
 * much of the stack was used. arm.c and riscv.c are two boards. */
#ifndef BOARD_H
#define BOARD_H

#include <stddef.h>
#include <stdint.h>

#define REGISTER(address) (*(volatile uint32_t *)(uintptr_t)(address))

/* How often the clock's interrupt comes, in milliseconds. */
#define TICK_MS 10u

/* What the stack is filled with at the start: what is no longer this was used. */
#define PAINT 0xA5C3F00Du

/* Milliseconds since the start. */
uint64_t board_now(void);

/* Reads what has arrived, without waiting: at most `room` bytes, often none. */
size_t board_read(uint8_t *into, size_t room);

/* Waits until all is in the hands of the port; meanwhile the interrupt goes on receiving. */
void board_write(const uint8_t *data, size_t len);

/* Sleeps until something arrives, and at most until the next tick. */
void board_wait(void);

/* How many bytes of the stack were in use at the worst since the start. */
size_t board_stack(void);

/* The device; does not return. Boards call it when all is set up. */
void serve(void);

#endif
