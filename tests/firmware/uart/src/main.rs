//! The image: the device on a chip, its serial line received by interrupts.
//!
//! - `ring`: bytes between the interrupt and the loop; `clock`: milliseconds; `stack`: how much of
//!   it was used.
//! - `cortex_m`, `riscv`: where the chip starts, its UART, its timer and its interrupts.
#![no_std]
#![no_main]

#[cfg_attr(target_arch = "arm", path = "cortex_m.rs")]
#[cfg_attr(target_arch = "riscv32", path = "riscv.rs")]
mod chip;
mod clock;
mod ring;
mod stack;

use core::mem::MaybeUninit;

use clock::Clock;
use device::{Board, Device, Lines};
use ring::Ring;

/// What the interrupts put in and the loop takes out.
static RING: Ring = Ring::EMPTY;
static CLOCK: Clock = Clock::ZERO;

static mut DEVICE: Device = Device::NEW;
static mut RX: [u8; 2048] = [0; 2048];
static mut LINES: MaybeUninit<Lines<'static>> = MaybeUninit::uninit();

/// For the table of sizes: what the engine keeps beside the caller's buffers.
#[used]
#[unsafe(no_mangle)]
#[unsafe(link_section = ".sizes")]
static SIZE_OF_ENGINE: [u8; device::ENGINE] = [0; device::ENGINE];

/// The proof that nothing panics: no object defines this symbol, so an image from which the
/// handler can be reached does not link.
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    unsafe extern "C" {
        fn PANIC_IS_REACHABLE() -> !;
    }
    // SAFETY: never linked, so never called.
    unsafe { PANIC_IS_REACHABLE() }
}

/// The board: its serial line, its clock, and rest.
struct Uart;

impl Board for Uart {
    fn now(&self) -> u64 {
        CLOCK.now()
    }

    fn read(&mut self, into: &mut [u8]) -> usize {
        let count = RING.take(into);
        if count > 0 {
            // The interrupt stops listening when the ring is full.
            chip::listen(true);
        }
        count
    }

    #[inline(never)]
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            chip::send(byte);
        }
    }

    fn wait(&mut self) {
        chip::wait_unless(|| !RING.is_empty());
    }

    fn stack(&self) -> usize {
        stack::used()
    }
}

/// The UART has bytes, or had: takes them as long as there is room. What finds none stays in the
/// UART, and its interrupt is off until the loop has made room.
fn received() {
    loop {
        if RING.is_full() {
            chip::listen(false);
            return;
        }
        match chip::receive() {
            Some(byte) => RING.put(byte),
            None => return,
        }
    }
}

/// Where the start-up code goes on, with the stack painted and the statics zero.
#[unsafe(no_mangle)]
extern "C" fn begin() -> ! {
    chip::begin();
    #[cfg(feature = "bite")]
    assert!(!RING.is_full());
    // SAFETY: the start-up code comes here once, and no interrupt knows the device.
    let device = unsafe { &mut *&raw mut DEVICE };
    device::serve(device, &mut Uart, lines())
}

/// What cuts the lines, in a static: on the stack it would be below all that is called.
#[inline(never)]
fn lines() -> &'static mut Lines<'static> {
    // SAFETY: called once, by `begin`, and no interrupt knows these two.
    let (lines, rx) = unsafe { (&mut *&raw mut LINES, &mut *&raw mut RX) };
    lines.write(Lines::new(rx))
}
