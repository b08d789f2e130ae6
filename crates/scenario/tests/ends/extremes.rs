//! Every kind of situation is answered or refused with little time and memory at the ends of its documented ranges.
//!
//! Run times mean nothing in a debug build, so `.ci/run` names the release program to try in `BEATENZONE`. `KINDS` narrows the test to
//! the kinds whose name contains it. The cases are the same in every run.

use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Mutex;

use crate::documented::{Documented, End, Part, Place, put, without_null};
use scenario::RULESETS;
use serde_json::{Value, json};

/// The processor seconds and the kilobytes of memory that a case may take.
const SECONDS: u32 = 20;
const KILOBYTES: u32 = 1_000_000;

/// Cases given to one process, which together may take as much as one. If they take more, each is tried alone.
const BATCH: usize = 16;

/// Random mixes of ends of each kind, and mixes of a few changes to its base case.
const MIXES: u64 = 12;
const CHANGES: u64 = 24;
/// Keys of the rules tried singly in each kind: all kinds together try each of them several times.
const RULES: u64 = 12;

/// A situation to be tried.
#[derive(Clone)]
struct Case {
    ruleset: &'static str,
    kind: &'static str,
    parameters: Value,
}

impl Case {
    fn toml(&self) -> String {
        let mut situation = json!({ "kind": self.kind });
        let parameters = self.parameters.as_object().unwrap().clone();
        situation.as_object_mut().unwrap().extend(parameters);
        toml::to_string(&json!({ "title": "Extremes", "ruleset": self.ruleset, "situation": situation })).unwrap()
    }
}

/// A generator of small pseudo-random numbers (SplitMix64).
struct Lots(u64);

impl Lots {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % most as u64) as usize
    }

    fn one<'t, T>(&mut self, of: &'t [T]) -> &'t T {
        &of[self.below(of.len())]
    }
}

/// The golden records of every rulebook: valid parameters, by kind.
fn golden() -> BTreeMap<String, Vec<Value>> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut golden: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for file in ["chain-reaction/tests/golden/chain_reaction", "cortex/tests/golden/cortex", "cqb/tests/golden/cqb"]
        .into_iter()
        .chain(["fireteam/tests/golden/fireteam", "go-go-go/tests/golden/go_go_go"])
    {
        let text = fs::read_to_string(crates.join(format!("{file}.json"))).unwrap();
        let records: Vec<Value> = serde_json::from_str(&text).unwrap();
        for mut record in records {
            let own = record["parameters"].as_object_mut().unwrap().remove("kind");
            let kind = own.unwrap_or_else(|| record["kind"].clone());
            without_null(&mut record["parameters"]);
            golden.entry(kind.as_str().unwrap().to_owned()).or_default().push(record["parameters"].take());
        }
    }
    golden
}

/// The cases of a kind.
fn cases(documented: &Documented, kind: &str, golden: &[Value], lots: &mut Lots) -> Vec<Value> {
    let schema = documented.kind(kind);
    let mut least = documented.whole(schema, End::Least, 0);
    let mut most = documented.whole(schema, End::Most, 0);
    let mut cases = golden.to_vec();
    cases.extend([least.clone(), most.clone()]);
    for whole in [&mut least, &mut most] {
        whole.as_object_mut().unwrap().remove("options");
    }
    cases.extend([least.clone(), most.clone()]);
    let bases: Vec<&Value> = golden.iter().chain([&least]).collect();
    let all = documented.places(schema);
    let is_rule = |place: &Place| place[0] == Part::Key("options".into());
    let (rules, own): (Vec<_>, Vec<_>) = all.into_iter().partition(|(place, _)| is_rule(place));
    let ends = |schema| documented.ends(schema, 0);
    for (place, schema) in &own {
        for end in ends(schema) {
            let mut case = bases[0].clone();
            if put(&mut case, place, end) {
                cases.push(case);
            }
        }
    }
    for _ in 0..RULES.min(rules.len() as u64) {
        let (place, schema) = lots.one(&rules);
        let ends = ends(schema);
        if let Some(end) = ends.get(lots.below(ends.len().max(1))) {
            let mut case = (*lots.one(&bases)).clone();
            if put(&mut case, place, end.clone()) {
                cases.push(case);
            }
        }
    }
    let mixes = if own.is_empty() { 0 } else { MIXES + CHANGES };
    for mix in 0..mixes {
        let mut case = if mix < MIXES { least.clone() } else { (*lots.one(&bases)).clone() };
        let changes = if mix < MIXES { own.len() } else { 1 + lots.below(5) };
        for change in 0..changes {
            let (place, schema) = if mix < MIXES { &own[change] } else { lots.one(&own) };
            let ends = ends(schema);
            put(&mut case, place, lots.one(&ends).clone());
        }
        cases.push(case);
    }
    cases.iter_mut().for_each(without_null);
    cases
}

/// The result of some cases: how many were answered, or why the process failed.
fn tried(program: &str, cases: &[Case]) -> Result<usize, String> {
    let folder = tempfile::tempdir().unwrap();
    let names: Vec<String> = (0..cases.len()).map(|number| format!("{number}.toml")).collect();
    for (name, case) in names.iter().zip(cases) {
        fs::write(folder.path().join(name), case.toml()).unwrap();
    }
    let limits = format!("ulimit -v {KILOBYTES} && ulimit -t {SECONDS} && exec \"$0\" check \"$@\"");
    let mut command = Command::new("sh");
    command.current_dir(folder.path()).args(["-c", &limits, program]).args(&names);
    // Use one thread for each case: more would only need memory.
    command.env("RAYON_NUM_THREADS", "1").env("MALLOC_ARENA_MAX", "1");
    let Output { status, stdout, stderr } = command.output().unwrap();
    let (out, err) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    let answered = names.iter().filter(|name| out.lines().any(|line| line.starts_with(&format!("{name}: ")))).count();
    let refused = names.iter().filter(|name| err.contains(&format!("error: {name}:"))).count();
    let fits = matches!(status.code(), Some(0 | 3)) && answered + refused == cases.len();
    let how = status.signal().map_or_else(|| format!("{status}"), |signal| format!("signal {signal}"));
    if fits { Ok(answered) } else { Err(format!("{how}: {}", err.lines().take(8).collect::<Vec<_>>().join("\n"))) }
}

/// Tries cases together, and one by one if that fails. Returns how many were answered, and each failed case with its
/// reason.
fn tried_apart(program: &str, cases: &[Case]) -> (usize, Vec<(Case, String)>) {
    if let Ok(answered) = tried(program, cases) {
        return (answered, Vec::new());
    }
    let (mut answered, mut failed) = (0, Vec::new());
    for case in cases {
        match tried(program, std::slice::from_ref(case)) {
            Ok(one) => answered += one,
            Err(why) => failed.push((case.clone(), why)),
        }
    }
    (answered, failed)
}

#[test]
#[allow(clippy::print_stdout, reason = "each case that fails is printed as a file that can be run")]
#[ignore = "takes minutes, and needs an optimised program in BEATENZONE"]
fn every_kind_is_answered_or_refused_at_the_ends_of_its_ranges() {
    let program = std::env::var("BEATENZONE").expect("BEATENZONE names the program");
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(program);
    let program = program.canonicalize().expect("there is such a program").display().to_string();
    let only = std::env::var("KINDS").unwrap_or_default();
    let golden = golden();
    let mut batches = VecDeque::new();
    for ruleset in RULESETS {
        let documented = Documented::of(ruleset);
        for kind in ruleset.kinds.iter().filter(|kind| kind.id.contains(&only)) {
            let known = golden.get(kind.id).map_or(&[][..], Vec::as_slice);
            let all: Vec<Case> = cases(&documented, kind.id, known, &mut Lots(1))
                .into_iter()
                .map(|parameters| Case { ruleset: ruleset.id, kind: kind.id, parameters })
                .collect();
            batches.extend(all.chunks(BATCH).map(<[Case]>::to_vec));
        }
    }
    let number: usize = batches.iter().map(Vec::len).sum();
    let batches = Mutex::new(batches);
    let done = Mutex::new((BTreeMap::<(&str, &str), usize>::new(), Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, Into::into) {
            scope.spawn(|| {
                loop {
                    let Some(batch) = batches.lock().unwrap().pop_front() else { break };
                    let (answered, failed) = tried_apart(&program, &batch);
                    let mut done = done.lock().unwrap();
                    *done.0.entry((batch[0].ruleset, batch[0].kind)).or_default() += answered;
                    done.1.extend(failed);
                }
            });
        }
    });
    let (answered, failed) = done.into_inner().unwrap();
    println!("{number} cases, {} of them answered", answered.values().sum::<usize>());
    for (case, why) in &failed {
        println!("\n# {why}\n{}", case.toml());
    }
    assert!(
        failed.is_empty(),
        "{} of {number} cases were neither answered nor refused within {SECONDS} s and 1 GB",
        failed.len()
    );
    // Otherwise only refusals would be tested.
    let never: Vec<_> = answered.iter().filter(|(_, answered)| **answered == 0).collect();
    assert!(never.is_empty(), "no case was answered of {never:?}");
}
