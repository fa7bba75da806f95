//! The board: how it starts, its clock, its sleep, what it is given from outside, and a line to
//! talk on.

use core::cell::UnsafeCell;
use core::fmt::{self, Write};
use core::panic::PanicInfo;
use core::sync::atomic::{AtomicBool, Ordering};

/// The first UART of the board (CMSDK): data, state, control, and the divider of its clock.
const UART_DATA: *mut u32 = 0x4000_4000 as *mut u32;
const UART_STATE: *const u32 = 0x4000_4004 as *const u32;
const UART_CONTROL: *mut u32 = 0x4000_4008 as *mut u32;
const UART_DIVIDER: *mut u32 = 0x4000_4010 as *mut u32;
const TRANSMIT_FULL: u32 = 1;
const TRANSMIT: u32 = 1;
const DIVIDER: u32 = 217; // 115,200 bits a second

/// The timer of the core, which ends the sleep each millisecond.
const TIMER_CONTROL: *mut u32 = 0xE000_E010 as *mut u32;
const TIMER_RELOAD: *mut u32 = 0xE000_E014 as *mut u32;
const TIMER_VALUE: *mut u32 = 0xE000_E018 as *mut u32;
/// Enabled, with its interrupt, from the clock of the core.
const TIMER_ON: u32 = 0b111;
/// The board runs at 25 MHz.
const TICKS_PER_MILLISECOND: u32 = 25_000;

/// The first timer of the board (CMSDK), at the same rate, without interrupts.
const COUNTER_CONTROL: *mut u32 = 0x4000_0000 as *mut u32;
const COUNTER_VALUE: *mut u32 = 0x4000_0004 as *mut u32;
const COUNTER_RELOAD: *mut u32 = 0x4000_0008 as *mut u32;

/// Which interrupts of devices are let through.
const INTERRUPTS: *mut u32 = 0xE000_E100 as *mut u32;
const ETHERNET: u32 = 13;

core::arch::global_asm!(
    ".section .vectors, \"a\"",
    ".word STACK_TOP",
    ".word start",
    ".rept 13", // faults, and what nobody calls
    ".word {fault}",
    ".endr",
    ".word {tick}",
    ".rept 13",
    ".word {fault}",
    ".endr",
    ".word {ethernet}",
    // Copies what is initialised, clears the rest, and begins.
    ".section .text.start, \"ax\"",
    ".globl start",
    ".type start, %function",
    ".thumb_func",
    "start:",
    "ldr r0, =DATA_START",
    "ldr r1, =DATA_END",
    "ldr r2, =DATA_SOURCE",
    "1: cmp r0, r1",
    "bhs 2f",
    "ldr r3, [r2], #4",
    "str r3, [r0], #4",
    "b 1b",
    "2: ldr r0, =BSS_START",
    "ldr r1, =BSS_END",
    "movs r2, #0",
    "3: cmp r0, r1",
    "bhs 4f",
    "str r2, [r0], #4",
    "b 3b",
    "4: bl {main}",
    ".pool",
    ".previous",
    fault = sym fault,
    tick = sym tick,
    ethernet = sym ethernet,
    main = sym crate::main,
);

/// It is enough that this ends the sleep: the loop looks at the clock.
extern "C" fn tick() {}

/// A frame has arrived. It is enough that this has ended the sleep; the driver lets the next one
/// interrupt when it has looked at what there is.
extern "C" fn ethernet() {
    crate::lan9118::hush();
}

extern "C" fn fault() -> ! {
    let _ = Line.write_str("fault\n");
    halt()
}

/// The core does not panic, which its own images prove. The network stack may, so here is what
/// happens then: it says where, and stops.
#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    let _ = writeln!(Line, "panic: {info}");
    halt()
}

/// Stops for good. A product would start anew, with its watchdog.
pub fn halt() -> ! {
    // SAFETY: no interrupt comes any more, and nothing is read or written.
    unsafe { core::arch::asm!("cpsid i") };
    loop {
        // SAFETY: waits, and does nothing else.
        unsafe { core::arch::asm!("wfi") };
    }
}

/// Lets clock and UART begin.
pub fn begin() {
    // SAFETY: registers of the board.
    unsafe {
        UART_DIVIDER.write_volatile(DIVIDER);
        UART_CONTROL.write_volatile(TRANSMIT);
        COUNTER_RELOAD.write_volatile(u32::MAX);
        COUNTER_VALUE.write_volatile(u32::MAX);
        COUNTER_CONTROL.write_volatile(1);
        TIMER_RELOAD.write_volatile(TICKS_PER_MILLISECOND - 1);
        TIMER_VALUE.write_volatile(0);
        TIMER_CONTROL.write_volatile(TIMER_ON);
    }
}

/// Lets the network controller interrupt, which has to be set up before: without, its line is
/// active.
pub fn let_interrupt() {
    // SAFETY: a register of the board.
    unsafe { INTERRUPTS.write_volatile(1 << ETHERNET) };
}

/// Sleeps until an interrupt comes, if there is nothing to do. `is_idle` is asked while none can
/// come, so that what arrives between the question and the sleep ends the sleep.
pub fn sleep(is_idle: impl FnOnce() -> bool) {
    // SAFETY: interrupts wait until they are let in again two lines below.
    unsafe { core::arch::asm!("cpsid i") };
    if is_idle() {
        // SAFETY: an interrupt ends it also while it is not let in.
        unsafe { core::arch::asm!("wfi") };
    }
    // SAFETY: lets in what has come.
    unsafe { core::arch::asm!("cpsie i") };
}

/// The time since the start, by a timer that counts down through 32 bits, again and again. Counted
/// interrupts would lose what passes while they have to wait.
pub struct Clock {
    last: u32,
    ticks: u64,
}

impl Clock {
    /// At the start.
    pub const NEW: Clock = Clock { last: u32::MAX, ticks: 0 };

    /// Milliseconds since the start. It has to be asked at least every two minutes.
    pub fn now(&mut self) -> u64 {
        // SAFETY: a register of the board.
        let value = unsafe { COUNTER_VALUE.read_volatile() };
        self.ticks += u64::from(self.last.wrapping_sub(value));
        self.last = value;
        self.ticks / u64::from(TICKS_PER_MILLISECOND)
    }
}

/// The UART, for people.
pub struct Line;

impl Write for Line {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            // SAFETY: registers of the board.
            unsafe {
                while UART_STATE.read_volatile() & TRANSMIT_FULL != 0 {}
                UART_DATA.write_volatile(u32::from(byte));
            }
        }
        Ok(())
    }
}

/// What is written into the RAM from outside, before the start.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Given {
    /// Stands for the generator of random numbers that a chip has and this machine has not.
    pub seed: [u8; 32],
    /// Bytes of the buffer that cuts lists into pages; 0 for the usual one.
    pub page: u32,
    /// Milliseconds that a client may take to answer what it is asked; 0 for the usual time.
    pub patience: u32,
}

unsafe extern "C" {
    /// Where link.x has a place for it, which the start does not touch.
    static mut GIVEN: Given;
}

/// Takes what was given; `None` where there is no seed, as when it is asked for a second time.
pub fn given() -> Option<Given> {
    // SAFETY: the place is large enough, and this alone uses it, in one thread. Any bytes are a
    // `Given`; that they were written from outside is why they are read as volatile.
    let given = unsafe {
        let given = (&raw const GIVEN).read_volatile();
        (&raw mut GIVEN).write_volatile(Given { seed: [0; 32], ..given });
        given
    };
    given.seed.iter().any(|byte| *byte != 0).then_some(given)
}

/// Memory that stands still and is taken once.
pub struct Once<T> {
    value: UnsafeCell<T>,
    is_taken: AtomicBool,
}

// SAFETY: `take` gives the value to one alone.
unsafe impl<T: Send> Sync for Once<T> {}

impl<T> Once<T> {
    /// Not taken yet.
    pub const fn new(value: T) -> Self {
        Self { value: UnsafeCell::new(value), is_taken: AtomicBool::new(false) }
    }

    /// The value, for the first who asks.
    pub fn take(&'static self) -> Option<&'static mut T> {
        if self.is_taken.swap(true, Ordering::AcqRel) {
            return None;
        }
        // SAFETY: nobody else has it, nor gets it.
        Some(unsafe { &mut *self.value.get() })
    }
}
