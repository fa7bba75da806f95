//! A Cortex-M3, and what a Cortex-M0+ has of it, on the board lm3s6965evb: where it starts, the
//! PL011 at UART0, SysTick, and their interrupts.

use crate::clock::BEAT;
use crate::{CLOCK, received, stack};

/// A register of the chip.
macro_rules! register {
    ($address:literal) => {
        $address as *mut u32
    };
}

const UART_DATA: *mut u32 = register!(0x4000_C000);
const UART_FLAGS: *mut u32 = register!(0x4000_C018);
const UART_LINE: *mut u32 = register!(0x4000_C02C);
const UART_CONTROL: *mut u32 = register!(0x4000_C030);
const UART_MASK: *mut u32 = register!(0x4000_C038);
/// Switches the UART's clock on.
const CLOCKS: *mut u32 = register!(0x400F_E104);
const SYSTICK_CONTROL: *mut u32 = register!(0xE000_E010);
const SYSTICK_RELOAD: *mut u32 = register!(0xE000_E014);
const INTERRUPTS_ON: *mut u32 = register!(0xE000_E100);

const RECEIVE_EMPTY: u32 = 1 << 4;
const TRANSMIT_FULL: u32 = 1 << 5;
/// Beside a byte: one was lost before it, its parity or its stop bit is wrong, or the line was
/// broken.
const DAMAGED: u32 = 0b1111 << 8;
/// Eight bits a byte. The queues of 16 bytes stay off: switching them on would throw away what came
/// while the chip started.
const EIGHT_BITS: u32 = 0b11 << 5;
const ENABLED_BOTH_WAYS: u32 = 1 | 1 << 8 | 1 << 9;
/// Enough has come; something has come and then nothing more.
const RECEIVED_OR_SILENT: u32 = 1 << 4 | 1 << 6;
const UART0: u32 = 1 << 5;
/// Of the clock that the chip starts with, 12 MHz.
const TICKS_OF_A_BEAT: u32 = BEAT * 12_000;

fn write(register: *mut u32, value: u32) {
    // SAFETY: called with the registers above alone, which the chip has.
    unsafe { register.write_volatile(value) }
}

fn read(register: *mut u32) -> u32 {
    // SAFETY: as for `write`.
    unsafe { register.read_volatile() }
}

/// Switches on what is used.
pub fn begin() {
    write(CLOCKS, 1);
    write(UART_LINE, EIGHT_BITS);
    write(UART_CONTROL, ENABLED_BOTH_WAYS);
    listen(true);
    write(SYSTICK_RELOAD, TICKS_OF_A_BEAT - 1);
    // It counts, interrupts, and goes by the chip's own clock.
    write(SYSTICK_CONTROL, 0b111);
    write(INTERRUPTS_ON, UART0);
}

/// Whether the UART interrupts when it has received something.
pub fn listen(is_on: bool) {
    write(UART_MASK, if is_on { RECEIVED_OR_SILENT } else { 0 });
}

/// A byte that the UART has, if there is one. Reading the last one ends its interrupt.
/// One that came damaged is a zero, which stands in no message.
pub fn receive() -> Option<u8> {
    let data = (read(UART_FLAGS) & RECEIVE_EMPTY == 0).then(|| read(UART_DATA))?;
    Some(if data & DAMAGED == 0 { data as u8 } else { 0 })
}

/// Sends a byte as soon as there is room for it.
pub fn send(byte: u8) {
    while read(UART_FLAGS) & TRANSMIT_FULL != 0 {}
    write(UART_DATA, u32::from(byte));
}

/// Rests until an interrupt, unless there is something to do. With interrupts held back none can
/// come between the question and the rest, and one that waits still ends the rest.
pub fn wait_unless(is_ready: impl Fn() -> bool) {
    // SAFETY: they are let in again below.
    unsafe { core::arch::asm!("cpsid i") };
    if !is_ready() {
        // SAFETY: it only waits.
        unsafe { core::arch::asm!("dsb", "wfi") };
    }
    // SAFETY: the interrupts of this image may come at any time.
    unsafe { core::arch::asm!("cpsie i") };
}

#[unsafe(no_mangle)]
extern "C" fn uart_interrupt() {
    received();
}

#[unsafe(no_mangle)]
extern "C" fn systick_interrupt() {
    CLOCK.tick();
}

// The stack's top and where to start, then where the interrupts go: what else may come is a fault,
// and ends here. The start paints the stack and zeroes the statics before Rust uses either.
core::arch::global_asm!(
    ".section .vectors, \"a\"",
    ".word STACK_TOP",
    ".word start",
    ".rept 13",
    ".word fault",
    ".endr",
    ".word systick_interrupt",
    ".rept 5",
    ".word fault",
    ".endr",
    ".word uart_interrupt",
    ".section .text.start, \"ax\"",
    ".thumb_func",
    ".globl start",
    "start:",
    "ldr r0, =STACK_BOTTOM",
    "ldr r1, =STACK_TOP",
    "ldr r2, ={paint}",
    "bl fill",
    "ldr r0, =BSS_BEGINS",
    "ldr r1, =BSS_ENDS",
    "movs r2, #0",
    "bl fill",
    "bl begin",
    ".thumb_func",
    "fault:",
    "b fault",
    // From r0 to r1 with r2, a word at a time.
    ".thumb_func",
    "fill:",
    "cmp r0, r1",
    "bhs 1f",
    "stmia r0!, {{r2}}",
    "b fill",
    "1:",
    "bx lr",
    ".pool",
    ".previous",
    paint = const stack::PAINT,
);
