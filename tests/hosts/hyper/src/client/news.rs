//! What the server is to tell, and what it is told.

use sansmcp::client::Subscription;
use sansmcp::rules::Level;
use sansmcp::schema::{Json, SubscriptionFilter};
use sansmcp::{Error, Ticket};
use tokio::sync::oneshot;

use super::answers::{Ended, Pending, Trouble};
use super::calls::How;
use super::engine::Engine;
use super::peer::Peer;

/// Changes that the server is asked to tell of, until this is dropped.
pub struct Watching<'a> {
    peer: Peer,
    subscription: Subscription<'a>,
}

impl Watching<'_> {
    /// Names it in the events that come of it.
    pub fn ticket(&self) -> Ticket {
        self.subscription.ticket()
    }
}

impl Drop for Watching<'_> {
    fn drop(&mut self) {
        // If it is over, there is nothing to end.
        let _ = self.peer.step(|engine| engine.unlisten(&mut self.subscription));
    }
}

impl Peer {
    /// Asks to be told of changes: the application hears what the server agrees to, and then of
    /// each change.
    ///
    /// # Errors
    /// What the engine has against it.
    pub fn listen<'a>(&self, filter: SubscriptionFilter<'a>) -> Result<Watching<'a>, Trouble> {
        let mut watching = Watching { peer: self.clone(), subscription: Subscription::new(filter) };
        self.step(|engine| engine.listen(&mut watching.subscription))?;
        Ok(watching)
    }

    /// Asks for log messages from a level on.
    ///
    /// # Errors
    /// Why it came to nothing.
    pub async fn set_level(&self, level: Level) -> Result<(), Trouble> {
        match self.step(|engine| engine.set_level(level))? {
            Some((number, end)) => {
                Pending { peer: self.clone(), number, end }.await?;
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Tells the server something. Params are a JSON object.
    ///
    /// # Errors
    /// What the engine has against it.
    pub fn notify(&self, method: &str, params: &str) -> Result<(), Trouble> {
        Ok(self.step(|engine| engine.notify(method, params))?)
    }
}

impl Engine {
    fn listen(&mut self, subscription: &mut Subscription<'_>) -> Result<(), Error> {
        while self.write_some(|client, tx, now| client.listen(subscription, now, tx))? {}
        Ok(())
    }

    fn unlisten(&mut self, subscription: &mut Subscription<'_>) -> Result<(), Error> {
        while self.write_some(|client, tx, now| client.unlisten(subscription, now, tx))? {}
        Ok(())
    }

    /// Before 2026-07-28 it is a call.
    #[allow(clippy::type_complexity)] // as of a call
    fn set_level(
        &mut self,
        level: Level,
    ) -> Result<Option<(u64, oneshot::Receiver<Ended>)>, Error> {
        let options = self.options(How::default());
        let ticket =
            self.write(None, |client, tx, now| client.set_level(level, &options, now, tx))?;
        Ok((ticket != Ticket::NONE).then(|| self.opened(ticket, "logging/setLevel", "", None)))
    }

    fn notify(&mut self, method: &str, params: &str) -> Result<(), Error> {
        self.write(None, |client, tx, _| Ok(((), client.notify(method, &Json(params), tx)?)))
    }
}
