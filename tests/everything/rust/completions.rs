//! What arguments of prompts and the variable of the template may be completed to.

use sansmcp::{Completing, Event, Reference};

use crate::answers::plain;
use crate::desk::{Desk, Done};
use crate::resources::{RESOURCES, TEMPLATES};

/// How many ids the template knows: more than one answer can hold.
const IDS: u32 = 150;

pub fn complete<'t>(
    desk: &mut Desk<'_, '_>,
    completing: &Completing<'_>,
    tx: &'t mut [u8],
) -> Done<'t> {
    let Some(values) = values(completing) else {
        return desk.server.reply(&Event::Complete(*completing), tx);
    };
    let typed = plain(completing.value());
    let mut completion = desk.server.completion(completing.ticket(), tx);
    for value in values.iter().filter(|value| value.starts_with(&typed)) {
        // The engine sends a hundred of them, and says that there are more.
        completion = completion.value(value.as_str());
    }
    completion.end()
}

/// All values that the argument can have; `None` if it is not one of ours.
fn values(completing: &Completing<'_>) -> Option<Vec<String>> {
    let (reference, argument) = (completing.reference()?, completing.name());
    let words = |words: &[&str]| Some(words.iter().map(|word| (*word).to_owned()).collect());
    match reference {
        Reference::Prompt(name) if name == *"test_prompt_with_arguments" => {
            if argument == *"arg1" {
                return words(&["hello", "help", "paris", "park", "party", "world"]);
            }
            if argument != *"arg2" {
                return None;
            }
            match completing.context("arg1").map(plain) {
                // What the first argument says narrows the second.
                Some(one) => words(&[&format!("{one} again"), &format!("{one} world")]),
                None => words(&["again", "world"]),
            }
        }
        Reference::Prompt(name) if name == *"test_prompt_with_embedded_resource" => {
            Some(RESOURCES.iter().map(|resource| resource.uri.to_owned()).collect())
        }
        Reference::Template(uri) if uri == *TEMPLATES[0].uri_template => {
            Some((1..=IDS).map(|id| id.to_string()).collect())
        }
        _ => None,
    }
}
