/* The board under an image: where it starts, and a serial port that waits. As little as can be:
 * what is counted is the whole image. Which board is told by what the compiler builds for. */
#ifndef BOARD_H
#define BOARD_H

#include <stddef.h>
#include <stdint.h>

#define REGISTER(address) (*(volatile uint32_t *)(uintptr_t)(address))

extern uint32_t bss_begins[], bss_ends[], stack_top[];
void start(void);
void serve(void);

#if defined(__riscv)
/* A 16550, as on QEMU's `virt`. */
#define BYTE(address) (*(volatile uint8_t *)(uintptr_t)(address))
static void port_init(void) {}
static int port_waits(void) { return BYTE(0x10000005) & 1; }
static uint8_t port_take(void) { return BYTE(0x10000000); }
static void port_put(uint8_t byte) {
    while ((BYTE(0x10000005) & 0x20) == 0) {}
    BYTE(0x10000000) = byte;
}
#elif defined(__ARM_ARCH_6M__)
/* The nRF51, as on the micro:bit. */
static void port_init(void) {
    REGISTER(0x40002500) = 4; /* enabled */
    REGISTER(0x40002000) = 1; /* begins to receive */
    REGISTER(0x40002008) = 1; /* and to send */
}
static int port_waits(void) { return REGISTER(0x40002108) != 0; }
static uint8_t port_take(void) {
    REGISTER(0x40002108) = 0;
    return (uint8_t)REGISTER(0x40002518);
}
static void port_put(uint8_t byte) {
    REGISTER(0x4000211C) = 0;
    REGISTER(0x4000251C) = byte;
    while (REGISTER(0x4000211C) == 0) {}
}
#elif defined(__ARM_ARCH_7M__)
/* A PL011, as on the lm3s6965. */
static void port_init(void) {}
static int port_waits(void) { return (REGISTER(0x4000C018) & 0x10) == 0; }
static uint8_t port_take(void) { return (uint8_t)REGISTER(0x4000C000); }
static void port_put(uint8_t byte) {
    while (REGISTER(0x4000C018) & 0x20) {}
    REGISTER(0x4000C000) = byte;
}
#elif defined(__ARM_ARCH_7EM__)
/* The port of the MPS2 boards. The unit for floating point is switched on first. */
static void port_init(void) {
    REGISTER(0xE000ED88) |= 0xF << 20;
    REGISTER(0x40004010) = 16; /* its speed */
    REGISTER(0x40004008) = 3;  /* sends and receives */
}
static int port_waits(void) { return (REGISTER(0x40004004) & 2) != 0; }
static uint8_t port_take(void) { return (uint8_t)REGISTER(0x40004000); }
static void port_put(uint8_t byte) {
    while (REGISTER(0x40004004) & 1) {}
    REGISTER(0x40004000) = byte;
}
#else
#error "no board for this machine"
#endif

/* Waits for one byte and reads what there is, at most as much as fits. */
static size_t board_read(uint8_t *into, size_t room) {
    size_t count = 0;
    while (count < room && (count == 0 || port_waits())) {
        while (!port_waits()) {}
        into[count++] = port_take();
    }
    return count;
}

static void board_write(const uint8_t *data, size_t len) {
    for (size_t at = 0; at < len; at++) port_put(data[at]);
}

/* Where the image begins, with no stack yet on RISC-V. */
#if defined(__riscv)
__attribute__((section(".text.start"), naked, used)) void start(void) {
    __asm__("la sp, stack_top\n\tj begin");
}
#else
__attribute__((section(".vectors"), used)) static const struct {
    uint32_t *stack;
    void (*begins)(void);
} vectors = {stack_top, start};
#define begin start
#endif
__attribute__((used, noreturn)) void begin(void);
void begin(void) {
    for (uint32_t *word = bss_begins; word < bss_ends; word++) *word = 0;
    port_init();
    for (;;) serve();
}

#endif
