//! Writes the reference of scenario files from their schema.

use std::fmt::Write;

use engage::schema::follow;
use engage::{Finding, Ruleset};
use serde_json::{Map, Value};

use crate::frame::given_in_words;
use crate::keys::{Choice, KeyRow, Keys, Section};
use crate::schema::{schema, schema_of_maps, words};
use crate::values::text;

/// Longer defaults are not shown; the rulebook has them.
const LONGEST_DEFAULT: usize = 60;

const INTRODUCTION: &str = "\
# Scenario files

<!-- Written by the program from the types that read scenario files; a test compares. -->

A scenario is a TOML file. It describes a fight between two sides, or one situation that is answered exactly. An unknown key, a
value out of range or an impossible combination is an error; nothing is filled in silently.

- Any key can be set from the command line: `--set red.gunmen.count=6`. Words need no quotes; `--set` wins over the file. `--sweep` and
  `--variant` do the same for `[sweep]` and `[variants]`.
- A dotted key starts at the top of the file. Put a part that contains a dot in quotes: `rules.weapons.\"5.56 mm\".round`.
- A single entry of a list follows the list in brackets: by its place, counted from 0, or by a value in one of its columns.
  `--set rules.range[3].modifier=2` and `--set \"rules.range[up_to=24].modifier=2\"` change one band of ranges; in a file,
  `\"range[up_to=24].modifier\" = 2` below `[rules]` does the same. A list that the file leaves out is taken from the rulebook.
- A name of your own (of a squad or a variant) has 1 to 64 characters; a squad's name has no dots, quotes or brackets. Put a name with spaces in quotes:
  `[blue.\"Alpha Team\"]`.

";

/// Where a ruleset's own page begins.
const PAGE: &str = "\
<!-- Written by the program from the types that read scenario files; a test compares. -->

The keys of `ruleset = \"RULESET\"` alone. The keys that all rulesets share are in [scenario files](../scenario.md).

";

/// The tables that all rulesets share, with the headings of their sections.
const OWN: [(&str, &str); 2] = [("play", "`[play]`"), ("mission", "`[mission]`")];

const RULESETS: &str = "\
## Rulesets

Each ruleset has a page of its own keys: `[field]`, the squads, `[rules]`, and every kind of situation.

";

const MAPS: &str = "\
## Maps

A ruleset that plays on maps has a key `map` in `[field]`: the path of a [map file](maps.md) from the scenario's directory,
such as `map = \"../maps/bank.toml\"`. It can be swept and varied like any other key, and a path given with `--set` starts
from the scenario's directory too. Mistakes in a map are shown at their places in the map's file. A scenario's hash
changes with the content of its maps, not with their comments and layout.

";

/// `GIVEN` is replaced by the list of tables in the ruleset's input.
const SWEEPS: &str = "\
## `[sweep]` and `[variants]`

```toml
[sweep]                                  # 4 × 2 = 8 points; the first key is the outermost
\"field.range\" = [3, 6, 12, 24]
\"red.gunmen.ability\" = [\"novice\", \"elite\"]

[variants.\"in plates\"]                   # with the baseline 2 × 8 = 16 cells
\"red.gunmen.armour\" = [\"soft\", \"plates\"]
```

In a fight, keys of GIVEN and `play.turn_limit` can be swept and varied; in a
situation, keys of `situation` except `kind` can be swept. No two of them may set the same key or part of it. There are at
most 10,000 cells, 16 swept keys and 100 keys in a variant. A table as a value replaces the whole table in a sweep; in a
variant each of its keys is set separately.

";

const LABELS: &str = "\
## `[labels]`

```toml
[labels]
\"red.gunmen\" = \"The gang\"                     # a squad: its keys are then \"The gang’s weapon\" and so on
\"field.range\" = \"Distance\"                    # a key
\"red.gunmen.weapon=poor rifle\" = \"AK\"         # a value of a key
red = \"The robbers\"                            # a side: \"won by the robbers\"
\"red.win\" = \"The gang gets away\"              # an ending, a measure, `turns`; in a situation an outcome
```

Reports, charts, replays and this page use labels: words made readable, or names from the ruleset. A scenario may
give labels of its own, of 1 to 64 characters, to what it contains. Data keep the words.

";

/// The reference of what all rulesets share, as Markdown: every key with its type, default and meaning, and where the rulesets' own pages
/// are.
#[must_use]
pub fn reference(registry: &[&'static Ruleset]) -> String {
    let schema = schema(registry);
    let mut writer = ReferenceWriter::new(&schema, INTRODUCTION);
    writer.section("The file", 2, &schema);
    for (table, heading) in OWN {
        writer.section(heading, 2, &schema["properties"][table]);
    }
    writer.out.push_str(MAPS);
    writer.out.push_str(&SWEEPS.replace("GIVEN", &given_in_words()));
    writer.out.push_str(LABELS);
    writer.out.push_str(RULESETS);
    for ruleset in registry {
        let _ = writeln!(writer.out, "- [{}](scenario/{id}.md): `{id}`", ruleset.title, id = ruleset.id);
    }
    with_contents(&writer.out)
}

/// The reference of a ruleset's own keys as Markdown: its field, squads, rules and situations.
#[must_use]
pub fn reference_of(ruleset: &'static Ruleset) -> String {
    let schema = schema(&[ruleset]);
    let introduction = format!("# {}: scenario files\n\n{PAGE}", ruleset.title).replace("RULESET", ruleset.id);
    let mut writer = ReferenceWriter::new(&schema, &introduction);
    writer.ruleset(ruleset, &schema["allOf"][0]["then"]["properties"]);
    with_contents(&writer.out)
}

/// A page with a table of contents before its first section.
fn with_contents(page: &str) -> String {
    page.replacen("\n## ", &format!("\n{}\n## ", contents(page)), 1)
}

/// A list of the headings of a page, each with a link to it; situations share one line.
fn contents(page: &str) -> String {
    const SITUATION: &str = "`[situation]` with `kind = \"";
    let mut lines = String::from("## Contents\n");
    let mut situations = Vec::new();
    for title in page.lines().filter_map(|line| line.strip_prefix("## ")) {
        let kept = |c: &char| c.is_alphanumeric() || " -_".contains(*c);
        let anchor: String = title.to_lowercase().chars().filter(kept).collect::<String>().replace(' ', "-");
        match title.strip_prefix(SITUATION) {
            Some(kind) => situations.push(format!("[`{}`](#{anchor})", kind.trim_end_matches("\"`"))),
            None => lines.push_str(&format!("\n- [{title}](#{anchor})")),
        }
    }
    if !situations.is_empty() {
        let _ = write!(lines, "\n- `[situation]` with `kind`: {}", situations.join(", "));
    }
    lines + "\n"
}

/// The heading of the section on kinds of ground.
const KINDS: &str = "Kinds of ground";

/// The reference of map files as Markdown: every key, and every kind of ground with its effects.
#[must_use]
pub fn reference_of_maps() -> String {
    let schema = schema_of_maps();
    let mut writer = ReferenceWriter::new(&schema, "");
    writer.keys.sections.insert("Kind", KINDS.to_owned());
    writer.section("The keys of a map file", 2, &schema);
    let _ = writeln!(writer.out, "## {KINDS}\n\n| Word | Symbol | What it is |\n|---|---|---|");
    for (word, about) in words(&schema["definitions"]["Kind"]).unwrap_or_default() {
        let symbol = crate::Kind::named(word).and_then(|kind| kind.ground().symbol()).unwrap_or(' ');
        let _ = writeln!(writer.out, "| {word} | `{symbol}` | {} |", about.unwrap_or(""));
    }
    writer.out
}

struct ReferenceWriter<'s> {
    keys: Keys<'s>,
    out: String,
}

impl<'s> ReferenceWriter<'s> {
    fn new(schema: &'s Value, introduction: &str) -> ReferenceWriter<'s> {
        let mut keys = Keys::new(schema);
        for (table, heading) in OWN {
            if let (Some(name), _) = follow(schema, &schema["properties"][table]) {
                keys.sections.insert(name, heading.to_owned());
            }
        }
        ReferenceWriter { keys, out: introduction.to_owned() }
    }

    fn ruleset(&mut self, ruleset: &Ruleset, properties: &'s Value) {
        let heading = |place: &str| place.split(" and ").map(ticked).collect::<Vec<_>>().join(" and ");
        let sections = self.keys.of_ruleset(ruleset, properties, &heading);
        for (place, section) in sections.iter().enumerate() {
            let kind = place.checked_sub(sections.len() - ruleset.kinds.len()).and_then(|kind| ruleset.kinds.get(kind));
            self.write(&section.heading, 2, section, kind.map_or(&[], |kind| kind.findings));
        }
    }

    /// A heading and the table of a schema's keys.
    fn section(&mut self, heading: &str, level: usize, schema: &'s Value) {
        let section = self.keys.section(heading, schema);
        self.write(heading, level, &section, &[]);
    }

    fn write(&mut self, heading: &str, level: usize, section: &Section, findings: &[Finding]) {
        let _ = writeln!(self.out, "{} {heading}\n", "#".repeat(level));
        if !section.about.is_empty() {
            let _ = writeln!(self.out, "{}\n", section.about);
        }
        if !findings.is_empty() {
            let all: Vec<String> = findings.iter().map(finding).collect();
            let _ = writeln!(self.out, "Outcomes: {}.\n", all.join(", "));
        }
        if !section.rows.is_empty() {
            self.out.push_str("| Key | Label | Value | Default | Meaning |\n|---|---|---|---|---|\n");
        }
        for row in &section.rows {
            let cells = cells(row).map(|cell| cell.replace('|', "\\|"));
            let _ = writeln!(self.out, "| {} |", cells.join(" | "));
        }
        self.out.push('\n');
    }
}

/// A heading as code, except words after the bracket.
fn ticked(heading: &str) -> String {
    match heading.split_once("] ") {
        Some((table, rest)) => format!("`{table}]` {}", rest.replacen("kind", "`kind", 1) + "`"),
        None => format!("`{heading}`"),
    }
}

/// An outcome with its label and the kind of its number.
fn finding(finding: &Finding) -> String {
    format!("`{}` ({})", finding.id, finding.heading())
}

/// A row of a table: key, label, value, default, meaning.
fn cells(row: &KeyRow) -> [String; 5] {
    let default = match &row.default {
        Some(default) => short(default),
        None if row.required => "required".to_owned(),
        None => String::new(),
    };
    let mut meaning = row.about.clone();
    for Choice { word, label, about } in row.choices.iter().filter(|choice| !choice.about.is_empty()) {
        let label = if *label == engage::label(word) { String::new() } else { format!(" ({label})") };
        let _ = write!(meaning, " `{word}`{label}: {about}");
    }
    [format!("`{}`", row.path), row.label.clone(), row.takes.clone(), default, meaning]
}

/// A default, if it is short enough for a table.
fn short(default: &Value) -> String {
    let shown = match default {
        Value::Object(table) if table.values().any(Value::is_object) => return names(table),
        Value::Object(_) | Value::Array(_) => format!("`{default}`"),
        Value::String(word) if word.is_empty() => String::new(),
        other => format!("`{}`", text(other)),
    };
    if shown.len() > LONGEST_DEFAULT { "as printed".to_owned() } else { shown }
}

fn names(table: &Map<String, Value>) -> String {
    table.keys().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
