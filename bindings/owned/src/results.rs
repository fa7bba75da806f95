//! What a [`Server`] answers beside calls: reads, prompts and completions.

use sansmcp::{Error, Ticket};

use crate::completion::Completion;
use crate::contents::Contents;
use crate::messages::Messages;
use crate::output::Output;
use crate::server::Server;

impl Server {
    /// Answers a read. Of a resource that is not there say so with [`Server::reply`].
    ///
    /// # Errors
    /// As [`sansmcp::Contents::end`].
    pub fn contents(&mut self, ticket: Ticket, contents: &Contents) -> Result<Output, Error> {
        self.output(ticket, contents.size(), |server, tx| contents.write(server, ticket, tx))
    }

    /// Answers a request for a prompt. Of one that is not there say so with [`Server::reply`].
    ///
    /// # Errors
    /// As [`sansmcp::Messages::end`].
    pub fn messages(&mut self, ticket: Ticket, messages: &Messages) -> Result<Output, Error> {
        self.output(ticket, messages.size(), |server, tx| messages.write(server, ticket, tx))
    }

    /// Answers a completion.
    ///
    /// # Errors
    /// As [`sansmcp::Completion::end`].
    pub fn completion(&mut self, ticket: Ticket, completion: &Completion) -> Result<Output, Error> {
        self.output(ticket, completion.size(), |server, tx| completion.write(server, ticket, tx))
    }
}
