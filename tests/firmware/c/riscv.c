/* QEMU's RISC-V machine `virt` with its 16550: one handler for all interrupts, the port, the
 * clock. */
#include "line.h"
#include "start.h"

#define BYTE(address) (*(volatile uint8_t *)(uintptr_t)(address))

#define UART_DATA BYTE(0x10000000)
#define UART_INTERRUPTS BYTE(0x10000001)
#define UART_STATUS BYTE(0x10000005)
#define STATUS_RECEIVED 0x01u
/* A wrong parity bit, a wrong stop bit, or a break. */
#define STATUS_DAMAGED 0x1Cu
#define STATUS_ROOM_TO_SEND 0x20u
#define ON_RECEIVED 0x01u

/* The clock counts ten million times a second. */
#define CLOCK_PER_TICK (10000u * TICK_MS)
#define CLOCK_LOW REGISTER(0x0200BFF8)
#define CLOCK_HIGH REGISTER(0x0200BFFC)
#define ALARM_LOW REGISTER(0x02004000)
#define ALARM_HIGH REGISTER(0x02004004)

#define PLIC_PRIORITY(number) REGISTER(0x0C000000u + 4 * (number))
#define PLIC_ENABLE REGISTER(0x0C002000)
#define PLIC_THRESHOLD REGISTER(0x0C200000)
#define PLIC_CLAIM REGISTER(0x0C200004)
#define UART_INTERRUPT 10u

#define CAUSE_CLOCK 0x80000007u
#define CAUSE_OUTSIDE 0x8000000Bu

void start(void);

static uint64_t alarm;

/* These instructions are an extension of their own, which is not in the name of the chip. */
#define CSR(instruction) ".option push\n\t.option arch, +zicsr\n\t" instruction "\n\t.option pop"

static void interrupts_off(void) { __asm__ volatile(CSR("csrci mstatus, 8") ::: "memory"); }
static void interrupts_on(void) { __asm__ volatile(CSR("csrsi mstatus, 8") ::: "memory"); }

static void on_fault(void) {
    for (;;) {}
}

/* The high word first out of reach, so that no time between the two writes is one to ring at. */
static void set_alarm(void) {
    ALARM_HIGH = UINT32_MAX;
    ALARM_LOW = (uint32_t)alarm;
    ALARM_HIGH = (uint32_t)(alarm >> 32);
}

/* What has no room in the ring stays in the port, which is asked to be silent until some has been
 * taken. */
static void on_received(void) {
    while (!ring_is_full(&received)) {
        uint8_t status = UART_STATUS;
        if ((status & STATUS_RECEIVED) == 0) return;
        uint8_t byte = UART_DATA;
        if (status & STATUS_DAMAGED) ring_put_damaged(&received);
        else ring_put(&received, byte);
    }
    UART_INTERRUPTS = 0;
}

__attribute__((interrupt("machine"), aligned(4))) static void on_interrupt(void) {
    uint32_t cause;
    __asm__ volatile(CSR("csrr %0, mcause") : "=r"(cause));
    if (cause == CAUSE_CLOCK) {
        ticks++;
        alarm += CLOCK_PER_TICK;
        set_alarm();
    } else if (cause == CAUSE_OUTSIDE) {
        uint32_t number = PLIC_CLAIM;
        if (number == UART_INTERRUPT) on_received();
        PLIC_CLAIM = number;
    } else {
        on_fault();
    }
}

__attribute__((used, noreturn)) static void begin(void) {
    clear_bss();
    /* Its FIFOs stay off: switching them on empties them, and a host that was quicker than this
     * would lose what it has sent. */
    UART_INTERRUPTS = ON_RECEIVED;
    PLIC_PRIORITY(UART_INTERRUPT) = 1;
    PLIC_ENABLE = 1u << UART_INTERRUPT;
    PLIC_THRESHOLD = 0;
    alarm = ((uint64_t)CLOCK_HIGH << 32 | CLOCK_LOW) + CLOCK_PER_TICK;
    set_alarm();
    __asm__ volatile(CSR("csrw mtvec, %0") ::"r"(on_interrupt));
    __asm__ volatile(CSR("csrw mie, %0") ::"r"(1u << 11 | 1u << 7));
    interrupts_on();
    serve();
    on_fault();
    __builtin_unreachable();
}

/* Paints the stack while nothing is on it. */
__attribute__((section(".text.start"), naked)) void start(void) {
    __asm__("la t0, stack_begins\n\t"
            "la sp, stack_top\n\t"
            "li t1, %0\n"
            "1:\tsw t1, 0(t0)\n\t"
            "addi t0, t0, 4\n\t"
            "bltu t0, sp, 1b\n\t"
            "j begin" ::"i"(PAINT));
}

size_t board_read(uint8_t *into, size_t room) {
    size_t count = ring_take(&received, into, room);
    UART_INTERRUPTS = ON_RECEIVED;
    return count;
}

void board_write(const uint8_t *data, size_t len) {
    for (size_t at = 0; at < len; at++) {
        while ((UART_STATUS & STATUS_ROOM_TO_SEND) == 0) {}
        UART_DATA = data[at];
    }
}
