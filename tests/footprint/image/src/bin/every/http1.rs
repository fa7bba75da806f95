//! HTTP/1.1 on the wire.

use core::hint::black_box;

use sansmcp::http1::{
    CONTINUE, Chunk, Conversation, ConversationState, Framing, HeadError, LAST_CHUNK, NO_HEADERS,
    Step, Terms, reason,
};

use crate::{Unknown, keep};

pub(crate) fn conversation(unknown: &mut Unknown<'_>) {
    let mut conversation = Conversation::new(unknown.out);
    for _ in 0..black_box(9) {
        let count = image::read(conversation.space());
        // Also more than was read.
        conversation.filled(black_box(count));
        while let Some(step) = conversation.advance() {
            let mut headers = NO_HEADERS;
            if let Some(request) = conversation.request(&mut headers) {
                keep((request, request.head()));
            }
            match step {
                Step::Head if black_box(true) => keep(conversation.accept(black_box(7))),
                Step::Head => keep(conversation.skip(black_box(7))),
                Step::Request => keep((conversation.terms(), conversation.finish())),
                Step::Refused(status) => keep(status),
            }
            keep(conversation.stage());
            if black_box(false) {
                conversation.close();
            }
        }
    }
}

/// A state with any buffer, in any order.
pub(crate) fn state(unknown: &mut Unknown<'_>) {
    let mut state = ConversationState::NEW;
    for _ in 0..black_box(9) {
        let buffer = unknown.out.get_mut(..black_box(5)).unwrap_or_default();
        match black_box(1) {
            0 => state.filled(buffer, black_box(9)),
            1 => keep(image::read(state.space(buffer))),
            2 => keep(state.advance(buffer)),
            3 => keep(state.request(buffer, &mut NO_HEADERS.clone())),
            4 => keep(state.accept(buffer, black_box(9))),
            5 => keep(state.skip(black_box(9))),
            6 => keep((state.terms(), state.stage())),
            7 => state.close(),
            _ => keep(state.finish()),
        }
    }
}

pub(crate) fn replies(unknown: &mut Unknown<'_>) {
    let headers = [(unknown.text, unknown.text); 3].into_iter().take(black_box(2));
    let (terms, status) = (unknown.number(Terms::CLOSE), unknown.number(200));
    let framing = unknown.number(Framing::Length(7));
    match terms.write_head(status, headers, framing, unknown.out) {
        Ok(sent) => keep(sent),
        Err(error @ HeadError::Short { need }) => keep((error, need)),
        Err(error) => keep(error),
    }
    let chunk = Chunk::new(unknown.number(9));
    keep((chunk.head(), chunk.tail(), LAST_CHUNK, CONTINUE, reason(status)));
}
