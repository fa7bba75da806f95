//! Forms to be filled in.

use sansmcp::json::{Number, Raw, Writer};
use sansmcp::schema::{
    self, BooleanSchema, BooleanSchemaView, Choice, ChoiceView, Elicit, ElicitView, FieldView,
    FormView, Format, LegacyTitledEnum, LegacyTitledEnumView, NumberSchema, NumberSchemaView,
    NumberType, Object as _, StringSchema, StringSchemaView, TitledItems, TitledItemsView,
    TitledMultiSelect, TitledMultiSelectView, TitledSingleSelect, TitledSingleSelectView,
    UntitledItems, UntitledItemsView, UntitledMultiSelect, UntitledMultiSelectView,
    UntitledSingleSelect, UntitledSingleSelectView, Word as _,
};
use sansmcp::{Error, Revision};

use super::{borrowed, number, request_meta};
use crate::block::Words;
use crate::read::{Place, ReadError};

/// A form; see [`Elicit`].
#[derive(Clone, Debug)]
pub(super) struct Form {
    message: Words,
    dialect: Option<String>,
    fields: Vec<(String, Field)>,
    required: Vec<String>,
    meta: String,
}

/// A field of a form, with what its kind has.
#[derive(Clone, Debug)]
struct Field {
    kind: Kind,
    title: Option<String>,
    description: Option<String>,
    /// The text, or the text of the number, that stands there at first.
    default: Option<String>,
}

#[derive(Clone, Debug)]
enum Kind {
    Text { least: Option<u64>, most: Option<u64>, format: Option<Format> },
    Number { kind: NumberType, least: Option<String>, most: Option<String> },
    Boolean { default: Option<bool> },
    One(Choices),
    Any { choices: Choices, least: Option<u64>, most: Option<u64>, default: Vec<String> },
}

/// Texts to choose from.
#[derive(Clone, Debug)]
struct Choices {
    values: Vec<String>,
    names: Names,
}

/// How the names that texts have for people are told.
#[derive(Clone, Debug)]
enum Names {
    None,
    /// Each beside its text.
    Beside(Vec<String>),
    /// In a list of their own.
    Apart(Vec<String>),
}

impl Form {
    pub(super) fn read(params: &Place<'_>) -> Result<Self, ReadError> {
        params.only::<ElicitView<'_>>()?;
        let form = params.get("requestedSchema");
        if form.is_none() {
            return Err(form.wrong("an object"));
        }
        form.only::<FormView<'_>>()?;
        let kind = form.get("type");
        if kind.text()?.is_some_and(|kind| kind != "object") {
            return Err(kind.wrong("\"object\""));
        }
        Ok(Self {
            message: Words::read(&params.get("message"))?,
            dialect: form.get("$schema").text()?,
            fields: form.get("properties").entries(Field::read)?,
            required: form.get("required").list(Place::required)?,
            meta: params.get("_meta").object()?,
        })
    }

    pub(super) fn write(&self, out: &mut Writer<'_>, revision: Revision) -> Result<(), Error> {
        let lists: Vec<Lists<'_>> = self.fields.iter().map(|(_, field)| field.lists()).collect();
        let fields = self.fields.iter().zip(&lists);
        let fields: Vec<(&str, schema::Field<'_>)> =
            fields.map(|((name, field), lists)| (name.as_str(), field.core(lists))).collect();
        let form = schema::Form {
            dialect: self.dialect.as_deref(),
            properties: &fields,
            required: &borrowed(&self.required),
        };
        let params = Elicit {
            message: self.message.prose()?,
            requested_schema: form,
            meta: request_meta(&self.meta),
        };
        params.write(out, revision)
    }
}

impl Field {
    fn read(place: &Place<'_>) -> Result<Self, ReadError> {
        let view = place.value().and_then(FieldView::of).ok_or_else(|| place.wrong("an object"))?;
        let default = place.get("default");
        let mut first = None;
        let kind = match view {
            FieldView::String(_) => {
                place.only::<StringSchemaView<'_>>()?;
                first = default.text()?;
                let read = |value: Raw<'_>| Format::of(value.text()?);
                Kind::Text {
                    least: count(&place.get("minLength"))?,
                    most: count(&place.get("maxLength"))?,
                    format: place
                        .get("format")
                        .optional("\"email\", \"uri\", \"date\" or \"date-time\"", read)?,
                }
            }
            FieldView::Number(view) => {
                place.only::<NumberSchemaView<'_>>()?;
                first = number(&default)?;
                Kind::Number {
                    kind: view.kind().unwrap_or(NumberType::Number),
                    least: number(&place.get("minimum"))?,
                    most: number(&place.get("maximum"))?,
                }
            }
            FieldView::Boolean(_) => {
                place.only::<BooleanSchemaView<'_>>()?;
                Kind::Boolean { default: default.bool()? }
            }
            FieldView::Single(_) => {
                place.only::<UntitledSingleSelectView<'_>>()?;
                first = default.text()?;
                Kind::One(Choices::plain(place)?)
            }
            FieldView::TitledSingle(_) => {
                place.only::<TitledSingleSelectView<'_>>()?;
                first = default.text()?;
                Kind::One(Choices::named(&place.get("oneOf"))?)
            }
            FieldView::Legacy(_) => {
                place.only::<LegacyTitledEnumView<'_>>()?;
                first = default.text()?;
                let names = Names::Apart(place.get("enumNames").list(Place::required)?);
                Kind::One(Choices { names, ..Choices::plain(place)? })
            }
            FieldView::Multi(_) => {
                place.only::<UntitledMultiSelectView<'_>>()?;
                let items = place.get("items");
                items.only::<UntitledItemsView<'_>>()?;
                let kind = items.get("type");
                if kind.text()?.is_some_and(|kind| kind != "string") {
                    return Err(kind.wrong("\"string\""));
                }
                Kind::any(place, Choices::plain(&items)?)?
            }
            FieldView::TitledMulti(_) => {
                place.only::<TitledMultiSelectView<'_>>()?;
                let items = place.get("items");
                items.only::<TitledItemsView<'_>>()?;
                Kind::any(place, Choices::named(&items.get("anyOf"))?)?
            }
            _ => {
                let kinds = "\"string\", \"number\", \"integer\", \"boolean\" or \"array\"";
                return Err(place.get("type").wrong(kinds));
            }
        };
        Ok(Self {
            kind,
            title: place.get("title").text()?,
            description: place.get("description").text()?,
            default: first,
        })
    }

    /// The lists that the core borrows.
    fn lists(&self) -> Lists<'_> {
        let mut lists = Lists::default();
        let (Kind::One(choices) | Kind::Any { choices, .. }) = &self.kind else { return lists };
        match &choices.names {
            Names::Beside(names) => {
                let pairs = choices.values.iter().zip(names);
                lists.choices = pairs.map(|(value, title)| Choice { value, title }).collect();
            }
            Names::Apart(names) => lists.names = borrowed(names),
            Names::None => {}
        }
        lists.values = borrowed(&choices.values);
        if let Kind::Any { default, .. } = &self.kind {
            lists.default = borrowed(default);
        }
        lists
    }

    fn core<'a>(&'a self, lists: &'a Lists<'a>) -> schema::Field<'a> {
        use schema::Field;
        let (title, description) = (self.title.as_deref(), self.description.as_deref());
        let default = self.default.as_deref();
        let (choices, values) = (lists.choices.as_slice(), lists.values.as_slice());
        match &self.kind {
            Kind::Text { least, most, format } => Field::String(StringSchema {
                title,
                description,
                min_length: *least,
                max_length: *most,
                format: *format,
                default,
            }),
            Kind::Number { kind, least, most } => Field::Number(NumberSchema {
                kind: *kind,
                title,
                description,
                minimum: least.as_deref().map(Number::parse),
                maximum: most.as_deref().map(Number::parse),
                default: default.map(Number::parse),
            }),
            Kind::Boolean { default } => {
                Field::Boolean(BooleanSchema { title, description, default: *default })
            }
            Kind::One(Choices { names, .. }) => match names {
                Names::None => Field::Single(UntitledSingleSelect {
                    title,
                    description,
                    choices: values,
                    default,
                }),
                Names::Beside(_) => {
                    Field::TitledSingle(TitledSingleSelect { title, description, choices, default })
                }
                Names::Apart(_) => Field::Legacy(LegacyTitledEnum {
                    title,
                    description,
                    choices: values,
                    names: &lists.names,
                    default,
                }),
            },
            Kind::Any { choices: Choices { names, .. }, least, most, .. } => {
                let (min_items, max_items) = (*least, *most);
                let default = lists.default.as_slice();
                if matches!(names, Names::Beside(_)) {
                    let items = TitledItems { choices };
                    Field::TitledMulti(TitledMultiSelect {
                        title,
                        description,
                        min_items,
                        max_items,
                        items,
                        default,
                    })
                } else {
                    let items = UntitledItems { choices: values };
                    Field::Multi(UntitledMultiSelect {
                        title,
                        description,
                        min_items,
                        max_items,
                        items,
                        default,
                    })
                }
            }
        }
    }
}

impl Kind {
    fn any(place: &Place<'_>, choices: Choices) -> Result<Self, ReadError> {
        Ok(Self::Any {
            choices,
            least: count(&place.get("minItems"))?,
            most: count(&place.get("maxItems"))?,
            default: place.get("default").list(Place::required)?,
        })
    }
}

impl Choices {
    fn plain(place: &Place<'_>) -> Result<Self, ReadError> {
        let values = place.get("enum");
        if values.is_none() {
            return Err(values.wrong("an array"));
        }
        Ok(Self { values: values.list(Place::required)?, names: Names::None })
    }

    fn named(place: &Place<'_>) -> Result<Self, ReadError> {
        let read = |choice: &Place<'_>| {
            choice.only::<ChoiceView<'_>>()?;
            Ok((choice.get("const").required()?, choice.get("title").required()?))
        };
        let (values, names) = place.list(read)?.into_iter().unzip();
        Ok(Self { values, names: Names::Beside(names) })
    }
}

/// What a field lends to the core.
#[derive(Default)]
struct Lists<'a> {
    values: Vec<&'a str>,
    names: Vec<&'a str>,
    choices: Vec<Choice<'a>>,
    default: Vec<&'a str>,
}

/// How many characters or choices.
fn count(place: &Place<'_>) -> Result<Option<u64>, ReadError> {
    place.whole(1 << 53)
}
