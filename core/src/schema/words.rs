//! Properties that are one of a few words, as plain enums.

use crate::json::Text;

/// One of a few words that a property may be.
pub trait Word: Copy {
    /// The word on the wire.
    fn name(self) -> &'static str;

    /// The value that `text` stands for.
    fn of(text: Text<'_>) -> Option<Self>;
}

/// A plain enum of words.
macro_rules! words {
    (
        $(#[$meta:meta])*
        $name:ident { $( $(#[$vmeta:meta])* $variant:ident = $word:literal ),+ $(,)? }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $( $(#[$vmeta])* $variant ),+ }

        impl $name {
            /// Every word there is.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];
        }

        impl $crate::schema::Word for $name {
            fn name(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            fn of(text: $crate::json::Text<'_>) -> Option<Self> {
                Self::ALL.iter().copied().find(|word| text == *word.name())
            }
        }

        impl<'a> $crate::schema::Read<'a> for $name {
            fn read(raw: $crate::json::Raw<'a>) -> Option<Self> {
                <Self as $crate::schema::Word>::of(raw.text()?)
            }
        }
    };
}
pub(super) use words;
