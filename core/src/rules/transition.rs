//! The steps that a connection and an exchange may take. Both roles read the same tables.

/// Where a legacy connection stands. Modern requests neither need nor change it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Stage {
    /// Nothing was said yet.
    Fresh = 0,
    /// `initialize` is being answered.
    Initializing = 1,
    /// `initialize` was answered.
    Usable = 2,
    /// `notifications/initialized` came: the server may speak first.
    Ready = 3,
    /// The peer is gone.
    Closed = 4,
}

/// What moves a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Step {
    /// `initialize` came.
    Initialize = 0,
    /// Its answer was written.
    Answered = 1,
    /// Its answer was an error, or was given up.
    Refused = 2,
    /// `notifications/initialized` came.
    Initialized = 3,
    /// The pipe was closed.
    Close = 4,
}

/// Row: the stage; column: the step; `None`: the step is not allowed there.
pub static CONNECTION: [[Option<Stage>; 5]; 5] = {
    use Stage::*;
    //  Initialize           Answered       Refused      Initialized    Close
    [
        [Some(Initializing), None, None, None, Some(Closed)],
        [None, Some(Usable), Some(Fresh), None, Some(Closed)],
        [None, None, None, Some(Ready), Some(Closed)],
        [None, None, None, None, Some(Closed)],
        [None, None, None, None, None],
    ]
};

impl Stage {
    /// The stage after `step`, or `None` where it is not allowed.
    #[must_use]
    pub fn after(self, step: Step) -> Option<Self> {
        CONNECTION.get(self as usize)?.get(step as usize).copied().flatten()
    }
}

/// Where a client stands with its server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Phase {
    /// Nothing was said yet.
    Start = 0,
    /// `server/discover` is out, and nothing is known of the server.
    Probing = 1,
    /// `server/discover` is out once more, and the server is known to be modern.
    Correcting = 2,
    /// `initialize` is out.
    Handshake = 3,
    /// 2026-07-28: each request carries its context.
    Modern = 4,
    /// `initialize` was answered.
    Legacy = 5,
    /// There is no connection (any more).
    Failed = 6,
}

/// What moves a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Turn {
    /// The era is asked for.
    Probe = 0,
    /// The server named a revision to ask with.
    Correct = 1,
    /// `initialize` is sent.
    Initialize = 2,
    /// The server speaks 2026-07-28.
    Modern = 3,
    /// The server answered `initialize`.
    Legacy = 4,
    /// It came to nothing, or came to its end.
    Fail = 5,
}

/// Row: the phase; column: the turn; `None`: the turn is not allowed there. No `initialize` goes to
/// a server that is known to be modern (2026-07-28, basic/versioning).
pub static CLIENT: [[Option<Phase>; 6]; 7] = {
    use Phase::*;
    const FAILS: Option<Phase> = Some(Failed);
    //  Probe        Correct          Initialize       Modern       Legacy       Fail
    [
        [Some(Probing), None, Some(Handshake), None, None, FAILS],
        [None, Some(Correcting), Some(Handshake), Some(Modern), None, FAILS],
        [None, None, None, Some(Modern), None, FAILS],
        [None, Some(Correcting), None, None, Some(Legacy), FAILS],
        [None, None, None, Some(Modern), None, FAILS],
        [None, None, Some(Handshake), None, None, FAILS],
        [Some(Probing), None, Some(Handshake), None, None, None],
    ]
};

impl Phase {
    /// The phase after `turn`, or `None` where it is not allowed.
    #[must_use]
    pub fn after(self, turn: Turn) -> Option<Self> {
        CLIENT.get(self as usize)?.get(turn as usize).copied().flatten()
    }
}

/// Where an exchange stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum State {
    /// The slot holds nothing.
    Free = 0,
    /// The request waits for its answer.
    Open = 1,
    /// The peer gave it up; a late answer writes nothing.
    Cancelled = 2,
    /// An answer is going out in pieces.
    Streaming = 3,
    /// An answer is going out in pieces and the peer gave it up: it still has to end as JSON.
    Ending = 4,
    /// A listener: notifications go to it until it ends. It has no answer before that.
    Listening = 5,
    /// A request of ours, which waits for the peer's answer.
    Asked = 6,
    /// A request of ours that was given up; the peer is still to be told.
    Withdrawn = 7,
    /// A request that ended without an answer; the POST that it came in is still to be ended.
    Dropped = 8,
    /// A request of ours that the server has to be sent again, in other words: the application
    /// decides.
    Suspended = 9,
    /// A request of ours that failed; the application is still to be told.
    Failed = 10,
}

/// What moves an exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Move {
    /// A request came.
    Open = 0,
    /// The whole answer was written, or given up.
    Finish = 1,
    /// The peer cancelled.
    Cancel = 2,
    /// The first piece of a streamed answer was written.
    Begin = 3,
    /// It became a listener.
    Listen = 4,
    /// A request of ours was written.
    Ask = 5,
    /// A request of ours was given up.
    Withdraw = 6,
    /// A request of the peer's that came in a POST was given up.
    Drop = 7,
    /// A request of ours cannot go on without the application.
    Suspend = 8,
    /// A request of ours failed.
    Fail = 9,
}

/// Row: the state; column: the move; `None`: the move is not allowed there.
pub static EXCHANGE: [[Option<State>; 10]; 11] = {
    use State::*;
    const ENDS: Option<State> = Some(Free);
    const LISTENS: Option<State> = Some(Listening);
    const DROPS: Option<State> = Some(Dropped);
    const BEGINS: Option<State> = Some(Streaming);
    const CANCELS: Option<State> = Some(Cancelled);
    const TAKEN_BACK: Option<State> = Some(Withdrawn);
    const WAITS: Option<State> = Some(Suspended);
    const FAILS: Option<State> = Some(Failed);
    //  Open   Finish Cancel   Begin   Listen   Ask    Withdraw   Drop   Suspend Fail
    [
        [Some(Open), None, None, None, LISTENS, Some(Asked), None, None, None, None],
        [None, ENDS, CANCELS, BEGINS, LISTENS, None, None, DROPS, None, None],
        [None, ENDS, None, None, None, None, None, DROPS, None, None],
        [None, ENDS, Some(Ending), None, None, None, None, DROPS, None, None],
        [None, ENDS, None, None, None, None, None, DROPS, None, None],
        [None, ENDS, None, None, None, None, None, DROPS, None, None],
        [None, ENDS, None, None, None, None, TAKEN_BACK, None, WAITS, FAILS],
        [None, ENDS, None, None, None, None, None, None, None, None],
        [None, ENDS, None, None, None, None, None, None, None, None],
        [None, ENDS, None, None, None, Some(Asked), None, None, None, FAILS],
        [None, ENDS, None, None, None, None, None, None, None, None],
    ]
};

impl State {
    /// True for a request of the peer's whose answer is not out yet.
    #[must_use]
    pub const fn is_unanswered(self) -> bool {
        matches!(self, Self::Open | Self::Cancelled | Self::Streaming | Self::Ending)
    }

    /// True for a request of ours.
    #[must_use]
    pub const fn is_ours(self) -> bool {
        matches!(self, Self::Asked | Self::Withdrawn | Self::Suspended | Self::Failed)
    }

    /// True while an answer goes out in pieces.
    #[must_use]
    pub const fn is_half_out(self) -> bool {
        matches!(self, Self::Streaming | Self::Ending)
    }

    /// The state after `step`, or `None` where it is not allowed.
    #[must_use]
    pub fn after(self, step: Move) -> Option<Self> {
        EXCHANGE.get(self as usize)?.get(step as usize).copied().flatten()
    }
}
