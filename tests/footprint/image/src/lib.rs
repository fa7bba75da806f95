//! The board under the images: where it starts, a UART, a clock, and a panic that cannot link.
#![no_std]

#[cfg(all(feature = "server", feature = "full"))]
pub mod board;
#[cfg(feature = "client")]
pub mod panel;

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

/// The first UART of the lm3s6965, polled.
const UART_DATA: *mut u32 = 0x4000_C000 as *mut u32;
const UART_FLAGS: *const u32 = 0x4000_C018 as *const u32;
const RECEIVE_EMPTY: u32 = 1 << 4;
const TRANSMIT_FULL: u32 = 1 << 5;
/// Any register that counts does: what it counts does not change the image's size.
const CLOCK: *const u32 = 0xE000_E018 as *const u32;

/// True if a byte waits to be read.
pub fn waits() -> bool {
    // SAFETY: a register of the board.
    unsafe { UART_FLAGS.read_volatile() & RECEIVE_EMPTY == 0 }
}

/// Waits for one byte and reads what there is, at most as much as fits. Returns how many bytes.
pub fn read(into: &mut [u8]) -> usize {
    let mut count = 0;
    for byte in into {
        // SAFETY: registers of the board.
        while unsafe { UART_FLAGS.read_volatile() } & RECEIVE_EMPTY != 0 {
            if count > 0 {
                return count;
            }
        }
        // SAFETY: as above.
        *byte = unsafe { UART_DATA.read_volatile() } as u8;
        count += 1;
    }
    count
}

/// Writes all bytes.
pub fn write(bytes: &[u8]) {
    for &byte in bytes {
        // SAFETY: registers of the board.
        while unsafe { UART_FLAGS.read_volatile() } & TRANSMIT_FULL != 0 {}
        // SAFETY: as above.
        unsafe { UART_DATA.write_volatile(u32::from(byte)) };
    }
}

/// The time that is handed to the engine.
pub fn now() -> u64 {
    // SAFETY: a register of the board.
    u64::from(unsafe { CLOCK.read_volatile() })
}

/// Stands for the source of random bytes that a chip has: nobody must be able to guess them.
pub fn random() -> [u8; 16] {
    let [a, b, c, d, ..] = now().to_le_bytes();
    [a, b, c, d, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
}

/// Makes `main` the program: `entry!(main)` with `fn main() -> !`.
#[macro_export]
macro_rules! entry {
    ($main:path) => {
        #[cfg(target_arch = "arm")]
        #[unsafe(no_mangle)]
        #[unsafe(link_section = ".text.start")]
        extern "C" fn start() -> ! {
            $main()
        }

        // The stack's top and where to start are all that a Cortex-M reads before it runs.
        #[cfg(target_arch = "arm")]
        core::arch::global_asm!(
            ".section .vectors, \"a\"",
            ".word STACK_TOP",
            ".word start",
            ".previous"
        );

        #[cfg(target_arch = "riscv32")]
        core::arch::global_asm!(
            ".section .text.start, \"ax\"",
            ".globl start",
            "start:",
            "la sp, STACK_TOP",
            "j {main}",
            ".previous",
            main = sym $main
        );
    };
}
