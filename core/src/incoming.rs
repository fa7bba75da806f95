//! What came in: the text of a message and the numbers over it, which the events of both roles are
//! views of.

use crate::envelope::Parts;
use crate::exchange::Ticket;
use crate::json::{Raw, Span, Text};
use crate::rules::{Method, Revision};

/// What all events have in common.
#[derive(Clone, Copy, Debug)]
pub struct Incoming<'f> {
    pub(crate) text: &'f str,
    pub(crate) parts: Parts,
}

/// Each kind of event is what came in, with its own words beside: newtypes over `$base`.
macro_rules! incoming {
    ($base:ident: $($(#[$doc:meta])* $name:ident),+ $(,)?) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name<'f>($base<'f>);

        impl<'f> $name<'f> {
            pub(super) const fn of(request: $base<'f>) -> Self {
                Self(request)
            }

            /// Put together again over a copy of its text; see [`Incoming::raw`].
            #[must_use]
            pub fn from_parts(text: &'f str, parts: Parts) -> Self {
                Self($base::new(text, parts))
            }
        }

        impl<'f> core::ops::Deref for $name<'f> {
            type Target = $base<'f>;
            fn deref(&self) -> &$base<'f> {
                &self.0
            }
        }
    )+ };
}

/// Makes [`Event`] and [`EventKind`] of one table: number, name in transcripts, variant, its view.
macro_rules! events {
    (
        $base:ident: $common:ident
        $($(#[$doc:meta])* $number:literal $name:literal $kind:ident($view:ident),)+
    ) => {
        /// What came in.
        #[derive(Clone, Copy, Debug)]
        #[non_exhaustive]
        pub enum Event<'f> {
            $($(#[$doc])* $kind($view<'f>),)+
        }

        /// The kind of an event as a number, for bindings.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        #[allow(missing_docs)] // As the variants of `Event`.
        pub enum EventKind {
            $($kind = $number,)+
        }

        impl<'f> Event<'f> {
            /// The event's kind, the text of its message, and the numbers over it.
            #[must_use]
            pub fn raw(&self) -> (EventKind, &'f str, Parts) {
                match self {
                    $(Self::$kind(view) => {
                        let (text, parts) = view.raw();
                        (EventKind::$kind, text, parts)
                    })+
                }
            }

            /// An event put together again over a copy of its text.
            #[must_use]
            pub fn from_parts(kind: EventKind, text: &'f str, parts: Parts) -> Self {
                let common = $base::new(text, parts);
                match kind {
                    $(EventKind::$kind => Self::$kind($view::of(common)),)+
                }
            }
        }

        impl EventKind {
            /// Every kind, in the order of the numbers.
            pub const ALL: [Self; [$($number),+].len()] = [$(Self::$kind),+];

            /// The kind's name in transcripts and logs, such as `call_tool`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)+
                }
            }
        }

        impl<'f> Event<'f> {
            /// What all events have in common; its ticket is [`Ticket::NONE`] where nothing came.
            #[must_use]
            pub fn $common(&self) -> $base<'f> {
                *self.view()
            }

            /// The same where it stands: it is large to move.
            pub(crate) fn view(&self) -> &$base<'f> {
                match self {
                    $(Self::$kind(view) => view,)+
                }
            }

            /// The kind alone.
            #[must_use]
            pub fn kind(&self) -> EventKind {
                self.raw().0
            }

            /// The ticket to answer it by, or of the exchange that it is of; [`Ticket::NONE`]
            /// where there is none.
            #[must_use]
            pub fn ticket(&self) -> Ticket {
                self.view().ticket()
            }
        }

        impl EventKind {
            /// The kind stored as a number.
            #[must_use]
            pub fn from_number(number: u8) -> Option<Self> {
                Self::ALL.get(usize::from(number).wrapping_sub(1)).copied()
            }
        }
    };
}

impl<'f> Incoming<'f> {
    pub(crate) fn new(text: &'f str, parts: Parts) -> Self {
        Self { text, parts }
    }

    /// The ticket of the exchange that it belongs to; of a request of the peer's the one to answer
    /// it by.
    #[must_use]
    pub fn ticket(&self) -> Ticket {
        self.parts.ticket
    }

    /// The revision that it was spoken in.
    #[must_use]
    pub fn revision(&self) -> Revision {
        Revision::from_number(self.parts.revision).unwrap_or(Revision::LATEST)
    }

    /// The method, [`Method::Custom`] if the protocol does not know it.
    #[must_use]
    pub fn method(&self) -> Method {
        Method::from_number(self.parts.method)
    }

    /// The method's name as it came.
    #[must_use]
    pub fn method_name(&self) -> Text<'f> {
        self.text_at(self.parts.method_name)
    }

    /// The id as written, quotes included.
    #[must_use]
    pub fn id(&self) -> Option<&'f str> {
        self.parts.id.of(self.text)
    }

    /// The params, an object.
    #[must_use]
    pub fn params(&self) -> Option<Raw<'f>> {
        self.raw_at(self.parts.params)
    }

    /// `params._meta`, an object.
    #[must_use]
    pub fn meta(&self) -> Option<Raw<'f>> {
        self.raw_at(self.parts.meta)
    }

    /// The text of the message and the numbers over it.
    #[must_use]
    pub fn raw(&self) -> (&'f str, Parts) {
        (self.text, self.parts)
    }

    pub(crate) fn raw_at(&self, span: Span) -> Option<Raw<'f>> {
        span.of(self.text).map(Raw::trusted)
    }

    pub(crate) fn text_at(&self, span: Span) -> Text<'f> {
        self.raw_at(span).and_then(|raw| raw.text()).unwrap_or(Text::trusted(""))
    }

    /// A member of the params.
    pub(crate) fn param(&self, key: &str) -> Option<Raw<'f>> {
        self.params()?.get(key)
    }
}

pub(crate) use {events, incoming};
