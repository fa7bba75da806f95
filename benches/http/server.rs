//! A server as a child process: started, asked for its CPU time, ended.

use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

/// A server that does not say within this time that it serves has failed.
const START: Duration = Duration::from_secs(20);
/// What it says then, on standard error.
const READY: &str = "serving http://";

/// A running server. It is killed when this goes.
pub struct Server {
    child: Child,
    /// Address and port, and the path of its endpoint.
    pub host: String,
    pub path: String,
}

/// CPU time of all threads of a process since its start, in microseconds.
#[derive(Clone, Copy)]
pub struct Cpu {
    /// All of it, from the process's own clock; exact.
    pub all: f64,
    /// The part in its own code and the part in the kernel, from `/proc/PID/stat`: the kernel
    /// counts in ticks and divides by samples, so these take long runs to mean something.
    pub user: f64,
    pub system: f64,
}

impl Server {
    /// Starts the program and waits until it prints `serving http://HOST:PORT/PATH`.
    pub fn start(command: &[String]) -> Result<Server, String> {
        let (program, arguments) = command.split_first().ok_or("no program")?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::null()).stderr(Stdio::piped());
        // SAFETY: one system call between fork and exec, and no memory is touched. The server is
        // to end with this program, however that ends.
        unsafe {
            command.pre_exec(|| {
                libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
                Ok(())
            });
        }
        let mut child = command.spawn().map_err(|error| format!("{program}: {error}"))?;
        let errors = child.stderr.take().ok_or("no pipe")?;
        let mut server = Server { child, host: String::new(), path: String::new() };
        let (said, waiting) = channel();
        thread::spawn(move || {
            let mut lines = BufReader::new(errors);
            let mut line = String::new();
            while lines.read_line(&mut line).is_ok_and(|count| count > 0) {
                match line.trim_end().strip_prefix(READY) {
                    // Nobody listens once it has begun; then it is read so that it cannot block.
                    Some(url) => drop(said.send(url.to_owned())),
                    None => eprint!("{line}"),
                }
                line.clear();
            }
        });
        let url = waiting.recv_timeout(START).map_err(|_| "it never said that it serves")?;
        let (host, path) = url.split_once('/').ok_or("it serves no path")?;
        (server.host, server.path) = (host.to_owned(), format!("/{path}"));
        Ok(server)
    }

    /// What it has taken until now.
    pub fn cpu(&self) -> Result<Cpu, String> {
        let pid = libc::pid_t::try_from(self.child.id()).map_err(|error| error.to_string())?;
        let (mut clock, mut time) = (0, libc::timespec { tv_sec: 0, tv_nsec: 0 });
        // SAFETY: both pointers are to values of the right types that live until the calls return.
        let failed = unsafe {
            libc::clock_getcpuclockid(pid, &raw mut clock) != 0
                || libc::clock_gettime(clock, &raw mut time) != 0
        };
        if failed {
            return Err(format!("its CPU clock: {}", std::io::Error::last_os_error()));
        }
        let all = time.tv_sec as f64 * 1e6 + time.tv_nsec as f64 / 1e3;
        let path = format!("/proc/{pid}/stat");
        let stat = std::fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
        // The name of the program, in brackets, may hold anything; what follows it may not.
        let mut fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11);
        // SAFETY: plain system call.
        let ticks = unsafe { libc::sysconf(libc::_SC_CLK_TCK) } as f64;
        let mut us = || {
            let ticked: f64 = fields.next()?.parse().ok()?;
            Some(ticked / ticks * 1e6)
        };
        match (us(), us()) {
            (Some(user), Some(system)) => Ok(Cpu { all, user, system }),
            _ => Err(format!("{path} has no times")),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill(); // it may have ended
        let _ = self.child.wait();
    }
}
