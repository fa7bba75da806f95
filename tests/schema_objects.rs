//! Every property of every object of the official schemas is written and read, in exactly the
//! revisions that have it.
//!
//! `schema/properties.txt` says what there is; `schema/condense.py` makes it from the official
//! schemas. The registry names for each object its definitions there and gives samples in which
//! everything is set.

#[path = "schema/objects/exclusions.rs"]
mod exclusions;
#[path = "schema/objects/official.rs"]
mod official;
#[path = "schema/objects/registry.rs"]
mod registry;
#[path = "schema/objects/values.rs"]
mod values;

use std::collections::{BTreeMap, BTreeSet};

use official::Official;
use registry::{Entry, registry};
use sansmcp::Error;
use sansmcp::Revision;
use sansmcp::json::{Kind, Raw, Writer};
use sansmcp::rules::revision;
use sansmcp::schema::Object;

/// The JSON text of an object in a revision.
fn written(object: &dyn Object, revision: Revision) -> Result<String, Error> {
    let mut buffer = [0; 16384];
    let mut out = Writer::new(&mut buffer);
    object.write(&mut out, revision)?;
    assert!(out.fits());
    let text = String::from_utf8(out.finish().to_vec()).expect("UTF-8");
    let raw = Raw::parse_str(&text).unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
    assert_eq!(raw.kind(), Kind::Object, "{text}");
    let mut names = BTreeSet::new();
    for (name, _) in raw.members() {
        assert!(names.insert(name.raw().to_string()), "twice the same name: {text}");
    }
    Ok(text)
}

/// Those that this build speaks.
fn revisions() -> impl Iterator<Item = Revision> {
    revision::supported().map(|rules| rules.revision)
}

/// At least how many properties must have been looked at: a test that looks at none cannot fail.
const MANY: usize = if cfg!(feature = "legacy") { 1000 } else { 200 };

/// Whether the revision has any of the entry's definitions.
fn exists(official: &Official, entry: &Entry, revision: Revision) -> bool {
    entry.definitions.iter().any(|name| official.has(revision, name))
}

#[test]
fn what_is_written_is_what_the_schema_has_and_is_read_back() {
    let official = Official::load();
    let mut wrong = Vec::new();
    let mut checked = 0;
    for entry in registry() {
        for revision in revisions() {
            checked += check(&official, &entry, revision, &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "{} faults:\n{}", wrong.len(), wrong.join("\n"));
    println!("{checked} properties written and read back");
    assert!(checked > MANY, "{checked}");
}

/// Whether the object has nothing but members that anybody may add, as `_meta` may.
fn is_open(text: &str) -> bool {
    text == "{}" || text == "{\"extra\":1}"
}

/// Writes the samples of an entry in one revision and reads them back; says how many properties.
fn check(official: &Official, entry: &Entry, revision: Revision, wrong: &mut Vec<String>) -> usize {
    let place = format!("{} in {}", entry.name, revision.name());
    let exists = exists(official, entry, revision);
    let mut seen = BTreeMap::new();
    for sample in &entry.samples {
        let text = match written(*sample, revision) {
            Ok(text) if exists || is_open(&text) => text,
            Err(Error::NotSupported) if !exists => continue,
            other => {
                wrong.push(format!("{place}: {other:?}, though it exists there: {exists}"));
                continue;
            }
        };
        for (name, value) in Raw::parse_str(&text).expect("JSON").members() {
            let name = name.as_str().expect("plain").to_string();
            seen.insert(name, (text.clone(), value.as_str().to_string()));
        }
    }
    for property in entry.properties {
        let name = property.name;
        let kinds = official.kinds(revision, entry.definitions, name);
        let beyond = exclusions::beyond_the_schema(entry.name, name, revision);
        let wanted = !kinds.is_empty() || beyond;
        let got = seen.get(name);
        if wanted != got.is_some() {
            wrong.push(format!("{place}: {name}: written {}, wanted {wanted}", got.is_some()));
        }
        // Where the whole object does not exist its properties need not say so.
        if exists && property.is_in(revision) != got.is_some() {
            wrong.push(format!("{place}: {name}: the table says otherwise"));
        }
        let Some((text, value)) = got else { continue };
        if let Err(fault) = values::fits(value, &kinds) {
            wrong.push(format!("{place}: {name}: {fault}"));
        }
        if let Err(fault) = values::is_its_own(name, value, &kinds) {
            wrong.push(format!("{place}: {name}: {fault}"));
        }
        if !(entry.reads)(text, name) {
            wrong.push(format!("{place}: {name}: written and not read: {value}"));
        }
        for other in values::OTHERS {
            let fits = values::may_be_read(other, &kinds) || entry.takes_any(name);
            let text = format!("{{\"{name}\":{other}}}");
            if !fits && (entry.reads)(&text, name) {
                wrong.push(format!("{place}: {name}: {other} is read"));
            }
        }
    }
    for name in seen.keys() {
        if !entry.properties.iter().any(|property| property.name == name) && name != "extra" {
            wrong.push(format!("{place}: {name}: written and not in the table"));
        }
    }
    seen.len()
}

#[test]
fn an_object_with_nothing_set_has_what_is_required_or_is_refused() {
    let official = Official::load();
    let mut wrong = Vec::new();
    for entry in registry() {
        let Some(empty) = entry.empty else { continue };
        for revision in revisions() {
            let Ok(text) = written(empty, revision) else { continue };
            let raw = Raw::parse_str(&text).expect("JSON");
            for name in official.required(revision, entry.definitions) {
                if raw.get(name).is_none() {
                    wrong.push(format!("{} in {}: {name}", entry.name, revision.name()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_property_of_the_schemas_has_a_writer_and_a_reader() {
    let official = Official::load();
    let registry = registry();
    let (mut missing, mut used, mut covered, mut left) = (Vec::new(), BTreeSet::new(), 0, 0);
    for line in &official.lines {
        let found = registry
            .iter()
            .filter(|entry| {
                entry.definitions.contains(&line.object) || entry.bases.contains(&line.object)
            })
            .flat_map(|entry| entry.properties)
            .any(|property| property.name == line.name && property.is_in(line.revision));
        let excluded = exclusions::EXCLUDED.iter().position(|row| row.matches(line));
        match (found, excluded) {
            (true, None) => covered += 1,
            (false, Some(row)) => {
                used.insert(row);
                left += 1;
            }
            (true, Some(_)) => missing.push(format!("{line}: excluded, and there")),
            (false, None) => missing.push(format!("{line}: has neither")),
        }
    }
    // What only other revisions have is not seen where one is spoken.
    let rows = if cfg!(feature = "legacy") { exclusions::EXCLUDED } else { &[] };
    for (at, row) in rows.iter().enumerate() {
        if !used.contains(&at) {
            missing.push(format!("{row:?}: an exclusion that excludes nothing"));
        }
    }
    for entry in &registry {
        for name in entry.definitions.iter().chain(entry.bases) {
            if !official::TEXT.contains(&format!(" {name} ")) {
                missing.push(format!("{}: {name}: no such definition", entry.name));
            }
        }
    }
    assert!(missing.is_empty(), "{} faults:\n{}", missing.len(), missing.join("\n"));
    println!("{covered} properties covered, {left} excluded");
    assert!(covered > MANY, "{covered}");
}

/// Where the official schemas lie beside the checkout, the list must be what they say.
#[test]
fn the_list_of_properties_is_up_to_date() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let spec = root.join("../shared/spec");
    if !spec.is_dir() {
        println!("NOT COMPARED: the official schemas are not at ../shared/spec");
        return;
    }
    let script = root.join("tests/schema/condense.py");
    let output = std::process::Command::new("python3").arg(script).arg(spec).output();
    let output = output.expect("python3 is needed to compare the list of properties");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let fresh = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(fresh == official::TEXT, "tests/schema/properties.txt is out of date: condense anew");
}
