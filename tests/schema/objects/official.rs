//! What the official schemas have, as `properties.txt` says it.

use std::collections::BTreeSet;
use std::fmt;

use sansmcp::Revision;
use sansmcp::rules::revision;

pub const TEXT: &str = include_str!("../properties.txt");

/// One property of one object in one revision.
pub struct Line {
    pub revision: Revision,
    pub object: &'static str,
    pub name: &'static str,
    /// What JSON it is.
    pub kind: &'static str,
    pub required: bool,
}

pub struct Official {
    pub lines: Vec<Line>,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.revision.name(), self.object, self.name)
    }
}

impl Official {
    pub fn load() -> Self {
        let lines: Vec<Line> = TEXT.lines().filter_map(parse).collect();
        let all = if cfg!(feature = "legacy") { 2000 } else { 400 };
        assert!(lines.len() > all, "{} lines", lines.len());
        Self { lines }
    }

    /// Whether the revision has properties of the object.
    pub fn has(&self, revision: Revision, object: &str) -> bool {
        self.lines.iter().any(|line| line.revision == revision && line.object == object)
    }

    /// What a property may be in any of the objects; nothing if none has it.
    pub fn kinds(
        &self,
        revision: Revision,
        objects: &[&str],
        name: &str,
    ) -> BTreeSet<&'static str> {
        self.lines
            .iter()
            .filter(|line| line.revision == revision && line.name == name)
            .filter(|line| objects.contains(&line.object))
            .flat_map(|line| line.kind.split('|'))
            .collect()
    }

    /// The properties that all of the objects that the revision has require.
    pub fn required(&self, revision: Revision, objects: &[&str]) -> Vec<&'static str> {
        let present: Vec<_> = objects.iter().filter(|name| self.has(revision, name)).collect();
        let of = |object: &str| -> BTreeSet<&'static str> {
            let lines = self.lines.iter().filter(|line| line.revision == revision);
            lines.filter(|line| line.object == object && line.required).map(|l| l.name).collect()
        };
        let all = present.iter().map(|name| of(name));
        all.reduce(|a, b| &a & &b).unwrap_or_default().into_iter().collect()
    }
}

/// The line, if this build speaks its revision.
fn parse(line: &'static str) -> Option<Line> {
    let mut words = line.splitn(4, ' ');
    let mut word = || words.next().unwrap_or_else(|| panic!("{line}"));
    let name = word();
    let revision = Revision::from_name(name);
    let known = revision::TABLE.iter().any(|rules| rules.name == name);
    assert!(known && (revision.is_some() || cfg!(not(feature = "legacy"))), "{line}");
    let revision = revision?;
    let (object, name, kind) = (word(), word(), word());
    let (kind, required) = kind.strip_suffix('!').map_or((kind, false), |kind| (kind, true));
    Some(Line { revision, object, name, kind, required })
}
