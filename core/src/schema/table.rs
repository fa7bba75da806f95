//! One declaration an object: from it come the struct for writing, its writer, the view for
//! reading with one accessor a property, and the table of the revisions that have it.
//!
//! A property is written `"wireName" field: kind, SINCE;`, or `SINCE to UNTIL`. These are the kinds
//! (`must_…`: always written; others: where there is something):
//!
//! | kind | written from | read as |
//! |---|---|---|
//! | `text`, `maybe` | `&str`, `Option<&str>` | `Text` |
//! | `prose`, `maybe_prose` | `Prose`, `Option<Prose>` | `Text` |
//! | `base64` | `&[u8]` | `Text`, still encoded |
//! | `flag` | `Option<bool>` | `bool` |
//! | `count`, `must_count` | `u64` | `u64` |
//! | `must_int` | `i64` | `i64` |
//! | `number`, `must_number` | `Number` | `Number` |
//! | `json`, `must_json` | JSON text, empty: absent | `Raw` |
//! | `structured` | JSON text, of an object before 2026-07-28 | `Raw` |
//! | `json_object`, `must_json_object` | JSON text of an object | `Raw` |
//! | `token`, `must_token` | JSON text of a string or a number | `Raw` |
//! | `cancelled_id` | the same, may be empty in 2025-11-25 only | `Raw` |
//! | `spoken` | the revision it is written in, or another | `Text` |
//! | `word(T)`, `must_word(T)`, `words(T)` | an enum of words | the same |
//! | `strings`, `must_strings` | `&[&str]` | `List<Text>` |
//! | `object(T, V)`, `must_object(T, V)` | another object | its view |
//! | `context(T, V)` | `Option`, always written from 2026-07-28 on | its view |
//! | `list(T, V)`, `must_list(T, V)`, `one_or_list(T, V)` | a slice of objects | `List<V>` |
//! | `map(T, V)`, `must_map(T, V)`, `string_map` | a slice of names and values | `Entries` |
//!
//! `fixed "type" kind = "text", SINCE;` comes first and has no field. `icons SINCE;` comes last and
//! makes the fields `icons` and `icon_source`; `extra;` makes a field for further members.

/// The type of the field that a property of this kind is written from.
macro_rules! set {
    (text) => { &'a str };
    (maybe) => { Option<&'a str> };
    (prose) => { $crate::schema::Prose<'a> };
    (maybe_prose) => { Option<$crate::schema::Prose<'a>> };
    (base64) => { &'a [u8] };
    (flag) => { Option<bool> };
    (count) => { Option<u64> };
    (must_count) => { u64 };
    (must_int) => { i64 };
    (number) => { Option<$crate::json::Number<'a>> };
    (must_number) => { $crate::json::Number<'a> };
    (json) => { &'a str };
    (must_json) => { &'a str };
    (structured) => { &'a str };
    (json_object) => { &'a str };
    (must_json_object) => { &'a str };
    (token) => { &'a str };
    (must_token) => { &'a str };
    (cancelled_id) => { &'a str };
    (spoken) => { Option<&'a str> };
    (word $T:ident) => { Option<$T> };
    (must_word $T:ident) => { $T };
    (words $T:ident) => { &'a [$T] };
    (strings) => { &'a [&'a str] };
    (must_strings) => { &'a [&'a str] };
    (object $T:ty, $V:ident) => { Option<$T> };
    (context $T:ty, $V:ident) => { Option<$T> };
    (must_object $T:ty, $V:ident) => { $T };
    (list $T:ty, $V:ident) => { &'a [$T] };
    (must_list $T:ty, $V:ident) => { &'a [$T] };
    (one_or_list $T:ty, $V:ident) => { &'a [$T] };
    (map $T:ty, $V:ident) => { &'a [(&'a str, $T)] };
    (must_map $T:ty, $V:ident) => { &'a [(&'a str, $T)] };
    (string_map) => { &'a [(&'a str, &'a str)] };
}
pub(super) use set;

/// How such a field is handed to its writer: whole objects by reference.
macro_rules! given {
    (object $field:expr) => {
        &$field
    };
    (context $field:expr) => {
        &$field
    };
    (must_object $field:expr) => {
        &$field
    };
    ($kind:ident $field:expr) => {
        $field
    };
}
pub(super) use given;

/// What such a field holds where nothing was filled in.
macro_rules! empty {
    (text) => {
        ""
    };
    (prose) => {
        $crate::schema::Prose::Plain("")
    };
    (must_count) => {
        0
    };
    (must_int) => {
        0
    };
    (must_number) => {
        $crate::json::Number::Int(0)
    };
    (json) => {
        ""
    };
    (must_json) => {
        "null"
    };
    (structured) => {
        ""
    };
    (json_object) => {
        ""
    };
    (must_json_object) => {
        ""
    };
    (token) => {
        ""
    };
    (must_token) => {
        "0"
    };
    (cancelled_id) => {
        ""
    };
    (must_word $T:ident) => {
        const { $T::ALL[0] }
    };
    (must_object $T:ty, $V:ident) => {
        <$T>::EMPTY
    };
    (base64) => {
        &[]
    };
    (words $T:ident) => {
        &[]
    };
    (strings) => {
        &[]
    };
    (must_strings) => {
        &[]
    };
    (list $T:ty, $V:ident) => {
        &[]
    };
    (must_list $T:ty, $V:ident) => {
        &[]
    };
    (one_or_list $T:ty, $V:ident) => {
        &[]
    };
    (map $T:ty, $V:ident) => {
        &[]
    };
    (must_map $T:ty, $V:ident) => {
        &[]
    };
    (string_map) => {
        &[]
    };
    ($kind:ident $($arg:tt)*) => {
        None
    };
}
pub(super) use empty;

/// What a property of this kind is read as.
macro_rules! got {
    (base64) => { Option<$crate::json::Text<'a>> };
    (text) => { Option<$crate::json::Text<'a>> };
    (maybe) => { Option<$crate::json::Text<'a>> };
    (prose) => { Option<$crate::json::Text<'a>> };
    (maybe_prose) => { Option<$crate::json::Text<'a>> };
    (flag) => { Option<bool> };
    (count) => { Option<u64> };
    (must_count) => { Option<u64> };
    (must_int) => { Option<i64> };
    (number) => { Option<$crate::json::Number<'a>> };
    (must_number) => { Option<$crate::json::Number<'a>> };
    (word $T:ident) => { Option<$T> };
    (must_word $T:ident) => { Option<$T> };
    (words $T:ident) => { $crate::schema::List<'a, $T> };
    (spoken) => { Option<$crate::json::Text<'a>> };
    (strings) => { $crate::schema::List<'a, $crate::json::Text<'a>> };
    (must_strings) => { $crate::schema::List<'a, $crate::json::Text<'a>> };
    (object $T:ty, $V:ident) => { Option<$V<'a>> };
    (context $T:ty, $V:ident) => { Option<$V<'a>> };
    (must_object $T:ty, $V:ident) => { Option<$V<'a>> };
    (list $T:ty, $V:ident) => { $crate::schema::List<'a, $V<'a>> };
    (must_list $T:ty, $V:ident) => { $crate::schema::List<'a, $V<'a>> };
    (one_or_list $T:ty, $V:ident) => { $crate::schema::List<'a, $V<'a>> };
    (map $T:ty, $V:ident) => { $crate::schema::Entries<'a, $V<'a>> };
    (must_map $T:ty, $V:ident) => { $crate::schema::Entries<'a, $V<'a>> };
    (string_map) => { $crate::schema::Entries<'a, $crate::json::Text<'a>> };
    ($raw:ident) => { Option<$crate::json::Raw<'a>> };
}
pub(super) use got;

/// Reads the property `$name` of the object `$raw`.
macro_rules! get {
    ($raw:expr, $name:literal, json_object) => {
        $raw.get($name).and_then($crate::schema::view::object)
    };
    ($raw:expr, $name:literal, must_json_object) => {
        $raw.get($name).and_then($crate::schema::view::object)
    };
    ($raw:expr, $name:literal, token) => {
        $raw.get($name).and_then($crate::schema::view::token)
    };
    ($raw:expr, $name:literal, must_token) => {
        $raw.get($name).and_then($crate::schema::view::token)
    };
    ($raw:expr, $name:literal, cancelled_id) => {
        $raw.get($name).and_then($crate::schema::view::token)
    };
    ($raw:expr, $name:literal, words $($arg:tt)*) => {
        $crate::schema::List::of($raw.get($name))
    };
    ($raw:expr, $name:literal, strings) => {
        $crate::schema::List::of($raw.get($name))
    };
    ($raw:expr, $name:literal, must_strings) => {
        $crate::schema::List::of($raw.get($name))
    };
    ($raw:expr, $name:literal, list $($arg:tt)*) => {
        $crate::schema::List::of($raw.get($name))
    };
    ($raw:expr, $name:literal, must_list $($arg:tt)*) => {
        $crate::schema::List::of($raw.get($name))
    };
    ($raw:expr, $name:literal, one_or_list $($arg:tt)*) => {
        $crate::schema::List::of_one($raw.get($name))
    };
    ($raw:expr, $name:literal, map $($arg:tt)*) => {
        $crate::schema::Entries::of($raw.get($name))
    };
    ($raw:expr, $name:literal, must_map $($arg:tt)*) => {
        $crate::schema::Entries::of($raw.get($name))
    };
    ($raw:expr, $name:literal, string_map) => {
        $crate::schema::Entries::of($raw.get($name))
    };
    ($raw:expr, $name:literal, $($kind:tt)*) => {
        $raw.get($name).and_then($crate::schema::Read::read)
    };
}
pub(super) use get;

/// One row of the table.
macro_rules! property {
    ($name:literal, $since:ident) => { $crate::schema::table::property!($name, $since JUL26) };
    ($name:literal, $since:ident $until:ident) => {
        $crate::schema::Property {
            name: $name,
            since: $crate::schema::since::$since,
            until: $crate::schema::since::$until,
        }
    };
}
pub(super) use property;

/// The view of an object, without a struct for writing.
macro_rules! view {
    (
        $(#[$meta:meta])*
        $view:ident {
            $( fixed $fixname:literal $fixfield:ident = $fixvalue:literal, $fixsince:ident; )*
            $( $(#[$fmeta:meta])*
               $name:literal $field:ident: $kind:ident $(($($arg:tt)*))?,
               $since:ident $(to $until:ident)?; )*
            $( icons $icons:ident; )?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug)]
        pub struct $view<'a>($crate::json::Raw<'a>);

        impl<'a> $view<'a> {
            /// The view of `raw`; `None` if that is no object.
            #[must_use]
            pub fn of(raw: $crate::json::Raw<'a>) -> Option<Self> {
                $crate::schema::view::object(raw).map(Self)
            }

            /// The object itself, with all that the view does not know.
            #[must_use]
            pub const fn raw(&self) -> $crate::json::Raw<'a> {
                self.0
            }

            $(
                #[doc = concat!("`", $fixname, "`, which is `", $fixvalue, "`.")]
                #[must_use]
                pub fn $fixfield(&self) -> Option<$crate::json::Text<'a>> {
                    self.0.get($fixname).and_then($crate::schema::Read::read)
                }
            )*

            $(
                $(#[$fmeta])*
                #[must_use]
                pub fn $field(&self) -> $crate::schema::table::got!($kind $($($arg)*)?) {
                    $crate::schema::table::get!(self.0, $name, $kind $($($arg)*)?)
                }
            )*

            $(
                /// The pictures that stand for it.
                #[must_use]
                pub fn icons(&self) -> $crate::schema::List<'a, $crate::schema::IconView<'a>> {
                    const _: $crate::Revision = $crate::schema::since::$icons;
                    $crate::schema::List::of(self.0.get("icons"))
                }
            )?
        }

        impl<'a> $crate::schema::Read<'a> for $view<'a> {
            fn read(raw: $crate::json::Raw<'a>) -> Option<Self> {
                Self::of(raw)
            }
        }

        impl<'a> $crate::schema::View<'a> for $view<'a> {
            const PROPERTIES: &'static [$crate::schema::Property] = &[
                $( $crate::schema::table::property!($fixname, $fixsince), )*
                $( $crate::schema::table::property!($name, $since $($until)?), )*
                $( $crate::schema::table::property!("icons", $icons), )?
            ];

            fn raw(&self) -> $crate::json::Raw<'a> {
                self.0
            }

            fn reads(&self, name: &str) -> bool {
                use $crate::schema::view::Found as _;
                match name {
                    $( $fixname => self.$fixfield().is_found(), )*
                    $( $name => self.$field().is_found(), )*
                    $( "icons" => {
                        const _: $crate::Revision = $crate::schema::since::$icons;
                        self.icons().is_found()
                    } )?
                    _ => false,
                }
            }
        }
    };
}
pub(super) use view;

/// An object: the struct for writing, `EMPTY`, the writer, and its [`view!`].
macro_rules! object {
    (
        $(#[$meta:meta])*
        $object:ident $(<$lt:lifetime>)? $view:ident, $first:ident $(to $last:ident)? {
            $( fixed $fixname:literal $fixfield:ident = $fixvalue:literal, $fixsince:ident; )*
            $( $(#[$fmeta:meta])*
               $name:literal $field:ident: $kind:ident $(($($arg:tt)*))?,
               $since:ident $(to $until:ident)?; )*
            $( icons $icons:ident; )?
            $( extra $extra:ident; )?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug)]
        pub struct $object $(<$lt>)? {
            $( $(#[$fmeta])* pub $field: $crate::schema::table::set!($kind $($($arg)*)?), )*
            $(
                /// Its pictures.
                pub icons: &'a [$crate::schema::Icon<'a>],
                #[doc = concat!("Its pictures if they are not in a slice; then the slice is not ",
                    "looked at. Since ", stringify!($icons), " as the slice.")]
                pub icon_source: Option<&'a dyn $crate::schema::IconSource>,
            )?
            $(
                /// Further members: the JSON text of an object, whose members are added. Their
                /// names must be others than those above. Empty: none.
                pub $extra: &'a str,
            )?
        }

        impl $(<$lt>)? $object $(<$lt>)? {
            /// Nothing set: fill in what there is, and leave the rest to it.
            pub const EMPTY: Self = Self {
                $( $field: $crate::schema::table::empty!($kind $($($arg)*)?), )*
                $( icons: $crate::schema::table::nothing!(&[], $icons),
                   icon_source: None, )?
                $( $extra: "", )?
            };
        }

        impl $(<$lt>)? Default for $object $(<$lt>)? {
            fn default() -> Self {
                Self::EMPTY
            }
        }

        impl $(<$lt>)? $crate::schema::Object for $object $(<$lt>)? {
            fn write(
                &self,
                out: &mut $crate::json::Writer<'_>,
                revision: $crate::Revision,
            ) -> Result<(), $crate::Error> {
                const WHOLE: $crate::schema::Property =
                    $crate::schema::table::property!("", $first $($last)?);
                if !WHOLE.is_in(revision) {
                    return Err($crate::Error::NotSupported);
                }
                #[allow(unused_mut)]
                let mut members = $crate::schema::members::Members::open(out, revision);
                $(
                    const { assert!(!$fixvalue.is_empty()) };
                    members.text(
                        &const { $crate::schema::table::property!($fixname, $fixsince) },
                        $fixvalue,
                    );
                )*
                $(
                    members.$kind(
                        &const { $crate::schema::table::property!($name, $since $($until)?) },
                        $crate::schema::table::given!($kind self.$field),
                    );
                )*
                $(
                    members.icons(
                        &const { $crate::schema::table::property!("icons", $icons) },
                        self.icons,
                        self.icon_source,
                    );
                )?
                $( members.extra(self.$extra); )?
                members.close()
            }
        }

        $crate::schema::table::view! {
            #[doc = concat!("How a [`", stringify!($object), "`] is read.")]
            $view {
                $( fixed $fixname $fixfield = $fixvalue, $fixsince; )*
                $( $(#[$fmeta])* $name $field: $kind $(($($arg)*))?, $since $(to $until)?; )*
                $( icons $icons; )?
            }
        }
    };
}
pub(super) use object;

/// A value, with a word beside it that is only there to repeat.
macro_rules! nothing {
    ($value:expr, $word:ident) => {
        $value
    };
}
pub(super) use nothing;
