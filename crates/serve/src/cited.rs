//! What the rulebook says about the keys of a ruleset: looked up once, because every change of a control shows it again.

use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

use engage::Ruleset;
use scenario::{KeyUse, RULESETS, Section, row_of, sections};

/// The keys of a ruleset with where each is used.
struct Keys {
    sections: Vec<Section>,
    /// By the heading of the section and the path in it.
    uses: BTreeMap<(String, String), KeyUse>,
}

static KEYS: LazyLock<Vec<OnceLock<Keys>>> = LazyLock::new(|| RULESETS.iter().map(|_| OnceLock::new()).collect());

/// Where a complete key of a ruleset is used; of situations of this kind.
pub(crate) fn key_use(ruleset: &'static Ruleset, key: &str, kind: Option<&str>) -> Option<&'static KeyUse> {
    let place = RULESETS.iter().position(|known| known.id == ruleset.id)?;
    let Keys { sections, uses } = KEYS[place].get_or_init(|| {
        let sections = sections(ruleset);
        let rows = sections.iter().flat_map(|section| section.rows.iter().map(move |row| (&section.heading, row)));
        let uses = rows
            .map(|(heading, row)| ((heading.clone(), row.path.clone()), KeyUse::of(ruleset, &sections, heading, row)));
        let uses = uses.collect();
        Keys { sections, uses }
    });
    let (section, row) = row_of(sections, key, kind)?;
    uses.get(&(section.heading.clone(), row.path.clone()))
}
