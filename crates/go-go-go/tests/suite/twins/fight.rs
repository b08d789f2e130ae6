//! Fire turn after turn at a fixed distance.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use testkit::chain::Chain;
use testkit::pick::{Pick, situations};
use testkit::twin::{Odds, Worth, count, exact, list, option};
use testkit::{Number, Share, States, add, each};

use super::figure::{Figure, Pace, Weapon, past_limit};
use super::fire::{Fate, hidden, results, spots};
use super::hold;
use super::pick::Figures as _;

/// What changes about a figure in action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Man {
    wounds: i64,
    stun_turns: i64,
    loaded: bool,
    still: bool,
    aim: i64,
}

/// The figures in action, side A and side B, in the order of their lists.
type State = [Vec<Option<Man>>; 2];

/// One figure, by side and place in its list.
type Who = (usize, usize);

/// Figures that have something in common.
type Group = Vec<Who>;

fn beaten(side: &[Option<Man>]) -> bool {
    side.iter().all(Option::is_none)
}

fn over(state: &State) -> bool {
    state.iter().any(|side| beaten(side))
}

fn in_action(state: &State) -> usize {
    state.iter().flatten().flatten().count()
}

fn whole<N: Number>() -> N {
    N::new(1, 1)
}

/// Figures at a distance, as the parameters have them.
struct Fight<'a> {
    p: &'a Value,
    lists: [Vec<Figure>; 2],
    /// Whether wounds are no longer counted when more of them make no difference.
    coarse: bool,
    known: RefCell<BTreeMap<Known, [(Fate, Share); 3]>>,
}

/// What a shot comes to depends on who fires how at whom in what condition, hiding or not.
type Known = (Who, Man, Who, Man, bool);

impl Fight<'_> {
    fn new(p: &Value, coarse: bool) -> Fight<'_> {
        let lists = ["side_a", "side_b"].map(|key| list(p, key).iter().map(|value| Figure::read(p, value)).collect());
        Fight { p, lists, coarse, known: RefCell::default() }
    }

    fn begin(&self) -> State {
        let man = |figure: &Figure| {
            let &Figure { wounds, stun_turns, loaded, still, aim, .. } = figure;
            Some(Man { wounds, stun_turns, loaded, still, aim })
        };
        [0, 1].map(|side| self.lists[side].iter().map(man).collect())
    }

    fn all(&self) -> impl Iterator<Item = Who> {
        let sizes = [self.lists[0].len(), self.lists[1].len()];
        (0..2).flat_map(move |side| (0..sizes[side]).map(move |place| (side, place)))
    }

    /// A figure as it stands now, if it is in action.
    fn now(&self, state: &State, (side, place): Who) -> Option<Figure> {
        let Man { wounds, stun_turns, loaded, still, aim } = state[side][place]?;
        Some(Figure { wounds, stun_turns, loaded, still, aim, ..self.lists[side][place].clone() })
    }

    /// GGG-duel-1: whom each figure that looks sees, by dice where it has to throw them. One who has a sniper rifle to fire
    /// aims it, and so spots nobody by dice.
    fn sights<N: Number>(&self, state: &State) -> States<Vec<(Who, Who)>, N> {
        let mut sights = States::from([(Vec::new(), whole())]);
        for who in self.all() {
            for whom in self.all().filter(|whom| whom.0 != who.0) {
                let (Some(observer), Some(target)) = (self.now(state, who), self.now(state, whom)) else { continue };
                if !observer.will_fire() {
                    continue;
                }
                let share = match (observer.rolls, observer.weapon) {
                    (false, _) => Share::WHOLE,
                    (true, Weapon::Sniper) => Share::NONE,
                    (true, _) => spots(self.p, &observer, &target),
                };
                sights = each(sights, |seen| {
                    let mut more = seen.clone();
                    more.push((who, whom));
                    vec![(more, share.number()), (seen, share.rest().number())]
                });
            }
        }
        sights
    }

    /// GGG-ord-1, GGG-ord-2: one turn.
    fn turn<N: Number>(&self, state: &State) -> States<State, N> {
        let mut after = States::new();
        for (seen, share) in self.sights::<N>(state) {
            let mut states = States::from([((state.clone(), Group::new()), share)]);
            for pace in Pace::ALL {
                states = each(states, |(state, fired)| self.step(&state, &fired, pace, &seen));
            }
            for ((state, fired), share) in states {
                add(&mut after, self.end(state, &fired), share);
            }
        }
        after
    }

    /// All fire of figures of one pace.
    fn step<N: Number>(
        &self,
        before: &State,
        fired: &Group,
        pace: Pace,
        seen: &[(Who, Who)],
    ) -> Vec<((State, Group), N)> {
        let mut shots = Vec::new();
        let mut fired = fired.clone();
        for who in self.all() {
            let Some(firer) = self.now(before, who).filter(|firer| firer.pace == pace && firer.will_fire()) else {
                continue;
            };
            let mut targets = self.all().filter(|whom| before[whom.0][whom.1].is_some());
            if let Some(whom) = targets.find(|&whom| seen.contains(&(who, whom))) {
                shots.push((who, whom, firer));
                fired.push(who);
            }
        }
        let mut states = States::from([(before.clone(), whole::<N>())]);
        for (who, whom, firer) in shots {
            let target = self.now(before, whom).expect("a target in action");
            let hidden = hidden(self.p, pace, &target, fired.contains(&whom));
            let men = (before[who.0][who.1].expect("in action"), before[whom.0][whom.1].expect("in action"));
            let mut known = self.known.borrow_mut();
            // GGG-eff-4 depends on wounds of the same step too, so it is looked at when they are counted.
            let results = known.entry((who, men.0, whom, men.1, hidden)).or_insert_with(|| {
                let unlimited = without_limit(self.p);
                results(&unlimited, &firer, &target, hidden)
            });
            states = each(states, |state| {
                results.iter().map(|&(fate, share)| (self.suffer(state.clone(), whom, fate), share.number())).collect()
            });
        }
        states.into_iter().map(|(state, share)| ((state, fired.clone()), share)).collect()
    }

    fn suffer(&self, mut state: State, (side, place): Who, fate: Fate) -> State {
        let man = &mut state[side][place];
        *man = match (*man, fate) {
            (None, _) | (_, Fate::Out) => None,
            (man, Fate::Missed) => man,
            (Some(man), Fate::Wounded) if past_limit(self.p, man.wounds + 1) => None,
            (Some(man), Fate::Wounded) => Some(Man { wounds: man.wounds + 1, ..man }),
        };
        state
    }

    /// The end of a turn: rifles, stun.
    fn end(&self, mut state: State, fired: &Group) -> State {
        for who in self.all() {
            let figure = &self.lists[who.0][who.1];
            let Some(man) = &mut state[who.0][who.1] else { continue };
            man.stun_turns = (man.stun_turns - 1).max(0);
            if self.coarse {
                // The best of all needs is 1 of six, with all the aim there may be.
                man.wounds = man.wounds.min(7 + figure.policy.max(figure.aim));
            }
            if figure.weapon != Weapon::Sniper {
                continue;
            }
            let stays = !figure.pace.moves();
            if fired.contains(&who) {
                (man.loaded, man.still, man.aim) = (false, false, 0);
            } else if !man.loaded {
                let serves = option(self.p, "reload_serves_as_setup", "yes") == "yes";
                (man.loaded, man.still, man.aim) = (true, stays && serves, 0);
            } else if stays {
                let counts = man.still || option(self.p, "setup_is_aiming", "yes") == "yes";
                // More aim than is waited for is of no use to a figure that sees nobody.
                man.aim = (man.aim + i64::from(counts)).min(figure.policy.max(figure.aim + 1));
                man.still = true;
            } else {
                (man.still, man.aim) = (false, 0);
            }
        }
        state
    }
}

/// The situation without a limit of wounds.
fn without_limit(p: &Value) -> Value {
    let mut options = p.get("options").cloned().unwrap_or_else(|| json!({}));
    options["wound_limit"] = 0.into();
    json!({ "range": p["range"], "options": options })
}

pub(super) fn fire_turns(p: &Value) -> Odds {
    let fight = Fight::new(p, false);
    let mut states = States::from([(fight.begin(), Share::WHOLE)]);
    for _ in 0..count(p, "turns", 1) {
        states = each(states, |state| fight.turn(&state).into_iter().collect());
    }
    let mut odds = States::new();
    for (state, share) in states {
        let words = list(p, "report").iter().map(|name| {
            let reported = |&(side, place): &Who| fight.lists[side][place].name == *name;
            let (side, place) = fight.all().find(reported).expect("a figure of that name");
            let state = state[side][place].map_or("out".to_owned(), |man| format!("w{}", man.wounds));
            format!("{}={state}", name.as_str().expect("a name"))
        });
        add(&mut odds, words.collect::<Vec<_>>().join(" "), share);
    }
    exact(odds)
}

/// The state with nobody stunned.
fn awake(state: &State) -> State {
    let awake = |man: &Option<Man>| man.map(|man| Man { stun_turns: 0, ..man });
    [0, 1].map(|side| state[side].iter().map(awake).collect())
}

/// GGG-duel-1. If nobody could be hit any more even with nobody stunned, no more losses can come about, since every hit may
/// put a figure out.
pub(super) fn duel(p: &Value) -> Odds {
    let fight = Fight::new(p, true);
    let turn = |state: &State| {
        if over(state) { Vec::new() } else { fight.turn(state).into_iter().collect() }
    };
    let chain = Chain::new(fight.begin(), turn);
    // From nowhere to every state of the fight with nobody stunned, and on from there.
    let unstunned = Chain::new(None, |state: &Option<State>| match state {
        None => chain.places.iter().map(|state| (Some(awake(state)), 1.0)).collect(),
        Some(state) => turn(state).into_iter().map(|(state, share)| (Some(state), share)).collect(),
    });
    let men = |state: &Option<State>| state.as_ref().map_or(0, in_action);
    let hopeful = unstunned.leading(|from, to| men(to) < men(from));
    let hopeful: BTreeSet<State> = hopeful.into_iter().filter_map(|place| unstunned.places[place].clone()).collect();
    let open: Vec<bool> = chain.places.iter().map(|state| hopeful.contains(&awake(state))).collect();
    let mut sums = BTreeMap::new();
    for (place, share) in chain.visits(|place| !open[place]).into_iter().enumerate() {
        let state = &chain.places[place];
        let word = match (beaten(&state[0]), beaten(&state[1])) {
            (true, true) => "both_out",
            (false, true) => "a_wins",
            (true, false) => "b_wins",
            (false, false) if open[place] => "expected_turns",
            (false, false) => "stalemate",
        };
        add(&mut sums, word.to_owned(), share);
    }
    sums.into_iter().map(|(word, sum)| (word, Worth::Near(sum))).collect()
}

/// This number a side, seeing by this number of means.
fn any_fight(pick: &mut Pick, sizes: &[(usize, usize)], sees: &[&str], options: Value) -> Value {
    let (a, b) = pick.of(sizes);
    let mut side = |names: [&str; 3], size: usize| -> Vec<Value> {
        let one = |name: &&str| {
            let mut figure = pick.figure(name);
            figure["sees"] = pick.of(sees).into();
            figure
        };
        names[..size].iter().map(one).collect()
    };
    let (a, b) = (side(["A1", "A2", "A3"], a), side(["B1", "B2", "B3"], b));
    json!({ "side_a": a, "side_b": b, "range": pick.range(), "options": options })
}

/// Some turns of a fight, and whose fate is reported.
fn timed(pick: &mut Pick, mut fight: Value, most: &[i64]) -> Value {
    let names = |key| list(&fight, key).iter().map(|one| one["name"].clone()).collect();
    let (a, b): (Vec<Value>, Vec<Value>) = (names("side_a"), names("side_b"));
    let report = match pick.of(&[0, 1, 2]) {
        0 => a.into_iter().chain(b).collect(),
        1 => a,
        _ => b,
    };
    fight["report"] = report.into();
    fight["turns"] = pick.of(most).into();
    fight
}

type Sizes = &'static [(usize, usize)];

const AUTO: &[&str] = &["auto"];
const SOME_ROLL: &[&str] = &["auto", "auto", "roll"];
const MANY_ROLL: &[&str] = &["auto", "roll"];

/// GGG-ord-1, GGG-ord-2, GGG-eff-3, GGG-snipe: up to three turns of up to three figures a side.
#[test]
fn grid_of_turns_of_fire() {
    let turns = |sizes: Sizes, sees: &'static [&'static str], most: &'static [i64]| {
        move |pick: &mut Pick| {
            let options = pick.rules();
            let fight = any_fight(pick, sizes, sees, options);
            timed(pick, fight, most)
        }
    };
    hold("fire_turns", situations(10, 800, turns(&[(1, 1)], MANY_ROLL, &[1, 2, 3])));
    hold("fire_turns", situations(11, 300, turns(&[(1, 2), (2, 1), (2, 2)], SOME_ROLL, &[1, 2])));
    hold("fire_turns", situations(12, 120, turns(&[(3, 1), (2, 3), (3, 3)], AUTO, &[1, 2])));
}

/// GGG-duel-1: one against one, every pace and weapon.
#[test]
fn grid_of_duels() {
    let duel = |pick: &mut Pick| {
        let options = pick.rules();
        any_fight(pick, &[(1, 1)], MANY_ROLL, options)
    };
    hold("duel", situations(13, 1000, duel));
}

/// GGG-duel-1: more than one a side.
#[test]
fn grid_of_duels_of_more() {
    let duel = |sizes: Sizes, sees: &'static [&'static str]| {
        move |pick: &mut Pick| {
            let options = pick.rules();
            any_fight(pick, sizes, sees, options)
        }
    };
    hold("duel", situations(14, 200, duel(&[(1, 2), (2, 1), (2, 2), (1, 3)], AUTO)));
    hold("duel", situations(15, 60, duel(&[(1, 2), (2, 1)], MANY_ROLL)));
    hold("duel", situations(16, 30, duel(&[(3, 3), (3, 2)], AUTO)));
}

/// GGG-see-8, GGG-fire-7: those who hide on the move and show themselves by firing.
#[test]
fn grid_of_hiders_who_fire() {
    let options = json!({ "hiding_while_moving": "stealthy", "hider_firing": "revealed" });
    let hiders = |pick: &mut Pick| {
        let mut fight = any_fight(pick, &[(1, 1), (1, 2), (2, 1)], SOME_ROLL, options.clone());
        for who in ["/side_a/0", "/side_b/0"] {
            let figure = fight.pointer_mut(who).expect("a figure");
            figure["hiding"] = true.into();
            figure["stance"] = pick.of(&["stationary", "stealthy"]).into();
        }
        timed(pick, fight, &[1, 2])
    };
    let fights = situations(17, 250, hiders);
    hold("fire_turns", fights.clone());
    hold("duel", fights.into_iter().map(without_turns));
}

/// GGG-snipe-6, GGG-snipe-8: snipers under every reading of setting up.
#[test]
fn grid_of_snipers() {
    let snipers = |pick: &mut Pick| {
        let options = json!({
            "setup_is_aiming": pick.of(&["yes", "no"]), "reload_serves_as_setup": pick.of(&["yes", "no"]),
            "sniper_row": pick.of(&["printed", "swapped"]),
        });
        let mut fight = any_fight(pick, &[(1, 1), (1, 2)], AUTO, options);
        let sniper = &mut fight["side_a"][0];
        sniper["weapon"] = "sniper".into();
        sniper["fires"] = true.into();
        sniper["stance"] = pick.of(&["stationary", "stationary", "stationary", "stealthy"]).into();
        sniper["loaded"] = pick.of(&[true, true, false]).into();
        sniper["stationary_last_turn"] = pick.yes().into();
        sniper["aim_turns"] = pick.of(&[0, 0, 1, 2]).into();
        sniper["aim_policy"] = pick.of(&[0, 1, 2, 3]).into();
        timed(pick, fight, &[1, 2, 3])
    };
    let fights = situations(18, 300, snipers);
    hold("fire_turns", fights.clone());
    hold("duel", fights.into_iter().map(without_turns));
}

fn without_turns(mut fight: Value) -> Value {
    let members = fight.as_object_mut().expect("a fight");
    members.remove("turns");
    members.remove("report");
    fight
}
