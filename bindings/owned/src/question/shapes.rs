//! What the objects are made of that a client can be asked with: beside the core's tables, which
//! know the names and the revisions, what each member is.

use sansmcp::json::{Raw, Text};
use sansmcp::schema::{
    BooleanSchemaView, ChoiceView, CreateMessageView, ElicitUrlView, ElicitView, FieldView,
    FormView, Format, IncludeContext, LegacyTitledEnumView, ListRootsView, ModelHintView,
    ModelPreferencesView, NumberSchemaView, NumberType, Property, Role, SamplingMessageView,
    StringSchemaView, TitledItemsView, TitledMultiSelectView, TitledSingleSelectView,
    ToolChoiceMode, ToolChoiceView, ToolResultContentView, ToolUseContentView, UntitledItemsView,
    UntitledMultiSelectView, UntitledSingleSelectView, View, Word,
};

use Is::{
    Any, Blocks, Count, Fields, Fixed, Flag, Json, List, Number, Object, OneOf, Pieces, Prose,
    Strings, Tools,
};
use Need::{Always, May, Must};

/// An object: its properties, and in the same order what they are.
#[derive(Debug)]
pub(super) struct Shape {
    pub(super) properties: &'static [Property],
    pub(super) members: &'static [(Need, Is)],
}

/// Whether a member has to be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Need {
    /// No. An empty list counts as none.
    May,
    /// It is written in any case, though it may be missing.
    Always,
    /// It must not be missing.
    Must,
}

/// What a member is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Is {
    /// This word, which need not be said.
    Fixed(&'static str),
    /// A text, which is written anew.
    Text,
    /// A text, which goes out as it is written.
    Prose,
    Number,
    Count,
    Flag,
    /// An object, which may stand in a text, of any members.
    Json,
    /// Any value, of the kind that results have.
    Any,
    Strings,
    /// One of these words, and how they are told.
    OneOf(fn(Text<'_>) -> bool, &'static str),
    Object(&'static Shape),
    List(&'static Shape),
    /// The fields of a form, by name.
    Fields,
    /// What a message says: one piece or more.
    Pieces,
    Tools,
    Blocks,
}

const fn shape<V: View<'static>>(members: &'static [(Need, Is)]) -> Shape {
    assert!(V::PROPERTIES.len() == members.len(), "each property has its line here");
    Shape { properties: V::PROPERTIES, members }
}

fn one<W: Word>(text: Text<'_>) -> bool {
    W::of(text).is_some()
}

const TEXT: (Need, Is) = (May, Is::Text);
const NAME: (Need, Is) = (Must, Is::Text);
const META: (Need, Is) = (May, Json);
const NUMBER: (Need, Is) = (May, Number);
const COUNT: (Need, Is) = (May, Count);
const STRING: (Need, Is) = (May, Fixed("string"));
const CHOICES: (Need, Is) = (Must, Strings);

pub(super) static ROOTS: Shape = shape::<ListRootsView<'_>>(&[META]);

// Forms and pages.

pub(super) static ELICIT: Shape =
    shape::<ElicitView<'_>>(&[(May, Fixed("form")), (Must, Prose), (Must, Object(&FORM)), META]);
pub(super) static PAGE: Shape =
    shape::<ElicitUrlView<'_>>(&[(May, Fixed("url")), (Must, Prose), NAME, TEXT, META]);
static FORM: Shape =
    shape::<FormView<'_>>(&[(May, Fixed("object")), TEXT, (Always, Fields), (May, Strings)]);

static STRING_FIELD: Shape = shape::<StringSchemaView<'_>>(&[
    STRING,
    TEXT,
    TEXT,
    COUNT,
    COUNT,
    (May, OneOf(one::<Format>, "\"email\", \"uri\", \"date\" or \"date-time\"")),
    TEXT,
]);
static NUMBER_FIELD: Shape = shape::<NumberSchemaView<'_>>(&[
    (Must, OneOf(one::<NumberType>, "\"number\" or \"integer\"")),
    TEXT,
    TEXT,
    NUMBER,
    NUMBER,
    NUMBER,
]);
static BOOLEAN_FIELD: Shape =
    shape::<BooleanSchemaView<'_>>(&[(May, Fixed("boolean")), TEXT, TEXT, (May, Flag)]);
static SINGLE: Shape = shape::<UntitledSingleSelectView<'_>>(&[STRING, TEXT, TEXT, CHOICES, TEXT]);
static TITLED_SINGLE: Shape =
    shape::<TitledSingleSelectView<'_>>(&[STRING, TEXT, TEXT, (Always, List(&CHOICE)), TEXT]);
static LEGACY: Shape =
    shape::<LegacyTitledEnumView<'_>>(&[STRING, TEXT, TEXT, CHOICES, (May, Strings), TEXT]);
static CHOICE: Shape = shape::<ChoiceView<'_>>(&[NAME, NAME]);
static MULTI: Shape = shape::<UntitledMultiSelectView<'_>>(&[
    (May, Fixed("array")),
    TEXT,
    TEXT,
    COUNT,
    COUNT,
    (Must, Object(&ITEMS)),
    (May, Strings),
]);
static ITEMS: Shape = shape::<UntitledItemsView<'_>>(&[STRING, CHOICES]);
static TITLED_MULTI: Shape = shape::<TitledMultiSelectView<'_>>(&[
    (May, Fixed("array")),
    TEXT,
    TEXT,
    COUNT,
    COUNT,
    (Must, Object(&TITLED_ITEMS)),
    (May, Strings),
]);
static TITLED_ITEMS: Shape = shape::<TitledItemsView<'_>>(&[(Always, List(&CHOICE))]);

/// The field of a form that a value describes; `None` if it is an object and no field.
pub(super) fn field(value: Raw<'_>) -> Option<Option<&'static Shape>> {
    Some(Some(match FieldView::of(value)? {
        FieldView::String(_) => &STRING_FIELD,
        FieldView::Number(_) => &NUMBER_FIELD,
        FieldView::Boolean(_) => &BOOLEAN_FIELD,
        FieldView::Single(_) => &SINGLE,
        FieldView::TitledSingle(_) => &TITLED_SINGLE,
        FieldView::Legacy(_) => &LEGACY,
        FieldView::Multi(_) => &MULTI,
        FieldView::TitledMulti(_) => &TITLED_MULTI,
        _ => return Some(None),
    }))
}

// What the client's model is asked to write.

pub(super) static SAMPLING: Shape = shape::<CreateMessageView<'_>>(&[
    (Must, List(&MESSAGE)),
    (May, Object(&PREFERENCES)),
    (May, Prose),
    (May, OneOf(one::<IncludeContext>, "\"none\", \"thisServer\" or \"allServers\"")),
    NUMBER,
    (Must, Count),
    (May, Strings),
    META,
    (May, Tools),
    (May, Object(&TOOL_CHOICE)),
    META,
]);
static MESSAGE: Shape = shape::<SamplingMessageView<'_>>(&[
    (Must, OneOf(one::<Role>, "\"user\" or \"assistant\"")),
    (Always, Pieces),
    META,
]);
static PREFERENCES: Shape =
    shape::<ModelPreferencesView<'_>>(&[(May, List(&HINT)), NUMBER, NUMBER, NUMBER]);
static HINT: Shape = shape::<ModelHintView<'_>>(&[TEXT]);
static TOOL_CHOICE: Shape = shape::<ToolChoiceView<'_>>(&[(
    May,
    OneOf(one::<ToolChoiceMode>, "\"auto\", \"required\" or \"none\""),
)]);
pub(super) static TOOL_USE: Shape =
    shape::<ToolUseContentView<'_>>(&[(May, Fixed("tool_use")), NAME, NAME, (Always, Json), META]);
pub(super) static TOOL_RESULT: Shape = shape::<ToolResultContentView<'_>>(&[
    (May, Fixed("tool_result")),
    NAME,
    (Always, Blocks),
    (May, Any),
    (May, Flag),
    META,
]);
