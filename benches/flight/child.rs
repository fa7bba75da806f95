//! A server as a child process: started, talked to, ended, and what it took.

use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use crate::talk;

/// No run takes longer; then the server is killed and the run has failed.
const LIMIT: Duration = Duration::from_secs(120);

/// What a server took from its start to its end.
pub struct Usage {
    /// CPU time of all its threads, in its own code and in the kernel, in microseconds. The sum is
    /// exact; how the kernel divides it between the two is a guess of its own.
    pub cpu_us: f64,
    /// The most memory it had at once, in KiB.
    pub peak_kib: f64,
}

/// Starts the server, makes `requests` calls, ends it.
pub fn run(command: &[String], requests: u64) -> Result<Usage, String> {
    let (program, arguments) = command.split_first().ok_or("no program")?;
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{program}: {error}"))?;
    let (input, output) = (child.stdin.take(), child.stdout.take());
    let (Some(input), Some(output)) = (input, output) else { return Err("no pipes".into()) };
    let pid = libc::pid_t::try_from(child.id()).map_err(|error| error.to_string())?;
    let (done, waiting) = channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            if let Err(RecvTimeoutError::Timeout) = waiting.recv_timeout(LIMIT) {
                // SAFETY: plain system call; the child was not waited for yet, so the id is its.
                unsafe { libc::kill(pid, libc::SIGKILL) };
            }
        });
        let mut peak = Err("the server ended too early".to_owned());
        let talked = talk::talk(input, output, requests, || peak = peak_kib(pid));
        let cpu_us = reap(child, pid);
        drop(done);
        talked?;
        Ok(Usage { cpu_us: cpu_us?, peak_kib: peak? })
    })
}

/// Waits for the end of the server and gives its CPU time, in microseconds.
fn reap(child: Child, pid: libc::pid_t) -> Result<f64, String> {
    drop(child); // it neither waits nor kills
    let mut status = 0;
    // SAFETY: a struct of plain numbers, for which zero is a value.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: both pointers are to values of the right types that live until the call returns.
    let ended = unsafe { libc::wait4(pid, &raw mut status, 0, &raw mut usage) };
    if ended != pid {
        return Err(format!("wait4: {}", std::io::Error::last_os_error()));
    }
    if status != 0 {
        return Err(format!("the server ended with wait status {status:#x}"));
    }
    let us = |time: libc::timeval| time.tv_sec as f64 * 1e6 + time.tv_usec as f64;
    Ok(us(usage.ru_utime) + us(usage.ru_stime))
}

/// The peak of its own memory. The one of `wait4` begins with what its parent had.
fn peak_kib(pid: libc::pid_t) -> Result<f64, String> {
    let path = format!("/proc/{pid}/status");
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
    text.lines()
        .find_map(|line| {
            line.strip_prefix("VmHWM:")?.trim().strip_suffix("kB")?.trim().parse().ok()
        })
        .ok_or_else(|| format!("{path} has no VmHWM"))
}
