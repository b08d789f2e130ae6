//! Grenades: the throw, where it lands, what it does, and for how long.

use serde_json::{Value, json};
use testkit::pick::{Pick, situations};
use testkit::twin::{Odds, count, exact, flag, list, number, option, word};
use testkit::{Number, Share, States, add, each};

use super::figure::{Figure, attempt, past_limit, penalty, penalty_of};
use super::fire::{hidden, hits};
use super::hold;
use super::pick::Figures as _;

/// GGG-gren-4, GGG-gren-5: the share of throws on target.
fn throws(p: &Value) -> Share {
    let opening = i64::from(flag(p, "through_opening", false));
    attempt(p, 4, -opening - penalty_of(&p["thrower"]))
}

pub(super) fn throw(p: &Value) -> Odds {
    let on_target = throws(p);
    exact([("on_target", on_target), ("off_target", on_target.rest())])
}

/// Where a grenade lands, from the aim point: along the line of throw, to the right of it, and in a word.
struct Landing {
    along: f64,
    right: f64,
    word: String,
    share: Share,
}

/// GGG-gren-6, GGG-gren-7: every throw of both dice.
fn landings(p: &Value) -> Vec<Landing> {
    let on_target = throws(p);
    let mut landings = vec![Landing { along: 0.0, right: 0.0, word: "aim_point".to_owned(), share: on_target }];
    let less = if option(p, "scatter_penalty", "no") == "yes" { penalty_of(&p["thrower"]) } else { 0 };
    for direction in 1..=6 {
        for distance in 1..=6 {
            let mut far = (distance - less).max(0) as f64;
            let (way, along, right) = match direction - less {
                ..=2 => ("short", -1.0, 0.0),
                3 | 4 => ("over", 1.0, 0.0),
                5 => ("left", 0.0, -1.0),
                _ => ("right", 0.0, 1.0),
            };
            if way == "short" && option(p, "short_throw", "stops_at_thrower") == "stops_at_thrower" {
                far = far.min(number(p, "throw_distance", 0.0));
            }
            let word = if far > 0.0 { format!("{way}_{far}") } else { "aim_point".to_owned() };
            let share = on_target.rest().times(Share::new(1, 36));
            landings.push(Landing { along: along * far, right: right * far, word, share });
        }
    }
    landings
}

pub(super) fn landing(p: &Value) -> Odds {
    let mut odds = States::new();
    landings(p).into_iter().for_each(|landing| add(&mut odds, landing.word, landing.share));
    exact(odds)
}

/// What a grenade does to a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    Untouched,
    Stunned,
    Wounded,
    Out,
}

impl Fate {
    fn word(self) -> &'static str {
        match self {
            Fate::Untouched => "none",
            Fate::Stunned => "stunned",
            Fate::Wounded => "wounded",
            Fate::Out => "out",
        }
    }
}

/// GGG-gren-11, GGG-gren-12: every face, for a figure in the radius.
fn fates(p: &Value, wounds: i64, stun_turns: i64) -> States<Fate> {
    let less = if option(p, "grenade_effect_penalty", "none") == "target" { penalty(wounds, stun_turns) } else { 0 };
    let mut fates = States::new();
    for face in 1..=6 {
        let fate = match (word(p, "grenade", "HE"), face - less) {
            ("HE", ..=2) | ("stun", 3..) => Fate::Stunned,
            ("HE", 3 | 4) if !past_limit(p, wounds + 1) => Fate::Wounded,
            ("HE", _) => Fate::Out,
            ("stun" | "smoke", _) => Fate::Untouched,
            (other, _) => panic!("no grenade {other}"),
        };
        add(&mut fates, fate, Share::new(1, 6));
    }
    fates
}

fn fates_of(p: &Value, someone: &Value) -> States<Fate> {
    fates(p, count(someone, "wounds", 0), count(someone, "stun_turns", 0))
}

pub(super) fn effect(p: &Value) -> Odds {
    exact(fates_of(p, &p["victim"]).into_iter().map(|(fate, share)| (fate.word(), share)))
}

/// GGG-gren-8, GGG-gren-9: every landing, and then every figure's own die.
pub(super) fn on_figures(p: &Value) -> Odds {
    let mut sums = States::new();
    for landing in landings(p) {
        let mut joint = States::from([(Vec::new(), landing.share)]);
        for figure in list(p, "figures") {
            let (along, right) = (number(figure, "along", 0.0), number(figure, "right", 0.0));
            let distance = ((along - landing.along).powi(2) + (right - landing.right).powi(2)).sqrt();
            let fates = if distance <= 4.0 && !flag(figure, "blocked", false) {
                fates_of(p, figure)
            } else {
                States::from([(Fate::Untouched, Share::WHOLE)])
            };
            joint = each(joint, |before| {
                let after = |(&fate, &share): (&Fate, &Share)| {
                    let mut after: Vec<String> = before.clone();
                    after.push(format!("{}={}", word(figure, "name", ""), fate.word()));
                    (after, share)
                };
                fates.iter().map(after).collect()
            });
        }
        joint.into_iter().for_each(|(words, share)| add(&mut sums, words.join(" "), share));
    }
    exact(sums)
}

/// What several grenades of one step have done to a figure so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Suffered {
    wounds: i64,
    stunned: bool,
    out: bool,
}

/// Grenades at a figure on the aim point, all in one step: every die is thrown as the figure stood before them (GGG-ord-2,
/// GGG-gren-13).
pub(super) fn on_one(p: &Value) -> Odds {
    let reaches = |landing: &Landing| landing.along.abs().max(landing.right.abs()) <= 4.0;
    let bursts = Share::sum(landings(p).into_iter().filter(reaches).map(|landing| landing.share));
    let (wounds, stun_turns) = (count(&p["victim"], "wounds", 0), count(&p["victim"], "stun_turns", 0));
    let fates = fates(p, wounds, stun_turns);
    let mut states = States::from([(Suffered { wounds, stunned: stun_turns > 0, out: false }, Share::WHOLE)]);
    for _ in 0..count(p, "count", 1) {
        states = each(states, |before| {
            let after = |(&fate, share): (&Fate, &Share)| {
                let mut after = before;
                match fate {
                    Fate::Untouched => {}
                    Fate::Stunned => after.stunned = true,
                    Fate::Wounded => after.wounds += 1,
                    Fate::Out => after.out = true,
                }
                (after, share.times(bursts))
            };
            fates.iter().map(after).chain([(before, bursts.rest())]).collect()
        });
    }
    let mut odds = States::new();
    for (Suffered { wounds: now, stunned, out }, share) in states {
        let word = match (out || now > wounds && past_limit(p, now), stunned) {
            (true, _) => "out".to_owned(),
            (false, true) => format!("w{now} stunned"),
            (false, false) => format!("w{now}"),
        };
        add(&mut odds, word, share);
    }
    exact(odds)
}

/// GGG-gren-13: a figure that moves meets the burst before it fires; one that stays fires at once with it.
pub(super) fn then_shot(p: &Value) -> Odds {
    let (victim, target) = (Figure::read(p, &p["victim"]), Figure::read(p, &p["target"]));
    let hidden = hidden(p, victim.pace, &target, target.will_fire());
    let [mut hit, mut miss, mut no_shot] = [Share::NONE; 3];
    for (fate, share) in fates(p, victim.wounds, victim.stun_turns) {
        let mut firer = victim.clone();
        match fate {
            _ if !victim.pace.moves() => {}
            Fate::Untouched => {}
            Fate::Stunned => firer.stun_turns = firer.stun_turns.max(1),
            Fate::Wounded => firer.wounds += 1,
            Fate::Out => {
                no_shot = no_shot.plus(share);
                continue;
            }
        }
        let hits = hits(p, &firer, &target, hidden);
        hit = hit.plus(share.times(hits));
        miss = miss.plus(share.times(hits.rest()));
    }
    exact([("hit", hit), ("miss", miss), ("no_shot", no_shot)])
}

/// GGG-stun-2 to GGG-stun-4: full turns after that of the burst; some were to come already. A man who is stunned in the turn
/// of the burst in any case spends none of the turns that are added in it.
pub(super) fn stun_clock(p: &Value) -> Odds {
    let options = p.get("options").unwrap_or(&Value::Null);
    let turns = if word(p, "grenade", "stun") == "HE" { count(options, "he_stun_turns", 3) } else { 3 };
    let new = turns - i64::from(option(p, "stun_clock", "next_turn") == "this_turn");
    let left = match (count(p, "already", 0), option(p, "stun_repeat", "refresh")) {
        (0, _) => new,
        (already, "extend") => already + turns,
        (already, _) => already.max(new),
    };
    exact([("full_turns_still_stunned", Share::new(left as u128, 1))])
}

fn any_throw(pick: &mut Pick) -> Value {
    json!({
        "throw_distance": pick.of(&[1, 2, 3, 4, 5, 6, 9, 20]), "through_opening": pick.yes(), "thrower": pick.condition(),
        "options": pick.rules(),
    })
}

/// GGG-gren-4 to GGG-gren-7.
#[test]
fn grid_of_throws() {
    let throw = |pick: &mut Pick| json!({ "through_opening": pick.yes(), "thrower": pick.condition(), "options": pick.rules() });
    hold("grenade_throw", situations(30, 300, throw));
    hold("grenade_landing", situations(31, 500, any_throw));
}

/// GGG-gren-8, GGG-gren-9: up to three figures, on the edge of the radius and past it.
#[test]
fn grid_of_bursts() {
    let places = [-9.0, -5.0, -4.0, -3.0, -2.5, -1.0, 0.0, 0.0, 1.0, 2.0, 3.0, 4.0, 4.5, 6.0, 8.0, 10.0];
    let burst = |pick: &mut Pick| {
        let mut burst = any_throw(pick);
        let names = ["F1", "F2", "F3"];
        let figures = names[..pick.of(&[1, 2, 3])].iter().map(|name| {
            let mut figure = pick.condition();
            figure["name"] = (*name).into();
            figure["along"] = pick.of(&places).into();
            figure["right"] = pick.of(&places).into();
            figure["blocked"] = pick.of(&[false, false, true]).into();
            figure
        });
        burst["figures"] = figures.collect();
        burst["grenade"] = pick.of(&["HE", "stun"]).into();
        burst
    };
    hold("grenade_on_figures", situations(32, 400, burst));
}

/// GGG-gren-11, GGG-gren-12.
#[test]
fn grid_of_effects() {
    let effect = |pick: &mut Pick| json!({ "grenade": pick.of(&["HE", "stun"]), "victim": pick.condition(), "options": pick.rules() });
    hold("grenade_effect", situations(33, 400, effect));
}

/// GGG-gren-9: up to four at one figure.
#[test]
fn grid_of_grenades_on_one() {
    let grenades = |pick: &mut Pick| {
        json!({
            "grenade": pick.of(&["HE", "stun"]), "count": pick.of(&[1, 2, 3, 4]),
            "throw_distance": pick.of(&[1, 3, 4, 5, 6, 9]), "through_opening": pick.yes(), "options": pick.rules(),
        })
    };
    hold("grenades_on_one", situations(34, 400, grenades));
}

/// GGG-gren-13: every pace.
#[test]
fn grid_of_shots_after_bursts() {
    let shot = |pick: &mut Pick| {
        let mut victim = pick.firer("V");
        while victim["weapon"] != "automatic" {
            victim = pick.firer("V");
        }
        json!({
            "grenade": pick.of(&["HE", "stun"]), "victim": victim, "target": pick.figure("T"),
            "range": pick.range(), "options": pick.rules(),
        })
    };
    hold("grenade_then_shot", situations(35, 600, shot));
}

/// GGG-stun: every clock.
#[test]
fn grid_of_stun_clocks() {
    let clock = |pick: &mut Pick| {
        let mut options = pick.rules();
        for (name, other) in [("stun_clock", "this_turn"), ("stun_repeat", "extend")] {
            if pick.yes() {
                options[name] = other.into();
            }
        }
        if pick.yes() {
            options["he_stun_turns"] = 1.into();
        }
        json!({ "grenade": pick.of(&["HE", "stun"]), "already": pick.of(&[0, 1, 2, 3, 5]), "options": options })
    };
    hold("stun_clock", situations(36, 300, clock));
}
