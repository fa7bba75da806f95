//! The embedded server as a program on a Cortex-M3, the lm3s6965 that QEMU has. In place of an
//! interrupt-driven driver it polls, which is all that an executor without sleep needs.
#![no_std]
#![no_main]

use core::cell::Cell;
use core::convert::Infallible;
use core::future::poll_fn;
use core::task::Poll;

use embassy_futures::block_on;
use embedded_io_async::{ErrorType, Read, Write};
use on_embedded::{Board, Memory, serve};

const UART_DATA: *mut u32 = 0x4000_C000 as *mut u32;
const UART_FLAGS: *const u32 = 0x4000_C018 as *const u32;
const RECEIVE_EMPTY: u32 = 1 << 4;
const TRANSMIT_FULL: u32 = 1 << 5;

/// The timer of the core: control, what it begins at, and what it has come down to.
const TIMER: [*mut u32; 3] =
    [0xE000_E010 as *mut u32, 0xE000_E014 as *mut u32, 0xE000_E018 as *mut u32];
const TIMER_TOP: u32 = 0x00ff_ffff;
/// The board starts at this rate.
const TICKS_PER_MILLISECOND: u64 = 12_000;

static mut MEMORY: Memory<2048, 1024, 4> = Memory::NEW;

/// The core cannot panic, and its own images do not link if it can. What is around it here can:
/// `write_all`, of a driver that takes nothing, and each future that is polled after its end.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
extern "C" fn PANIC_IS_REACHABLE() -> ! {
    loop {
        core::hint::spin_loop();
    }
}

image::entry!(main);

fn main() -> ! {
    // SAFETY: the only use of it, and `main` runs once.
    let memory = unsafe { &mut *(&raw mut MEMORY) };
    let mut chip = Chip::start();
    loop {
        // Drivers that cannot fail and a line that never ends: this does not come back.
        let _ = block_on(serve(memory, Uart, Uart, &mut chip));
    }
}

struct Uart;

impl ErrorType for Uart {
    type Error = Infallible;
}

/// One poll of a flag of the UART.
fn when_clear(flag: u32) -> impl Future<Output = ()> {
    // SAFETY: a register of the board.
    poll_fn(move |_| match unsafe { UART_FLAGS.read_volatile() } & flag {
        0 => Poll::Ready(()),
        _ => Poll::Pending,
    })
}

impl Read for Uart {
    async fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Infallible> {
        let Some(first) = buffer.first_mut() else { return Ok(0) };
        when_clear(RECEIVE_EMPTY).await;
        // SAFETY: a register of the board.
        *first = unsafe { UART_DATA.read_volatile() } as u8;
        Ok(1)
    }
}

impl Write for Uart {
    async fn write(&mut self, buffer: &[u8]) -> Result<usize, Infallible> {
        let Some(&first) = buffer.first() else { return Ok(0) };
        when_clear(TRANSMIT_FULL).await;
        // SAFETY: a register of the board.
        unsafe { UART_DATA.write_volatile(u32::from(first)) };
        Ok(1)
    }

    async fn flush(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}

/// The time, and a light that nobody sees.
struct Chip {
    ticks: Cell<u64>,
    seen: Cell<u32>,
    is_lit: bool,
}

impl Chip {
    fn start() -> Self {
        let [control, top, _] = TIMER;
        // SAFETY: registers of the core.
        unsafe {
            top.write_volatile(TIMER_TOP);
            control.write_volatile(0b101); // on, at the rate of the core
        }
        Self { ticks: Cell::new(0), seen: Cell::new(TIMER_TOP), is_lit: false }
    }
}

impl Board for Chip {
    /// Has to be asked once in a turn of the timer, which is longer than a second.
    fn now(&self) -> u64 {
        let [.., current] = TIMER;
        // SAFETY: a register of the core.
        let current = unsafe { current.read_volatile() };
        let passed = self.seen.replace(current).wrapping_sub(current) & TIMER_TOP;
        self.ticks.set(self.ticks.get().wrapping_add(u64::from(passed)));
        self.ticks.get() / TICKS_PER_MILLISECOND
    }

    async fn until(&self, time: u64) {
        poll_fn(|_| if self.now() >= time { Poll::Ready(()) } else { Poll::Pending }).await;
    }

    fn light(&mut self, on: bool) {
        self.is_lit = on;
    }
}
