//! Prints each sample of each object as the core writes it in each revision, a line each:
//! `REVISION OBJECT JSON DEFINITION,DEFINITION…`, parted by tabs.
//!
//! The samples are those of `tests/schema_objects.rs`.

#[path = "../../objects/registry.rs"]
#[allow(dead_code)]
mod registry;

use sansmcp::json::Writer;
use sansmcp::rules::revision;
use sansmcp::schema::Object;

fn main() {
    for entry in registry::registry() {
        for rules in revision::TABLE {
            for sample in &entry.samples {
                print(*sample, &entry, rules.revision);
            }
            if let Some(empty) = entry.empty {
                print(empty, &entry, rules.revision);
            }
        }
    }
}

/// What the core refuses to write in a revision is printed with nothing in the place of the JSON.
fn print(object: &dyn Object, entry: &registry::Entry, revision: sansmcp::Revision) {
    let mut buffer = vec![0; 1 << 16];
    let mut out = Writer::new(&mut buffer);
    let done = object.write(&mut out, revision);
    let bytes = if done.is_ok() && out.fits() { out.finish() } else { b"" };
    let text = String::from_utf8_lossy(bytes);
    println!("{}\t{}\t{text}\t{}", revision.name(), entry.name, entry.definitions.join(","));
}
