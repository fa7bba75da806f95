//! A host that reads everything and answers at once.

use sansmcp::http1::{Conversation, NO_HEADERS, Stage, Step, Version};

/// What a conversation gave, owned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Got {
    Request(Request),
    Refused(u16),
    /// The input ended, and this is where the conversation stood.
    End(Stage),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    pub method: String,
    pub target: String,
    pub path: String,
    pub query: Option<String>,
    pub version: Version,
    pub headers: Vec<(String, Vec<u8>)>,
    pub body: Vec<u8>,
    pub keep: bool,
}

impl Got {
    pub fn request(&self) -> &Request {
        match self {
            Got::Request(request) => request,
            other => panic!("no request: {other:?}"),
        }
    }
}

pub fn taken(conversation: &Conversation<'_>) -> Request {
    let keep = conversation.terms().keep;
    let mut headers = NO_HEADERS;
    let request = conversation.request(&mut headers).expect("a request is there");
    assert_eq!(request.head().method, request.method);
    assert_eq!(request.head().headers.len(), request.headers.len());
    Request {
        method: request.method.to_owned(),
        target: request.target.to_owned(),
        path: request.path.to_owned(),
        query: request.query.map(str::to_owned),
        version: request.version,
        headers: request
            .headers
            .iter()
            .map(|header| (header.name.to_owned(), header.value.to_vec()))
            .collect(),
        body: request.body.to_vec(),
        keep,
    }
}

/// How a test reads.
#[derive(Clone, Copy, Debug)]
pub struct Way<'w> {
    pub buffer: usize,
    pub limit: u64,
    /// How much each read gives, over and over.
    pub reads: &'w [usize],
}

impl Way<'_> {
    pub const WHOLE: Way<'static> = Way { buffer: 4096, limit: 4096, reads: &[usize::MAX] };

    /// Everything that comes of some input.
    pub fn read(self, mut input: &[u8]) -> Vec<Got> {
        let mut buffer = vec![b'#'; self.buffer];
        let mut conversation = Conversation::new(&mut buffer);
        let mut reads = self.reads.iter().cycle();
        let mut all = Vec::new();
        loop {
            while let Some(step) = conversation.advance() {
                match step {
                    Step::Head => {
                        assert_eq!(conversation.stage(), Stage::Judging);
                        let request = taken(&conversation);
                        assert_eq!(request.body, b"", "too early");
                        conversation.accept(self.limit);
                    }
                    Step::Request => {
                        assert_eq!(conversation.stage(), Stage::Answering);
                        let request = taken(&conversation);
                        let keep = request.keep;
                        all.push(Got::Request(request));
                        assert_eq!(conversation.advance(), None, "one after the other");
                        assert_eq!(conversation.finish(), keep);
                    }
                    Step::Refused(status) => {
                        assert!(!conversation.terms().keep);
                        assert!(!conversation.finish());
                        all.push(Got::Refused(status));
                    }
                }
            }
            if conversation.stage() == Stage::Closed || input.is_empty() {
                all.push(Got::End(conversation.stage()));
                return all;
            }
            let space = conversation.space();
            assert!(!space.is_empty(), "nowhere to read to");
            let count = space.len().min(input.len()).min(*reads.next().expect("endless"));
            space[..count].copy_from_slice(&input[..count]);
            conversation.filled(count);
            input = &input[count..];
        }
    }
}

/// The same in one read, byte by byte, and cut in two at every place.
pub fn read_every_way(input: &[u8], way: Way<'_>) -> Vec<Got> {
    let whole = Way { reads: &[usize::MAX], ..way }.read(input);
    assert_eq!(Way { reads: &[1], ..way }.read(input), whole, "byte by byte");
    for cut in 1..input.len() {
        let got = Way { reads: &[cut, usize::MAX], ..way }.read(input);
        assert_eq!(got, whole, "cut at {cut}");
    }
    whole
}
