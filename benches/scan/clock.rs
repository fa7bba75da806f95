//! CPU time of this thread: other work on the machine makes it wait, and that is not counted.

/// Nanoseconds of CPU time that this thread has had.
pub fn thread_ns() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is to a value of the right type that lives until the call returns.
    let status = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    assert_eq!(status, 0, "this system has no clock of a thread's CPU time");
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}
