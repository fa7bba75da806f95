//! A RISC-V of 32 bits on QEMU's machine `virt`: where it starts, the 16550 at UART0, the machine
//! timer, and their interrupts.

use crate::clock::BEAT;
use crate::{CLOCK, received, stack};

const UART_DATA: *mut u8 = 0x1000_0000 as *mut u8;
const UART_MASK: *mut u8 = 0x1000_0001 as *mut u8;
const UART_LINE: *mut u8 = 0x1000_0003 as *mut u8;
const UART_STATUS: *mut u8 = 0x1000_0005 as *mut u8;
/// Of the interrupt controller: how urgent the UART is, whether it is let through, how urgent what
/// is let through has to be, and which interrupt came.
const UART_PRIORITY: *mut u32 = 0x0C00_0028 as *mut u32;
const INTERRUPTS_ON: *mut u32 = 0x0C00_2000 as *mut u32;
const THRESHOLD: *mut u32 = 0x0C20_0000 as *mut u32;
const CLAIM: *mut u32 = 0x0C20_0004 as *mut u32;
/// The timer: what it compares with what it counts, in halves.
const ALARM_LOW: *mut u32 = 0x0200_4000 as *mut u32;
const ALARM_HIGH: *mut u32 = 0x0200_4004 as *mut u32;
const TIME_LOW: *mut u32 = 0x0200_BFF8 as *mut u32;

const RECEIVED: u8 = 1;
/// One was lost before it, its parity or its stop bit is wrong, or the line was broken.
const DAMAGED: u8 = 0b1111 << 1;
const TRANSMIT_EMPTY: u8 = 1 << 5;
/// Eight bits a byte. The queues stay off: switching them on would throw away what came while the
/// chip started.
const EIGHT_BITS: u8 = 3;
const UART0: u32 = 1 << 10;
/// Of its 10 MHz.
const TICKS_OF_A_BEAT: u32 = BEAT * 10_000;
/// The cause of a trap that is the timer's interrupt.
const TIMER: u32 = 1 << 31 | 7;

fn write<T>(register: *mut T, value: T) {
    // SAFETY: called with the registers above alone, which the machine has.
    unsafe { register.write_volatile(value) }
}

fn read<T>(register: *mut T) -> T {
    // SAFETY: as for `write`.
    unsafe { register.read_volatile() }
}

/// Switches on what is used.
pub fn begin() {
    write(UART_LINE, EIGHT_BITS);
    listen(true);
    write(INTERRUPTS_ON, UART0);
    write(UART_PRIORITY, 1);
    // Written last: with it the controller looks anew at what waits already.
    write(THRESHOLD, 0);
    set_alarm();
    // SAFETY: the interrupts of the timer and the UART have where to go: `trap`.
    unsafe { core::arch::asm!("csrs mie, {}", "csrsi mstatus, 8", in(reg) 1 << 7 | 1 << 11) };
}

/// Whether the UART interrupts when it has received something.
pub fn listen(is_on: bool) {
    write(UART_MASK, u8::from(is_on));
}

/// A byte that the UART has, if there is one. Reading the last one ends its interrupt.
/// One that came damaged is a zero, which stands in no message.
pub fn receive() -> Option<u8> {
    let status = read(UART_STATUS);
    let byte = (status & RECEIVED != 0).then(|| read(UART_DATA))?;
    Some(if status & DAMAGED == 0 { byte } else { 0 })
}

/// Sends a byte as soon as there is room for it.
pub fn send(byte: u8) {
    while read(UART_STATUS) & TRANSMIT_EMPTY == 0 {}
    write(UART_DATA, byte);
}

/// Rests until an interrupt, unless there is something to do. With interrupts held back none can
/// come between the question and the rest, and one that waits still ends the rest.
pub fn wait_unless(is_ready: impl Fn() -> bool) {
    // SAFETY: they are let in again below.
    unsafe { core::arch::asm!("csrci mstatus, 8") };
    if !is_ready() {
        // SAFETY: it only waits.
        unsafe { core::arch::asm!("wfi") };
    }
    // SAFETY: the interrupts of this image may come at any time.
    unsafe { core::arch::asm!("csrsi mstatus, 8") };
}

/// The next beat is one after the last: none is lost where one comes late.
fn set_alarm() {
    let last = match read(ALARM_LOW) {
        // As the machine starts.
        0 | u32::MAX => read(TIME_LOW),
        last => last,
    };
    let (next, is_over) = last.overflowing_add(TICKS_OF_A_BEAT);
    let high = read(ALARM_HIGH);
    // The alarm is never earlier meanwhile than it was.
    write(ALARM_LOW, u32::MAX);
    if is_over {
        write(ALARM_HIGH, high.wrapping_add(1));
    }
    write(ALARM_LOW, next);
}

/// An interrupt: of the timer, or of the UART.
#[unsafe(no_mangle)]
extern "C" fn interrupted(cause: u32) {
    if cause == TIMER {
        CLOCK.tick();
        set_alarm();
        return;
    }
    let interrupt = read(CLAIM);
    received();
    write(CLAIM, interrupt);
}

// The start paints the stack and zeroes the statics before Rust uses either. A trap keeps what the
// called may change; one that is no interrupt is a fault, and ends here.
core::arch::global_asm!(
    ".section .text.start, \"ax\"",
    ".globl start",
    "start:",
    "la t0, STACK_BOTTOM",
    "la t1, STACK_TOP",
    "mv sp, t1",
    "li t2, {paint}",
    "call fill",
    "la t0, BSS_BEGINS",
    "la t1, BSS_ENDS",
    "li t2, 0",
    "call fill",
    "la t0, trap",
    "csrw mtvec, t0",
    "j begin",
    // From t0 to t1 with t2, a word at a time.
    "1:",
    "sw t2, 0(t0)",
    "addi t0, t0, 4",
    "fill:",
    "bltu t0, t1, 1b",
    "ret",
    ".balign 4",
    "trap:",
    "addi sp, sp, -64",
    "sw ra, 0(sp)",
    "sw t0, 4(sp)",
    "sw t1, 8(sp)",
    "sw t2, 12(sp)",
    "sw t3, 16(sp)",
    "sw t4, 20(sp)",
    "sw t5, 24(sp)",
    "sw t6, 28(sp)",
    "sw a0, 32(sp)",
    "sw a1, 36(sp)",
    "sw a2, 40(sp)",
    "sw a3, 44(sp)",
    "sw a4, 48(sp)",
    "sw a5, 52(sp)",
    "sw a6, 56(sp)",
    "sw a7, 60(sp)",
    "csrr a0, mcause",
    "2:",
    "bgez a0, 2b",
    "call interrupted",
    "lw ra, 0(sp)",
    "lw t0, 4(sp)",
    "lw t1, 8(sp)",
    "lw t2, 12(sp)",
    "lw t3, 16(sp)",
    "lw t4, 20(sp)",
    "lw t5, 24(sp)",
    "lw t6, 28(sp)",
    "lw a0, 32(sp)",
    "lw a1, 36(sp)",
    "lw a2, 40(sp)",
    "lw a3, 44(sp)",
    "lw a4, 48(sp)",
    "lw a5, 52(sp)",
    "lw a6, 56(sp)",
    "lw a7, 60(sp)",
    "addi sp, sp, 64",
    "mret",
    ".previous",
    paint = const stack::PAINT,
);
