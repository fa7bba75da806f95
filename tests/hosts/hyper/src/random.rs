//! Random bytes that nobody can guess, from the operating system.

/// Some are fetched at once, since each fetch is a call of the system.
pub struct Random {
    pool: [u8; 1024],
    used: usize,
}

impl Random {
    pub fn new() -> Self {
        Self { pool: [0; 1024], used: 1024 }
    }

    /// Sixteen bytes that were never given out before.
    pub fn next(&mut self) -> [u8; 16] {
        if self.used >= self.pool.len() {
            // Without them no session is safe: better none.
            getrandom::fill(&mut self.pool).expect("the system has random bytes");
            self.used = 0;
        }
        let bytes = self.pool.get(self.used..).and_then(|rest| rest.first_chunk::<16>());
        self.used += 16;
        *bytes.expect("the pool holds whole ones")
    }
}
