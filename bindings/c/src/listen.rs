//! What the server is to tell of.

use engine::client::{Client, Subscription};
use engine::schema::SubscriptionFilter;
use engine::{Error, Out};

use crate::client::{sansmcp_client, send_due};
use crate::edge::{at_mut, slice, text};
use crate::event::sansmcp_ticket;
use crate::out::sansmcp_out;
use crate::result::{SANSMCP_OUT_OF_RANGE, done, sansmcp_result};
use crate::text::sansmcp_str;

/// How many resources one subscription can listen to.
pub const SANSMCP_MAX_URIS: usize = 16;

/// What is to be listened to, and how far that was said: set the first members and leave the rest
/// zero. It has to be kept until the subscription has ended; it may be moved, its URIs may not.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_subscription {
    /// The URIs of resources whose changes are to be told.
    pub uris: *const sansmcp_str,
    /// How many; at most SANSMCP_MAX_URIS.
    pub uri_count: usize,
    /// Not 0: changes of the list of tools.
    pub tools: u8,
    /// Not 0: changes of the list of prompts.
    pub prompts: u8,
    /// Not 0: changes of the list of resources.
    pub resources: u8,
    /// The engine's: it is to end.
    pub ends: u8,
    /// Names it in events, once sansmcp_client_listen was called. It changes if the listen was
    /// suspended: sansmcp_client_listen goes on with it.
    pub ticket: sansmcp_ticket,
    /// The engine's: how many messages were written.
    pub at: usize,
}

impl sansmcp_subscription {
    /// Goes on with it.
    unsafe fn go_on<'t>(
        of: *mut Self,
        client: *mut sansmcp_client,
        tx: *mut u8,
        tx_len: usize,
        out: *mut sansmcp_out,
        call: impl FnOnce(
            &mut Client<'_>,
            &mut Subscription<'_>,
            &'t mut [u8],
        ) -> Result<Option<Out<'t>>, Error>,
    ) -> Result<(), sansmcp_result> {
        // SAFETY: as the crate demands of all pointers.
        let of = unsafe { at_mut(of) }?;
        // SAFETY: as above.
        let given = unsafe { slice(of.uris, of.uri_count) }?;
        let mut uris = [""; SANSMCP_MAX_URIS];
        let uris = uris.get_mut(..given.len()).ok_or(SANSMCP_OUT_OF_RANGE)?;
        for (uri, given) in uris.iter_mut().zip(given) {
            // SAFETY: as above.
            *uri = unsafe { text(*given) }?;
        }
        let flag = |given: u8| (given != 0).then_some(true);
        let filter = SubscriptionFilter {
            tools_list_changed: flag(of.tools),
            prompts_list_changed: flag(of.prompts),
            resources_list_changed: flag(of.resources),
            resource_subscriptions: uris,
        };
        let mut subscription = Subscription::resume(filter, of.ticket.read(), of.at, of.ends != 0);
        // SAFETY: as above.
        let result = unsafe {
            send_due(client, tx, tx_len, out, |client, tx| call(client, &mut subscription, tx))
        };
        let (ticket, at, ends) = subscription.state();
        of.ticket = sansmcp_ticket::of(ticket);
        of.at = at;
        of.ends = u8::from(ends);
        result
    }
}

/// Asks to be told of changes. SANSMCP_NONE: all was said. Call it until then: from 2026-07-28 on
/// it is one message, before one for each resource, since changes of lists come by themselves
/// there. SANSMCP_CLIENT_EVENT_LISTENING says what the server agreed to,
/// SANSMCP_CLIENT_EVENT_LISTEN_ENDED that it is over. It takes a slot while it lasts, and before
/// 2026-07-28 one more for each resource until that is answered.
///
/// SANSMCP_NOT_OFFERED: the server announced nothing of it. SANSMCP_NOT_READY, SANSMCP_BUSY,
/// SANSMCP_SHORT: it can be gone on with. SANSMCP_OUT_OF_RANGE: there are too many URIs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_client_listen(
    client: *mut sansmcp_client,
    subscription: *mut sansmcp_subscription,
    now_ms: u64,
    tx: *mut u8,
    tx_len: usize,
    out: *mut sansmcp_out,
) -> sansmcp_result {
    // SAFETY: as the crate demands of all pointers.
    done(unsafe {
        sansmcp_subscription::go_on(subscription, client, tx, tx_len, out, |client, it, tx| {
            client.listen(it, now_ms, tx)
        })
    })
}

/// Asks not to be told any more. SANSMCP_NONE: all was said. Call it until then, and then
/// sansmcp_client_next_output as always. There is no event of its end.
///
/// SANSMCP_STALE: it is over. Else as sansmcp_client_listen.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_client_unlisten(
    client: *mut sansmcp_client,
    subscription: *mut sansmcp_subscription,
    now_ms: u64,
    tx: *mut u8,
    tx_len: usize,
    out: *mut sansmcp_out,
) -> sansmcp_result {
    // SAFETY: as the crate demands of all pointers.
    done(unsafe {
        sansmcp_subscription::go_on(subscription, client, tx, tx_len, out, |client, it, tx| {
            client.unlisten(it, now_ms, tx)
        })
    })
}
