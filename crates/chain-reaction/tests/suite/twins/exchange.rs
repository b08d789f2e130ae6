//! Exchanges of fire of one figure against one or more, volley by volley (CR-exchange, CR-group-exchange, CR-corner): who tests when
//! (CR-react-1, CR-react-7, CR-insight-2, CR-rf-2), who answers (CR-fire-1, CR-fire-2), and the fire of one's own will after a
//! reaction (CR-act-3).

use std::cell::RefCell;
use std::collections::BTreeMap;

use serde_json::{Value, json};
use testkit::pick::{Pick, situations};
use testkit::twin::{Odds, Worth, count, flag, list, word};

use super::figure::{
    Dist, Does, Given, Is, Now, Options, Test, carry_out, hits, merged, passed, then, throws, under_fire, volley,
};
use super::hold;

/// Each figure's condition, the lone figure first.
pub(super) type Figures = Vec<Now>;
/// Who fires, and whether in haste.
type Firing = Vec<(usize, bool)>;

/// Each figure's condition, and who fires now.
type Stands = (Figures, Firing);

/// Fire between a lone figure, number 0, and a group.
pub(super) struct Fight {
    pub(super) given: Vec<Given>,
    pub(super) options: Options,
    pub(super) range: i64,
    /// Reps of the Leaders of the lone figure and of the group.
    pub(super) leaders: [i64; 2],
    /// Cover to duck behind for all.
    pub(super) cover_near: bool,
    known: RefCell<BTreeMap<Stands, Dist<Stands>>>,
}

/// Volleys after which an exchange is over (CR-fire-7).
const VOLLEYS: usize = 1000;
/// What is not followed any longer.
const LITTLE: f64 = 1e-16;

impl Fight {
    pub(super) fn new(p: &Value, given: Vec<Given>, range: i64, leaders: [i64; 2]) -> Fight {
        Fight { given, options: Options(p.clone()), range, leaders, cover_near: true, known: RefCell::default() }
    }

    pub(super) fn begin(&self) -> Figures {
        self.given.iter().map(Given::begins).collect()
    }

    pub(super) fn able(&self, figures: &Figures, who: usize) -> bool {
        figures[who].able(&self.given[who], self.range)
    }

    fn hides(&self, figures: &Figures, who: usize) -> bool {
        self.cover_near || figures[who].cover(&self.given[who])
    }

    /// Plays an exchange to its end. Told apart by whether figure 0 has fired in it as a reaction.
    pub(super) fn exchange(&self, figures: Figures, firing: Firing) -> Dist<(Figures, bool)> {
        let mut ended = Vec::new();
        let mut going = vec![((figures, firing, false), 1.0)];
        for _ in 0..VOLLEYS {
            let mut next = Vec::new();
            for ((figures, firing, reacted), share) in going {
                for ((figures, firing), part) in self.volley(figures, firing) {
                    if firing.is_empty() {
                        ended.push(((figures, reacted), share * part));
                    } else if share * part > LITTLE {
                        let reacted = reacted || firing.iter().any(|&(who, _)| who == 0);
                        next.push(((figures, firing, reacted), share * part));
                    }
                }
            }
            going = merged(next);
            if going.is_empty() {
                break;
            }
        }
        ended.extend(going.into_iter().map(|((figures, _, reacted), share)| ((figures, reacted), share)));
        merged(ended)
    }

    fn volley(&self, figures: Figures, firing: Firing) -> Dist<Stands> {
        let key = (figures, firing);
        if let Some(known) = self.known.borrow().get(&key) {
            return known.clone();
        }
        let answer = if key.1[0].0 == 0 { self.at_group(&key.0, key.1[0].1) } else { self.at_one(&key.0, &key.1) };
        self.known.borrow_mut().insert(key, answer.clone());
        answer
    }

    /// The first who stands up, else the first who can be shot at (CR-fire-6).
    pub(super) fn target(&self, figures: &Figures) -> Option<usize> {
        let first = |wanted: &dyn Fn(&Now) -> bool| (1..figures.len()).find(|&who| wanted(&figures[who]));
        let hidden = self.options.is("ducked_in_open", "hidden");
        let seen = |now: &Now| now.is == Is::Stunned || now.lies && now.is == Is::Ducked && !hidden;
        first(&|now| now.is == Is::Ready).or_else(|| first(&seen))
    }

    /// The lone figure fires at one of the group.
    fn at_group(&self, figures: &Figures, snap: bool) -> Dist<Stands> {
        let Some(target) = self.target(figures) else { return vec![((figures.clone(), Vec::new()), 1.0)] };
        let shooter = &self.given[0];
        let thrown = volley(&self.options, shooter, snap, (&self.given[target], &figures[target]));
        then(thrown, |(number, empty)| {
            let mut figures = figures.clone();
            figures[0].empty |= empty;
            if number == 0 {
                return self.group_tests(&figures, target);
            }
            let worst = hits(&self.options, None, number, (shooter.impact, shooter.rep), &self.given[target]);
            then(worst, |worst| {
                let mut figures = figures.clone();
                figures[target].is = worst.expect("a hit");
                self.man_down(&figures, target)
            })
        })
    }

    /// Friends of who went down test together; nobody fires (CR-mandown-1).
    fn man_down(&self, figures: &Figures, down: usize) -> Dist<Stands> {
        let up = |who: usize| who != down && figures[who].is == Is::Ready;
        let testers: Vec<usize> =
            (1..figures.len()).filter(|&who| up(who) && self.given[who].rep <= self.given[down].rep).collect();
        if testers.is_empty() {
            return vec![((figures.clone(), Vec::new()), 1.0)];
        }
        let results = throws(0, 0).into_iter().map(|(dice, share)| {
            let mut after = figures.clone();
            for &who in &testers {
                let (number, hero) = passed(Test::ManDown, &self.given[who], &figures[who], &dice, 2);
                after[who].hero = hero;
                let others = (1..figures.len()).any(|other| other != who && up(other));
                let does = match number {
                    0 => Does::Retire,
                    1 if !others && !self.given[who].has("Nerves of Steel") => Does::Duck,
                    _ => Does::Hold,
                };
                carry_out(&self.options, &mut after[who], does, self.hides(figures, who));
            }
            ((after, Vec::new()), share)
        });
        merged(results)
    }

    /// The group tests Received Fire when one of it was missed.
    fn group_tests(&self, figures: &Figures, target: usize) -> Dist<Stands> {
        let only = self.options.is("received_fire_testers", "targets_only");
        let testers: Vec<usize> = (1..figures.len())
            .filter(|&who| figures[who].is == Is::Ready && (!only || who == target))
            .chain(Some(target).filter(|&who| figures[who].is == Is::Ducked))
            .collect();
        self.tests(figures, &testers, self.given[0].ranking, self.leaders[1])
    }

    /// Some fire at the lone figure together.
    fn at_one(&self, figures: &Figures, firing: &Firing) -> Dist<Stands> {
        let mut so_far = vec![((figures.clone(), None), 1.0)];
        for &(who, snap) in firing {
            let shooter = &self.given[who];
            let thrown = volley(&self.options, shooter, snap, (&self.given[0], &figures[0]));
            so_far = then(so_far, |(figures, worst)| {
                then(thrown.clone(), |(number, empty)| {
                    let mut figures = figures.clone();
                    figures[who].empty |= empty;
                    hits(&self.options, worst, number, (shooter.impact, shooter.rep), &self.given[0])
                        .into_iter()
                        .map(|(worst, share)| ((figures.clone(), worst), share))
                        .collect()
                })
            });
        }
        let ranking = firing.iter().map(|&(who, _)| self.given[who].ranking).max().expect("somebody");
        then(so_far, |(mut figures, worst)| match worst {
            None if matches!(figures[0].is, Is::Ready | Is::Ducked) => {
                self.tests(&figures, &[0], ranking, self.leaders[0])
            }
            None => vec![((figures, Vec::new()), 1.0)],
            Some(is) => {
                figures[0].is = is;
                figures[0].charge = super::figure::Charge::No;
                vec![((figures, Vec::new()), 1.0)]
            }
        })
    }

    /// Received Fire by some, one throw for all: how they are then, and who fires.
    fn tests(&self, figures: &Figures, testers: &[usize], ranking: i64, leader: i64) -> Dist<Stands> {
        if testers.is_empty() {
            return vec![((figures.clone(), Vec::new()), 1.0)];
        }
        let born = testers.iter().filter(|&&who| self.given[who].has("Born Leader")).map(|&who| self.given[who].rep);
        let all = throws(leader, born.max().unwrap_or(0)).into_iter().map(|(dice, share)| {
            let (mut after, mut firing) = (figures.clone(), Vec::new());
            for &who in testers {
                let (given, now) = (&self.given[who], &figures[who]);
                let able = self.able(figures, who);
                let choice = if able || now.cover(given) { 2 } else { 1 };
                let (number, hero) = passed(Test::ReceivedFire, given, now, &dice, choice);
                after[who].hero = hero;
                let does = under_fire(&self.options, given, now, able, ranking, number);
                carry_out(&self.options, &mut after[who], does, self.hides(figures, who));
                if let Does::Fire | Does::Snap = does {
                    firing.push((who, does == Does::Snap));
                }
            }
            ((after, firing), share)
        });
        merged(all)
    }

    /// A fires of its own will at B, if it can.
    pub(super) fn own_fire(&self, figures: Figures) -> Dist<Figures> {
        if !self.able(&figures, 0) || self.target(&figures).is_none() {
            return vec![(figures, 1.0)];
        }
        merged(self.exchange(figures, vec![(0, false)]).into_iter().map(|((figures, _), share)| (figures, share)))
    }

    /// A comes into B's sight: In Sight, the exchange it causes, then A's own fire.
    pub(super) fn corner(&self, figures: &Figures) -> Dist<Figures> {
        let able = self.able(figures, 1);
        let seen = throws(0, 0).into_iter().map(|(dice, share)| {
            (passed(Test::InSight, &self.given[1], &figures[1], &dice, 2).0.min(if able { 2 } else { 0 }), share)
        });
        let met = then(merged(seen), |dice| match dice {
            0 => vec![((figures.clone(), false), 1.0)],
            dice => self.exchange(figures.clone(), vec![(1, dice == 1)]),
        });
        let used_up = self.options.is("active_fire_after_reaction", "used_up");
        then(met, |(figures, reacted)| if used_up && reacted { vec![(figures, 1.0)] } else { self.own_fire(figures) })
    }
}

/// A and B of a situation.
pub(super) fn two(p: &Value, first: &str, second: &str) -> Fight {
    let given = [first, second].map(|key| Given::new(&p[key], p));
    let leaders = [given[0].leader, given[1].leader];
    Fight::new(p, given.into(), count(p, "range", 0), leaders)
}

fn shown(now: &Now, ammo: bool) -> String {
    let fights = matches!(now.is, Is::Ready | Is::Ducked | Is::Stunned);
    format!("{}{}", now.is.word(), if ammo && fights && now.empty { ",empty" } else { "" })
}

pub(super) fn words<T>(all: Dist<T>, word: impl Fn(&T) -> String) -> Odds {
    let all = merged(all.iter().map(|(what, share)| (word(what), *share)));
    all.into_iter().map(|(word, share)| (word, Worth::Near(share))).collect()
}

pub(super) fn exchange(p: &Value) -> Odds {
    let fight = two(p, "a", "b");
    let ammo = flag(p, "show_ammo", true);
    let ends = fight.exchange(fight.begin(), vec![(0, flag(p, "snap", false))]);
    words(ends, |(figures, _)| format!("A:{} B:{}", shown(&figures[0], ammo), shown(&figures[1], ammo)))
}

pub(super) fn corner(p: &Value) -> Odds {
    let fight = two(p, "a", "b");
    let ammo = flag(p, "show_ammo", false);
    words(fight.corner(&fight.begin()), |figures| {
        format!("A:{} B:{}", shown(&figures[0], ammo), shown(&figures[1], ammo))
    })
}

pub(super) fn group_exchange(p: &Value) -> Odds {
    let mut given = vec![Given::new(&p["a"], p)];
    given.extend(list(p, "group").iter().map(|figure| Given::new(figure, p)));
    let leaders = [given[0].leader, count(p, "leader", 0)];
    let fight = Fight::new(p, given, count(p, "range", 0), leaders);
    let ends = fight.exchange(fight.begin(), vec![(0, flag(p, "snap", false))]);
    words(ends, |(figures, _)| {
        let group: Vec<&str> = figures[1..].iter().map(|now| now.is.word()).collect();
        format!("A:{} | {}", figures[0].is.word(), group.join(" "))
    })
}

const GUNS: [&str; 9] = [
    "pistol",
    "ba pistol",
    "shotgun",
    "bolt action rifle",
    "semi-automatic rifle",
    "machine pistol",
    "submachine gun",
    "assault rifle",
    "squad automatic weapon",
];
const ALONE: [&str; 6] = ["Poser", "Born Leader", "Nerves of Steel", "Agile", "Marksman", "Slow to React"];
const IN_GROUP: [&str; 3] = ["Nerves of Steel", "Agile", "Marksman"];

/// Some figure.
pub(super) fn any_figure(pick: &mut Pick, attributes: &[&str]) -> Value {
    let mut figure = json!({ "rep": pick.of(&[1, 2, 3, 3, 4, 4, 5, 5, 6]), "weapon": pick.of(&GUNS) });
    let mut set = |key: &str, value: Value| figure[key] = value;
    for (key, one_in) in [("cover", 2), ("concealed", 5), ("prone", 5), ("fast", 5), ("star", 5), ("hero", 5)] {
        if pick.of(&[1, 2, 3, 4, 5, 6]) * one_in <= 6 {
            set(key, json!(true));
        }
    }
    if pick.of(&[0, 0, 1]) == 1 {
        set("leader", json!(pick.of(&[1, 3, 4, 6])));
    }
    if pick.of(&[0, 1]) == 1 {
        let attribute = pick.of(attributes);
        if attribute == "Marksman" {
            set("weapon", json!("bolt action rifle"));
        }
        set("attributes", json!([attribute]));
    }
    if pick.of(&[0, 0, 0, 1]) == 1 {
        set("cheats_death", json!(false));
    }
    if pick.of(&[0, 0, 0, 0, 0, 0, 1]) == 1 {
        set("retrieving", json!(true));
    }
    set("melee", json!(pick.of(&["none", "improvised", "one-handed", "two-handed"])));
    figure
}

pub(super) fn lone(pick: &mut Pick) -> Value {
    any_figure(pick, &ALONE)
}

pub(super) fn any_options(pick: &mut Pick) -> Value {
    let mut options = pick.options(&[
        ("outgunned_on", &["pass_2", "pass_1_too"]),
        ("received_fire_testers", &["in_sight", "whole_group", "targets_only"]),
        ("multiple_hits", &["worst", "stop_when_out"]),
        ("stopped_charger", &["ordinary", "charger"]),
        ("nerves_of_steel", &["hold", "return_fire"]),
        ("marksman_ammo", &["all_dice", "kept_die"]),
        ("active_fire_after_reaction", &["allowed", "used_up"]),
        ("ducked_in_open", &["seen", "hidden"]),
        ("stun_recovery", &["acts", "spends_activation"]),
        ("gun_butt", &["none", "improvised"]),
    ]);
    options.extend(pick.options(&[("stunned_prone", &[true, false])]));
    Value::Object(options)
}

pub(super) const RANGES: [i64; 5] = [3, 10, 20, 40, 55];

/// CR-exchange: two lone figures, volley by volley, under all readings.
#[test]
fn exchanges() {
    hold(
        "exchange",
        situations(11, 200, |pick| {
            json!({
                "a": lone(pick), "b": lone(pick), "range": pick.of(&RANGES), "snap": pick.yes(),
                "show_ammo": pick.yes(), "options": any_options(pick),
            })
        }),
    );
}

/// CR-corner: In Sight by the watcher, its exchange, then the mover’s own fire (CR-act-3, CR-insight-2).
#[test]
fn corners() {
    hold(
        "corner",
        situations(12, 200, |pick| {
            json!({
                "a": lone(pick), "b": lone(pick), "range": pick.of(&RANGES), "show_ammo": pick.yes(),
                "options": any_options(pick),
            })
        }),
    );
}

/// CR-group-exchange: one against a group, whose members test with one pair of dice and answer together.
#[test]
fn exchanges_with_groups() {
    hold(
        "group_exchange",
        situations(13, 120, |pick| {
            json!({
                "a": lone(pick), "group": pick.some(&[1, 2, 2, 3], |pick| any_figure(pick, &IN_GROUP)),
                "range": pick.of(&RANGES), "leader": pick.of(&[0, 0, 3, 5]), "snap": pick.yes(),
                "options": any_options(pick),
            })
        }),
    );
}

/// Who never hits and never fails to answer fires for ever: both are left as they are (CR-fire-7).
#[test]
fn cr_fire_7_for_ever() {
    let star = json!({ "rep": 1, "star": true, "weapon": "bolt action rifle", "cover": true });
    let situation = json!({ "a": star, "b": star, "range": 20 });
    let odds = exchange(&situation);
    assert_eq!(odds.keys().collect::<Vec<_>>(), ["A:ready B:ready"]);
    hold("exchange", [situation]);
    assert_eq!(word(&star, "weapon", ""), "bolt action rifle");
}
