//! The golden records: values worked out apart from this program.

use std::path::Path;

use serde_json::{Value, json};
use testkit::Fraction;
use testkit::golden::{Record, answer, records, value};

fn all() -> Vec<Record> {
    records(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/fireteam.json"))
}

#[test]
fn every_record_comes_out_right() {
    let records = all();
    let wrong: Vec<String> = records.iter().filter_map(|record| record.check(&fireteam::RULESET).err()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(records.len(), 31);
}

#[test]
fn every_kind_has_a_record() {
    let records = all();
    // What is hit, pinned, wounded and killed at once is held against `burst` instead.
    for kind in fireteam::RULESET.kinds.iter().filter(|kind| kind.id != "burst_joint") {
        assert!(records.iter().any(|record| record.kind() == kind.id), "no golden record of kind `{}`", kind.id);
    }
}

/// What `burst` says of a burst: men out of action and how many are wounded and pinned in the mean, put together from what
/// `burst_joint` says of the same one.
fn from_joint(parameters: &Value, men: u64) -> Vec<(String, Fraction)> {
    let joint = answer(&fireteam::RULESET, "burst_joint", parameters).expect("an answer");
    let nothing = || Fraction::new(0, 1);
    let mut out: Vec<Fraction> = (0..=men).map(|_| nothing()).collect();
    let mut means = [nothing(), nothing(), nothing()];
    for row in &joint.values {
        let counts: Vec<u64> = row
            .outcome
            .split(' ')
            .map(|part| part.split_once('=').expect("a count").1.parse().expect("a number"))
            .collect();
        let [hit, pinned, wounded, dead] = counts[..] else { panic!("four counts: {}", row.outcome) };
        let share = value(&joint, &row.outcome);
        let gone = hit - pinned - wounded;
        assert!(dead <= gone && hit <= men, "{}", row.outcome);
        out[gone as usize] = out[gone as usize].clone() + share.clone();
        for (mean, count) in means.iter_mut().zip([gone, wounded, pinned]) {
            (0..count).for_each(|_| *mean = mean.clone() + share.clone());
        }
    }
    let words = (0..=men).map(|number| format!("out={number}"));
    let means = ["expected_out", "expected_wounded", "expected_pinned"].map(str::to_owned).into_iter().zip(means);
    words.zip(out).chain(means).collect()
}

/// The joint counts of a burst add up to its marginal ones.
#[test]
fn joint_counts_of_bursts_add_up() {
    let man = json!({});
    let prone = json!({ "posture": "prone", "wounds": 1 });
    let mover = json!({ "movement": "moving", "soft_concealed": true });
    let covered = json!({ "hard_cover": true, "movement": "rushing" });
    let groups = [
        vec![],
        vec![&man],
        vec![&man, &man, &man, &man],
        vec![&man, &prone, &mover],
        vec![&prone, &prone, &covered, &mover, &man],
    ];
    for (weapon, range) in [("lmg", 12), ("lmg", 36), ("smg", 6), ("smg", 24)] {
        for (group, pinned) in groups.iter().flat_map(|group| [(group, false), (group, true)]) {
            let firer = json!({ "weapon": weapon, "mode": "auto", "pinned": pinned });
            let parameters = json!({ "range_in": range, "firer": firer, "targets": group });
            let burst = answer(&fireteam::RULESET, "burst", &parameters).expect("an answer");
            for (word, expected) in from_joint(&parameters, group.len() as u64) {
                assert_eq!(value(&burst, &word), expected, "{word} of {parameters}");
            }
        }
    }
}
