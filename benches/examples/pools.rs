//! Exact odds of pools and opposed rolls as JSON, and how long they take: what `peers/pools.py` is held against.
//!
//! Reads `{"pools": [[6, 8]], "pairs": [{"actor": [6, 8], "opposition": [8], "keep": "best_total"}]}`, the sizes of dice. Of a pool it
//! tells the total, and the total with the largest die left, such as `7 d8`; of a pair the winner, and the actor's effect die. Seconds are
//! those of the first solution, and of the fastest of so many more as there are arguments for.

#![allow(clippy::disallowed_methods, reason = "benches read files and watch the clock")]
#![allow(clippy::print_stdout, reason = "a program that prints")]

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Instant;

use benches::pools::Contest;
use chance::exact::{Ratio, Weight};
use chance::{Die, Keep, Kept, Numbers, Pool};
use cortex::roll::Role;
use serde_json::{Value, json};

fn main() {
    let asked: Value = serde_json::from_reader(std::io::stdin()).expect("questions in JSON");
    let more = std::env::args().nth(1).map_or(0, |more| more.parse().expect("a number of solutions"));
    let list = |key: &str| asked[key].as_array().cloned().unwrap_or_default();
    let pools: Vec<Value> = list("pools").iter().map(|dice| pool(&dice_of(dice))).collect();
    let pairs: Vec<Value> = list("pairs").iter().map(|asked| pair(asked, more)).collect();
    println!("{}", json!({ "pools": pools, "pairs": pairs }));
}

/// Dice by their sizes.
fn dice_of(sizes: &Value) -> Pool {
    let die = |size: &Value| Die::ALL.into_iter().find(|die| Some(die.faces().into()) == size.as_u64());
    sizes.as_array().expect("a list of sizes").iter().map(|size| die(size).expect("the size of a die")).collect()
}

/// What a pool comes to when the best total is kept.
fn pool(pool: &Pool) -> Value {
    let all = pool.ways().expect("few dice");
    let shares = |keep: Keep, word: &dyn Fn(&Kept) -> String| {
        let mut shares: BTreeMap<String, Ratio> = BTreeMap::new();
        for (kept, ways) in pool.kept(keep) {
            shares.entry(word(&kept)).or_insert_with(Ratio::zero).add(Ratio::new(ways, all));
        }
        shares.into_iter().map(|(word, share)| (word, share.to_string())).collect::<BTreeMap<_, _>>()
    };
    let total = Keep { numbers: Numbers::Nothing, ..Keep::BEST };
    let effect = |kept: &Kept| kept.left.dice.largest().unwrap_or(Die::D4);
    json!({
        "total": shares(total, &|kept| kept.total.to_string()),
        "kept": shares(Keep::BEST, &|kept| format!("{} {}", kept.total, effect(kept))),
    })
}

/// Who wins an opposed roll, and with what.
fn pair(asked: &Value, more: u32) -> Value {
    let keep = serde_json::from_value(asked["keep"].clone()).expect("a way to keep");
    let contest = Contest::new(keep, dice_of(&asked["actor"]), dice_of(&asked["opposition"]));
    let timed = || {
        let begun = Instant::now();
        let odds = black_box(contest.solve());
        (begun.elapsed().as_secs_f64(), odds)
    };
    let (first, odds) = timed();
    let again = (0..more).map(|_| timed().0).fold(f64::INFINITY, f64::min);
    let mut shares: BTreeMap<String, String> = odds
        .outcomes
        .iter()
        .map(|((winner, effect), share)| {
            let word = match winner {
                Some(Role::Actor) => effect.unwrap_or(Die::D4).to_string(),
                Some(Role::Opposition) => "lost".to_owned(),
                None => "nobody".to_owned(),
            };
            (word, share.to_string())
        })
        .collect();
    shares.insert("won".to_owned(), odds.sum(|came| came.0 == Some(Role::Actor)).to_string());
    json!({ "odds": shares, "first": first, "again": again })
}
