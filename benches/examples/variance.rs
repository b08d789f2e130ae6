//! What pairing saves: by how much the variance of a difference in blue's share of wins falls, against independent runs,
//! for a toy duel under keyed and plain streams and for the comparisons of the shipped scenarios.

#![allow(clippy::print_stdout, reason = "a program that prints")]

use benches::pairing::{saved, wins};
use benches::situations::battle;
use benches::toy::{Duellist, End, Worn, ends_keyed, ends_one_stream, ends_stream_each, sides};
use serde_json::{Value, json};

const COUNT: usize = 1_000_000;
const SEED: u64 = 7;

fn main() {
    toy();
    println!();
    shipped();
}

fn toy() {
    let novice = |worn| sides(1, worn);
    let comparisons: [(&str, [Duellist; 2], [Duellist; 2]); 6] = [
        ("red wears a helmet (a draw more)", novice(Worn::Nothing), novice(Worn::Helmet)),
        ("red has a save (a roll more)", novice(Worn::Nothing), novice(Worn::Save)),
        ("red wears a vest (no draw more)", novice(Worn::Nothing), novice(Worn::Vest)),
        ("blue experienced, not novice", novice(Worn::Nothing), sides(2, Worn::Nothing)),
        ("blue veteran, not elite", sides(4, Worn::Nothing), sides(3, Worn::Nothing)),
        ("blue elite, not novice", novice(Worn::Nothing), sides(4, Worn::Nothing)),
    ];
    println!("| toy duel | keyed | a plain stream for each duel | one plain stream |\n| --- | ---: | ---: | ---: |");
    for (name, before, after) in comparisons {
        let save = |play: fn(&[Duellist; 2], u64, usize) -> Vec<End>| {
            let won = |sides| play(sides, SEED, COUNT).into_iter().map(|end| end == End::Blue).collect::<Vec<_>>();
            saved(&won(&before), &won(&after))
        };
        println!("| {name} | {:.1} | {:.1} | {:.1} |", save(ends_keyed), save(ends_stream_each), save(ends_one_stream));
    }
}

/// A scenario's squads, one figure each.
fn pair(ability: [&str; 2], weapon: [&str; 2]) -> Value {
    json!({
        "field": { "range": 12 },
        "blue": { "trooper": { "ability": ability[0], "weapon": weapon[0] } },
        "red": { "gunman": { "ability": ability[1], "weapon": weapon[1] } },
        "turn_limit": 60,
    })
}

/// The same with one key changed.
fn with(setup: &Value, pointer: &str, key: &str, value: Value) -> Value {
    let mut setup = setup.clone();
    setup.pointer_mut(pointer).expect("a table")[key] = value;
    setup
}

fn shipped() {
    let equal = ["experienced", "experienced"];
    let mut rows: Vec<(String, Value, Value)> = Vec::new();
    for weapon in ["pistol", "smg", "rifle", "shotgun", ".50 rifle"] {
        let base = pair(equal, ["smg", weapon]);
        for pieces in [&["soft"][..], &["soft", "plates"], &["soft", "plates", "helmet"]] {
            let armoured = with(&base, "/blue/trooper", "armour", json!(pieces));
            rows.push((format!("{} against a {weapon}", pieces.join(" + ")), base.clone(), armoured));
        }
    }
    let rifles = ["battle rifle"; 2];
    for ability in ["experienced", "veteran", "elite"] {
        let name = format!("an elite against a novice, or against: {ability}");
        rows.push((name, pair(["elite", "novice"], rifles), pair(["elite", ability], rifles)));
    }
    let snap = with(&pair(equal, rifles), "/red/gunman", "doctrine", json!("snap"));
    let [snaps, aims] = ["snap", "aim"].map(|doctrine| with(&snap, "/blue/trooper", "doctrine", json!(doctrine)));
    rows.push(("aims first, instead of snap fire".to_owned(), snaps, aims));
    let mut automatic = with(&pair(equal, ["battle rifle auto", "battle rifle"]), "", "rules", json!({}));
    automatic = with(&automatic, "/blue/trooper", "fire", json!("auto"));
    let anew = with(&automatic, "/rules", "recoil_count", json!("burst"));
    rows.push(("recoil counted anew in each burst".to_owned(), automatic.clone(), anew));
    let bursts = with(&automatic, "/blue/trooper", "fire", json!("burst"));
    rows.push(("bursts, instead of full automatic fire".to_owned(), automatic, bursts));
    for luck in ["good", "bad"] {
        let base = pair(equal, rifles);
        let lucky = with(&base, "/field", "blue_luck", json!(luck));
        rows.push((format!("{luck} luck for blue"), base, lucky));
    }
    println!("| shipped comparison | same seed | another seed |\n| --- | ---: | ---: |");
    for (name, before, after) in rows {
        let [before, after] = [before, after].map(|setup| battle(&setup));
        let base = wins(&*before, SEED, COUNT);
        let [paired, apart] = [SEED, SEED + 1].map(|seed| saved(&base, &wins(&*after, seed, COUNT)));
        println!("| {name} | {paired:.1} | {apart:.2} |");
    }
}
