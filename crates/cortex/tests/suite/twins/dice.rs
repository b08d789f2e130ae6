//! Throws face by face, what may be kept of them, and who wins.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde_json::Value;
use testkit::twin::{list, option};
use testkit::{Number as _, Share, States, add, each};

/// A die and the number it shows.
pub(super) type Face = (i64, i64);

/// The size of a die by its word; none for `none`, or where nothing stands.
pub(super) fn size(word: &Value) -> Option<i64> {
    word.as_str().and_then(|word| word.strip_prefix('d')?.parse().ok())
}

pub(super) fn sizes(p: &Value, key: &str) -> Vec<i64> {
    list(p, key).iter().filter_map(size).collect()
}

pub(super) fn step(size: i64) -> i64 {
    size / 2 - 1
}

pub(super) fn flag_option(p: &Value, key: &str, default: bool) -> bool {
    p.get("options").and_then(|options| options.get(key)).and_then(Value::as_bool).unwrap_or(default)
}

/// Points of margin for one more effect die.
pub(super) fn every(p: &Value) -> i64 {
    p.get("options").and_then(|options| options.get("extra_effect_every")).and_then(Value::as_i64).unwrap_or(3)
}

/// How many effect dice a win by some margin allows.
#[derive(Clone, Copy)]
pub(super) enum Most {
    All,
    One,
    ByMargin(i64),
}

impl Most {
    pub(super) fn of(self, p: &Value, margin: i64) -> usize {
        match self {
            Most::All => 99,
            Most::One => 1,
            Most::ByMargin(bought) => (1 + bought + if every(p) > 0 { margin / every(p) } else { 0 }) as usize,
        }
    }
}

/// Every throw of a set of dice as a sorted list of faces, with the share of the ways to it.
pub(super) fn throws(dice: &[i64]) -> BTreeMap<Vec<Face>, Share> {
    let mut known: States<Vec<Face>> = States::from([(Vec::new(), Share::WHOLE)]);
    for &die in dice {
        let mut next = States::new();
        for (throw, share) in known {
            for number in 1..=die {
                let mut longer = throw.clone();
                longer.push((die, number));
                longer.sort_unstable();
                add(&mut next, longer, share.times(Share::new(1, die as u128)));
            }
        }
        known = next;
    }
    known
}

/// What is kept: the total, and the dice outside it, the largest first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Kept {
    pub(super) total: i64,
    pub(super) left: Vec<Face>,
}

pub(super) fn hitches(throw: &[Face]) -> i64 {
    throw.iter().filter(|(_, number)| *number == 1).count() as i64
}

/// The order in which effect dice are taken.
fn ordered(p: &Value, mut left: Vec<Face>) -> Vec<Face> {
    let lowest = option(p, "effect_shown_tie", "highest") == "lowest";
    left.sort_by_key(|&(size, number)| (Reverse(size), if lowest { number } else { -number }));
    left
}

fn usable(throw: &[Face]) -> Vec<Face> {
    let mut usable: Vec<Face> = throw.iter().copied().filter(|&(_, number)| number > 1).collect();
    usable.sort_by_key(|&(size, number)| (Reverse(number), size));
    usable
}

/// The best total of a number of dice.
pub(super) fn best(p: &Value, throw: &[Face], dice: usize) -> Kept {
    let usable = usable(throw);
    let dice = dice.min(usable.len());
    let total = usable[..dice].iter().map(|(_, number)| number).sum();
    Kept { total, left: ordered(p, usable[dice..].to_vec()) }
}

/// Who wins: the actor, the opposition, or nobody.
pub(super) fn wins(p: &Value, actor: i64, opposition: i64) -> &'static str {
    if actor == 0 && opposition == 0 {
        return "nobody";
    }
    match (actor - opposition, option(p, "ties", "opposition")) {
        (0, "nobody") => "nobody",
        (0, "actor") => "actor",
        (1.., _) => "actor",
        _ => "opposition",
    }
}

/// Every pair is tried: the one that wins with the best effect dice.
fn most_effect(p: &Value, throw: &[Face], goal: i64, most: Most) -> Kept {
    let usable = usable(throw);
    let mut found: Option<(_, Kept)> = None;
    for one in 0..usable.len() {
        for two in one + 1..usable.len() {
            let total = usable[one].1 + usable[two].1;
            if wins(p, total, goal) != "actor" {
                continue;
            }
            let rest = (0..usable.len()).filter(|&place| place != one && place != two);
            let left = ordered(p, rest.map(|place| usable[place]).collect());
            let effects: Vec<i64> = left.iter().take(most.of(p, total - goal)).map(|&(size, _)| size).collect();
            let numbers = [usable[one].1, usable[two].1];
            let worth = (effects, total, numbers, Reverse([usable[one].0, usable[two].0]));
            if found.as_ref().is_none_or(|(best, _)| worth > *best) {
                found = Some((worth, Kept { total, left }));
            }
        }
    }
    found.map_or_else(|| best(p, throw, 2), |(_, kept)| kept)
}

/// One of the two who roll.
#[derive(Clone)]
pub(super) struct Rolls {
    pub(super) dice: Vec<i64>,
    pub(super) most: Most,
    /// Whether a point may be spent to save the roll.
    pub(super) point: bool,
}

impl Rolls {
    pub(super) fn new(dice: Vec<i64>, most: Most) -> Rolls {
        Rolls { dice, most, point: false }
    }
}

/// What came of a roll.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Result {
    pub(super) winner: &'static str,
    pub(super) margin: i64,
    /// The winner's effect dice; number 0 for the nominal d4.
    pub(super) effects: Vec<Face>,
    pub(super) spent: bool,
    /// Hitches of actor and opposition.
    pub(super) hitches: [i64; 2],
}

impl Result {
    pub(super) fn first(&self) -> i64 {
        self.effects[0].0
    }

    pub(super) fn sizes(&self) -> Vec<i64> {
        self.effects.iter().map(|&(size, _)| size).collect()
    }
}

/// All that may come of an opposed roll.
pub(super) fn opposed(p: &Value, actor: &Rolls, opposition: &Rolls) -> States<Result> {
    let keeps_best = option(p, "keep", "best_total") == "best_total";
    // Throws that are kept alike are as good as one, unless pairs are to be tried.
    let alike = |dice: &[i64], whole: bool| {
        each(throws(dice), |throw| {
            let kept = (best(p, &throw, 2), best(p, &throw, 3), hitches(&throw));
            vec![((kept, if whole { throw } else { Vec::new() }), Share::WHOLE)]
        })
    };
    let (ours, theirs) = (alike(&actor.dice, !keeps_best), alike(&opposition.dice, false));
    let mut results = States::new();
    for (((their_two, theirs_of_three, their_hitches), _), their_share) in &theirs {
        for (((our_two, ours_of_three, our_hitches), our), our_share) in &ours {
            let our_two = if keeps_best { our_two.clone() } else { most_effect(p, our, their_two.total, actor.most) };
            let (mut ours, mut theirs, mut spent) = (our_two, their_two.clone(), false);
            let won = |ours: &Kept, theirs: &Kept| wins(p, ours.total, theirs.total);
            if actor.point && won(&ours, &theirs) != "actor" && won(ours_of_three, &theirs) == "actor" {
                (ours, spent) = (ours_of_three.clone(), true);
            }
            if opposition.point && won(&ours, &theirs) != "opposition" && won(&ours, theirs_of_three) == "opposition" {
                (theirs, spent) = (theirs_of_three.clone(), true);
            }
            let winner = won(&ours, &theirs);
            let margin = (ours.total - theirs.total).abs();
            let (left, most) = match winner {
                "actor" => (ours.left, actor.most),
                "opposition" => (theirs.left, opposition.most),
                _ => (Vec::new(), Most::One),
            };
            let mut effects: Vec<Face> = left.into_iter().take(most.of(p, margin)).collect();
            if effects.is_empty() {
                effects.push((4, 0));
            }
            let hitches = [*our_hitches, *their_hitches];
            let margin = if winner == "nobody" { 0 } else { margin };
            let result = Result { winner, margin, effects, spent, hitches };
            add(&mut results, result, our_share.times(*their_share));
        }
    }
    results
}

/// Shares by the words of outcomes.
#[derive(Default)]
pub(super) struct Told(pub(super) BTreeMap<String, Share>);

impl Told {
    pub(super) fn tell(&mut self, word: impl Into<String>, share: Share) {
        add(&mut self.0, word.into(), share);
    }

    /// So many times a share, as a part of a mean.
    pub(super) fn count(&mut self, word: &str, times: i64, share: Share) {
        self.tell(word, share.times(Share::new(times as u128, 1)));
    }

    pub(super) fn odds(self) -> testkit::twin::Odds {
        testkit::twin::exact(self.0)
    }
}

/// `none`, or the word of a die.
pub(super) fn named(size: Option<i64>) -> String {
    size.map_or_else(|| "none".to_owned(), |size| format!("d{size}"))
}

/// A track: 0 for none, a size, 14 for out.
pub(super) fn track(word: &Value) -> i64 {
    if word.as_str() == Some("out") { 14 } else { size(word).unwrap_or(0) }
}

pub(super) fn track_word(track: i64) -> String {
    match track {
        0 => "none".to_owned(),
        14 => "out".to_owned(),
        size => format!("d{size}"),
    }
}

/// CX0-10, row by row.
pub(super) fn harmed(p: &Value, held: i64, harm: i64) -> i64 {
    match held {
        14 => 14,
        0 if option(p, "harm_floor", "d6") == "d4" => harm,
        0 => harm.max(6),
        held if held < harm => harm,
        held => held + 2,
    }
}
