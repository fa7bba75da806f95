/* The LM3S6965 with its PL011, as QEMU has it, for Cortex-M3 and Cortex-M0+ code alike: the vector
 * table, the port's interrupt, the clock. */
#include "line.h"
#include "start.h"

/* The clock after reset, as it is emulated; the chip's own is some 12 MHz. */
#define CLOCK_HZ 12500000u

#define UART_DATA REGISTER(0x4000C000)
#define UART_FLAGS REGISTER(0x4000C018)
#define UART_LINE REGISTER(0x4000C02C)
#define UART_CONTROL REGISTER(0x4000C030)
#define UART_MASK REGISTER(0x4000C038)
/* A wrong stop bit, a wrong parity bit, or a break. */
#define DATA_DAMAGED 0x700u
#define FLAG_NOTHING_RECEIVED 0x10u
#define FLAG_NO_ROOM_TO_SEND 0x20u
#define MASK_RECEIVED 0x10u

#define SYSTICK_CONTROL REGISTER(0xE000E010)
#define SYSTICK_RELOAD REGISTER(0xE000E014)
#define SYSTICK_VALUE REGISTER(0xE000E018)
#define NVIC_ENABLE REGISTER(0xE000E100)
#define UART_INTERRUPT 5u

void start(void);

static void interrupts_off(void) { __asm__ volatile("cpsid i" ::: "memory"); }
static void interrupts_on(void) { __asm__ volatile("cpsie i" ::: "memory"); }

/* The port keeps asking until it is empty. What has no room in the ring stays in it, and it is
 * asked to be silent until some has been taken. */
static void on_received(void) {
    while ((UART_FLAGS & FLAG_NOTHING_RECEIVED) == 0) {
        if (ring_is_full(&received)) {
            UART_MASK = 0;
            return;
        }
        uint32_t data = UART_DATA;
        if (data & DATA_DAMAGED) ring_put_damaged(&received);
        else ring_put(&received, (uint8_t)data);
    }
}

static void on_tick(void) { ticks++; }

static void on_fault(void) {
    for (;;) {}
}

__attribute__((section(".vectors"), used)) static const struct {
    uint32_t *stack;
    void (*handlers[15 + UART_INTERRUPT + 1])(void);
} vectors = {
    stack_top,
    {
        [0] = start,
        [1] = on_fault,
        [2] = on_fault,
        [3] = on_fault,
        [4] = on_fault,
        [5] = on_fault,
        [14] = on_tick,
        [15 + UART_INTERRUPT] = on_received,
    },
};

__attribute__((used, noreturn)) static void begin(void) {
    clear_bss();
    /* Its FIFOs stay off: switching them on empties them, and a host that was quicker than this
     * would lose what it has sent. */
    UART_LINE = 0x60; /* eight bits */
    UART_CONTROL = 0x301;
    UART_MASK = MASK_RECEIVED;
    NVIC_ENABLE = 1u << UART_INTERRUPT;
    SYSTICK_RELOAD = CLOCK_HZ / 1000 * TICK_MS - 1;
    SYSTICK_VALUE = 0;
    SYSTICK_CONTROL = 7;
    serve();
    on_fault();
    __builtin_unreachable();
}

/* Paints the stack while nothing is on it. */
__attribute__((naked)) void start(void) {
    __asm__("ldr r0, =stack_begins\n\t"
            "ldr r1, =stack_top\n\t"
            "ldr r2, =%c0\n"
            "1:\tstmia r0!, {r2}\n\t"
            "cmp r0, r1\n\t"
            "blo 1b\n\t"
            "ldr r0, =begin\n\t"
            "bx r0\n\t"
            ".ltorg" ::"i"(PAINT));
}

size_t board_read(uint8_t *into, size_t room) {
    size_t count = ring_take(&received, into, room);
    UART_MASK = MASK_RECEIVED;
    return count;
}

void board_write(const uint8_t *data, size_t len) {
    for (size_t at = 0; at < len; at++) {
        while (UART_FLAGS & FLAG_NO_ROOM_TO_SEND) {}
        UART_DATA = data[at];
    }
}
