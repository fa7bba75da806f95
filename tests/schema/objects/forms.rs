//! Elicitation and the fields of forms.

use super::messages::META;
use super::{Entry, entry};
use sansmcp::json::Number;
use sansmcp::schema::*;

const STRING: StringSchema<'static> = StringSchema {
    title: Some("title"),
    description: Some("description"),
    min_length: Some(1),
    max_length: Some(2),
    format: Some(Format::DateTime),
    default: Some("default"),
};

const FORM: Form<'static> = Form {
    dialect: Some("$schema"),
    properties: &[("one", Field::String(STRING)), ("two", Field::Boolean(BooleanSchema::EMPTY))],
    required: &["required"],
};

pub const ELICIT: Elicit<'static> =
    Elicit { message: Prose::Plain("message"), requested_schema: FORM, meta: Some(META) };

pub const ELICIT_URL: ElicitUrl<'static> = ElicitUrl {
    message: Prose::Plain("message"),
    url: "url",
    elicitation_id: "elicitationId",
    meta: Some(META),
};

pub const ELICIT_RESULT: ElicitResult<'static> = ElicitResult {
    action: ElicitAction::Accept,
    content: "{\"content\":1}",
    meta: "{\"_meta\":1}",
};

const CHOICES: &[Choice<'static>] = &[Choice { value: "const", title: "title" }];

fn fields() -> Vec<Entry> {
    vec![
        entry!(StringSchema, StringSchemaView, ["StringSchema"], [], STRING),
        entry!(
            NumberSchema,
            NumberSchemaView,
            ["NumberSchema"],
            [],
            NumberSchema {
                kind: NumberType::Integer,
                title: Some("title"),
                description: Some("description"),
                minimum: Some(Number::Int(-1)),
                maximum: Some(Number::Int(10)),
                default: Some(Number::Int(0)),
            }
        ),
        entry!(
            BooleanSchema,
            BooleanSchemaView,
            ["BooleanSchema"],
            [],
            BooleanSchema {
                title: Some("title"),
                description: Some("description"),
                default: Some(true),
            }
        ),
        entry!(
            UntitledSingleSelect,
            UntitledSingleSelectView,
            ["UntitledSingleSelectEnumSchema", "EnumSchema"],
            [],
            UntitledSingleSelect {
                title: Some("title"),
                description: Some("description"),
                choices: &["enum"],
                default: Some("default"),
            }
        ),
        entry!(
            TitledSingleSelect,
            TitledSingleSelectView,
            ["TitledSingleSelectEnumSchema"],
            [],
            TitledSingleSelect {
                title: Some("title"),
                description: Some("description"),
                choices: CHOICES,
                default: Some("default"),
            }
        ),
        entry!(
            UntitledMultiSelect,
            UntitledMultiSelectView,
            ["UntitledMultiSelectEnumSchema"],
            [],
            UntitledMultiSelect {
                title: Some("title"),
                description: Some("description"),
                min_items: Some(1),
                max_items: Some(2),
                items: UntitledItems { choices: &["enum"] },
                default: &["default"],
            }
        ),
        entry!(
            UntitledItems,
            UntitledItemsView,
            ["UntitledMultiSelectEnumSchema.items"],
            [],
            UntitledItems { choices: &["enum"] }
        ),
        entry!(
            TitledMultiSelect,
            TitledMultiSelectView,
            ["TitledMultiSelectEnumSchema"],
            [],
            TitledMultiSelect {
                title: Some("title"),
                description: Some("description"),
                min_items: Some(1),
                max_items: Some(2),
                items: TitledItems { choices: CHOICES },
                default: &["default"],
            }
        ),
        entry!(
            TitledItems,
            TitledItemsView,
            ["TitledMultiSelectEnumSchema.items"],
            [],
            TitledItems { choices: CHOICES }
        ),
        entry!(
            Choice,
            ChoiceView,
            ["TitledMultiSelectEnumSchema.items.anyOf[]", "TitledSingleSelectEnumSchema.oneOf[]"],
            [],
            CHOICES[0]
        ),
        entry!(
            LegacyTitledEnum,
            LegacyTitledEnumView,
            ["LegacyTitledEnumSchema", "EnumSchema"],
            [],
            LegacyTitledEnum {
                title: Some("title"),
                description: Some("description"),
                choices: &["enum"],
                names: &["enumNames"],
                default: Some("default"),
            }
        ),
    ]
}

pub fn entries() -> Vec<Entry> {
    let mut all = fields();
    all.extend([
        entry!(Elicit, ElicitView, ["ElicitRequestParams", "ElicitRequestFormParams"], [], ELICIT),
        entry!(
            Form,
            FormView,
            ["ElicitRequestParams.requestedSchema", "ElicitRequestFormParams.requestedSchema"],
            [],
            FORM
        ),
        entry!(ElicitUrl, ElicitUrlView, ["ElicitRequestURLParams"], [], ELICIT_URL),
        entry!(
            ElicitResult,
            ElicitResultView,
            ["ElicitResult"],
            [],
            ELICIT_RESULT,
            ElicitResult { action: ElicitAction::Decline, ..ElicitResult::EMPTY },
            ElicitResult { action: ElicitAction::Cancel, ..ElicitResult::EMPTY }
        ),
        entry!(
            ElicitationComplete,
            ElicitationCompleteView,
            ["ElicitationCompleteNotificationParams"],
            [],
            ElicitationComplete { elicitation_id: "elicitationId" }
        ),
    ]);
    all
}
