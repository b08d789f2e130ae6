//! Fire fights at a fixed range, turn by turn.

use std::cell::RefCell;
use std::collections::BTreeMap;

use serde_json::{Value, json};
use testkit::chain::Chain;
use testkit::pick::{Pick, situations};
use testkit::twin::{Odds, Worth, count, flag, list, number, option, word};
use testkit::{Number, Share, States, add, each};

use super::fire::{Fate, Firer, Target, results};
use super::hold;
use super::moves::order;
use super::pick::Arms as _;
use super::unpin::{factor, throw};

/// A man in action, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Man {
    pinned: bool,
    wounded: bool,
    aim: bool,
}

/// The men present, side A and side B, in the order of their lists.
type State = [Vec<Option<Man>>; 2];

fn beaten(side: &[Option<Man>]) -> bool {
    side.iter().all(Option::is_none)
}

fn over(state: &State) -> bool {
    state.iter().any(|side| beaten(side))
}

/// The first man of a list in action.
fn first(side: &[Option<Man>]) -> Option<usize> {
    side.iter().position(Option::is_some)
}

/// A fight as its parameters have it.
struct Fight<'a> {
    p: &'a Value,
    lists: [&'a [Value]; 2],
    range: f64,
    known: RefCell<Known>,
}

/// Results worked out before: of whose attack, as he stands, on whom, with a wound or not.
type Known = BTreeMap<(usize, usize, Man, usize, bool), Vec<(Fate, Share)>>;

impl Fight<'_> {
    fn new(p: &Value) -> Fight<'_> {
        let lists = [list(p, "A"), list(p, "B")];
        Fight { p, lists, range: number(p, "range_in", 24.0), known: RefCell::default() }
    }

    fn begin(&self) -> State {
        let man = |man: &Value| {
            Some(Man { pinned: flag(man, "pinned", false), wounded: count(man, "wounds", 0) > 0, aim: false })
        };
        self.lists.map(|list| list.iter().map(man).collect())
    }

    fn says(&self, name: &str, default: &str, wanted: &str) -> bool {
        option(self.p, name, default) == wanted
    }

    /// FT-unpin: the throws of all pinned men of a side.
    fn unpin<N: Number>(&self, mut states: States<State, N>, side: usize) -> States<State, N> {
        for index in 0..self.lists[side].len() {
            states = each(states, |state| {
                let leads = match first(&state[side]) {
                    Some(0) => Some(0),
                    _ if self.says("leader_lost", "next_in_list", "no_unpin") => None,
                    next => next,
                };
                let (Some(man), Some(leader)) = (state[side][index], leads) else { return vec![(state, whole())] };
                if !man.pinned {
                    return vec![(state, whole())];
                }
                let leader = &self.lists[side][leader];
                let prone = word(leader, "posture", "standing") == "prone";
                let factor = factor(prone, "stationary", flag(leader, "hard_cover", false));
                let mut free = state.clone();
                free[side][index] = Some(Man { pinned: false, ..man });
                vec![(free, throw(factor)), (state, throw(6 - factor))]
            });
        }
        states
    }

    /// FT-duel: a turn of one side.
    fn turn<N: Number>(&self, state: State, side: usize) -> States<State, N> {
        let late = self.says("unpin_when", "start_of_turn", "end_of_turn");
        let mut states = States::from([(state, whole())]);
        if !late {
            states = self.unpin(states, side);
        }
        for index in 0..self.lists[side].len() {
            states = self.act(states, side, index);
        }
        if late { self.unpin(states, side) } else { states }
    }

    /// One man aims or fires.
    fn act<N: Number>(&self, states: States<State, N>, side: usize, index: usize) -> States<State, N> {
        let description = &self.lists[side][index];
        let aims_first = word(description, "doctrine", "fire") == "aim_then_fire";
        each(states, |mut state| {
            let (Some(man), Some(target)) = (state[side][index], first(&state[1 - side])) else {
                return vec![(state, whole())];
            };
            let may_aim = self.says("pinned_may_aim", "yes", "yes") || !man.pinned;
            // FT-hit-8: where firing counts as aiming, the first shot is plain and no move is spent on aiming.
            let firing_aims = self.says("aim_while_firing", "no", "yes");
            if aims_first && !man.aim && may_aim && !firing_aims {
                state[side][index] = Some(Man { aim: true, ..man });
                return vec![(state, whole())];
            }
            // The man fired at may yet go out of action, when all aim at him is lost.
            state[side][index] = Some(Man { aim: may_aim && firing_aims, ..man });
            let targets =
                if Firer::read(description).auto { target..state[1 - side].len() } else { target..target + 1 };
            let mut after = States::from([(state, whole())]);
            for target in targets {
                after = self.attack(after, side, (index, man), target);
            }
            after.into_iter().collect()
        })
    }

    /// One attack of a man on one man, if that one is in action.
    fn attack<N: Number>(
        &self,
        states: States<State, N>,
        side: usize,
        firer: (usize, Man),
        target: usize,
    ) -> States<State, N> {
        let enemy = 1 - side;
        each(states, |state| {
            let Some(man) = state[enemy][target] else { return vec![(state, whole())] };
            let after = |(fate, share): (Fate, Share)| {
                let mut state = state.clone();
                state[enemy][target] = self.suffer(man, fate);
                if state[enemy][target].is_none() && first(&state[enemy]).is_none_or(|next| next > target) {
                    for friend in state[side].iter_mut().flatten() {
                        friend.aim = false;
                    }
                }
                (state, share.number())
            };
            self.results(side, firer, target, man.wounded).into_iter().map(after).collect()
        })
    }

    fn results(&self, side: usize, (index, man): (usize, Man), target: usize, wounded: bool) -> Vec<(Fate, Share)> {
        let mut known = self.known.borrow_mut();
        let work_out = || {
            let mut firer = Firer::read(&self.lists[side][index]);
            (firer.aimed, firer.pinned, firer.wounded) = (man.aim, man.pinned, man.wounded);
            let description = &self.lists[1 - side][target];
            let target = Target { wounds: i64::from(wounded), ..Target::read(description) };
            results(self.p, &firer, &target, self.range)
        };
        known.entry((side, index, man, target, wounded)).or_insert_with(work_out).clone()
    }

    /// What a fate leaves of a man, and of his aim.
    fn suffer(&self, man: Man, fate: Fate) -> Option<Man> {
        let (pinned, wounded) = match fate {
            Fate::Missed => (man.pinned, man.wounded),
            Fate::Pinned => (true, man.wounded),
            Fate::Wounded => (man.pinned || self.says("wound_also_pins", "no", "yes"), true),
            Fate::Serious | Fate::Dead => return None,
        };
        let lost = match option(self.p, "aim_lost", "never") {
            "never" => false,
            "pinned" => pinned && !man.pinned,
            "pinned_or_wounded" => pinned && !man.pinned || wounded && !man.wounded,
            other => panic!("no way to lose aim {other}"),
        };
        Some(Man { pinned, wounded, aim: man.aim && !lost })
    }

    /// How likely each side is to move first in a pair, knowing who did in the last.
    fn order<N: Number>(&self, last: Option<usize>) -> Vec<(usize, N)> {
        match word(self.p, "order", "rolled") {
            "A_first" => return vec![(0, whole())],
            "B_first" => return vec![(1, whole())],
            _ => {}
        }
        let bonus = |key| count(self.p, key, 0);
        let (mut a, mut b, ties) = order(bonus("initiative_bonus_a"), bonus("initiative_bonus_b"));
        if self.says("initiative_tie", "reroll", "keep_order") {
            match last {
                Some(0) => a += ties,
                Some(_) => b += ties,
                None => {}
            }
        }
        vec![(0, N::new(a, a + b)), (1, N::new(b, a + b))]
    }
}

fn whole<N: Number>() -> N {
    N::new(1, 1)
}

/// A fight of a number of pairs, to the last digit.
pub(super) fn timed_fight(p: &Value) -> Odds {
    let pairs = count(p, "pairs", 1);
    if pairs * (list(p, "A").len() + list(p, "B").len()) as i64 <= 4 {
        timed::<Share>(p, pairs, Worth::Exact)
    } else {
        timed::<f64>(p, pairs, Worth::Near)
    }
}

fn timed<N: Number>(p: &Value, pairs: i64, worth: impl Fn(N) -> Worth) -> Odds {
    let fight = Fight::new(p);
    let mut states = BTreeMap::from([((fight.begin(), None), whole::<N>())]);
    for _ in 0..pairs {
        let mut next = BTreeMap::new();
        for ((state, last), share) in states {
            if over(&state) {
                add(&mut next, (state, last), share);
                continue;
            }
            for (begins, part) in fight.order::<N>(last) {
                let mut after = fight.turn::<N>(state.clone(), begins);
                after = each(after, |state| {
                    if over(&state) {
                        return vec![(state, whole())];
                    }
                    fight.turn(state, 1 - begins).into_iter().collect()
                });
                for (state, way) in after {
                    add(&mut next, (state, Some(begins)), share.times(part).times(way));
                }
            }
        }
        states = next;
    }
    let mut sums = [N::new(0, 1); 3];
    for ((state, _), share) in states {
        let end = usize::from(!beaten(&state[1])) + usize::from(!over(&state));
        sums[end] = sums[end].plus(share);
    }
    let words = ["a_wins", "b_wins", "undecided"];
    words.into_iter().zip(sums).map(|(word, sum)| (word.to_owned(), worth(sum))).collect()
}

/// Where a fight is before a turn: who moves next, whether it is the first turn of its pair, and who began the pair or, if it
/// has not begun, the last one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Before {
    state: State,
    second: bool,
    began: Option<usize>,
}

/// Where it can go from there.
fn steps(fight: &Fight<'_>, before: &Before) -> Vec<(Before, f64)> {
    let turns = match before.began {
        Some(began) if before.second => vec![(began, 1 - began, 1.0)],
        last => fight.order(last).into_iter().map(|(begins, share)| (begins, begins, share)).collect(),
    };
    let mut next = BTreeMap::new();
    for (began, side, share) in turns {
        for (state, part) in fight.turn::<f64>(before.state.clone(), side) {
            add(&mut next, Before { state, second: !before.second, began: Some(began) }, share * part);
        }
    }
    next.into_iter().collect()
}

/// FT-duel, until as good as nothing is undecided, or what is undecided stays so.
pub(super) fn fight(p: &Value) -> Odds {
    let fight = Fight::new(p);
    let begin = Before { state: fight.begin(), second: false, began: None };
    let chain = Chain::new(begin, |before| if over(&before.state) { Vec::new() } else { steps(&fight, before) });
    let open = chain.leading(|_, to| over(&to.state));
    let (mut wins, mut never, mut moves, mut pairs) = ([0.0; 2], 0.0, 0.0, 0.0);
    for (place, share) in chain.visits(|place| !open.contains(&place)).into_iter().enumerate() {
        let here = &chain.places[place];
        if over(&here.state) {
            wins[usize::from(beaten(&here.state[0]))] += share;
        } else if !open.contains(&place) {
            never += share;
        } else {
            moves += share;
            pairs += if here.second { 0.0 } else { share };
        }
    }
    let near = |word: &str, decimal| (word.to_owned(), Worth::Near(decimal));
    let mut odds = Odds::from([near("a_wins", wins[0]), near("b_wins", wins[1]), near("never", never)]);
    // Nobody can tell how long a fight goes on that may go on for ever.
    if never <= 0.0 {
        odds.extend([near("expected_moves", moves), near("expected_pairs", pairs)]);
    }
    odds
}

/// A man of a fight.
fn fighter(pick: &mut Pick) -> Value {
    let (weapon, mode) = pick.weapon();
    json!({
        "weapon": weapon, "mode": mode, "doctrine": pick.of(&["fire", "aim_then_fire"]), "posture": pick.posture(),
        "sniper": pick.yes(), "hard_cover": pick.of(&[false, false, true]), "soft_concealed": pick.of(&[false, false, true]),
        "number_two": pick.yes(), "bipod": pick.yes(), "pinned": pick.of(&[false, false, true]),
        "wounds": pick.of(&[0, 0, 1]),
    })
}

fn any_fight(pick: &mut Pick, ranges: &[f64], sizes: &[usize]) -> Value {
    json!({
        "range_in": pick.of(ranges), "order": pick.of(&["A_first", "B_first", "rolled"]),
        "A": pick.some(sizes, fighter), "B": pick.some(sizes, fighter),
        "initiative_bonus_a": pick.of(&[0, 0, 1, 6]), "initiative_bonus_b": pick.of(&[0, 0, 2]),
        "options": pick.rules(),
    })
}

/// FT-duel: one man against another, at any range that both may reach or neither.
#[test]
fn grid_of_duels() {
    hold(
        "fight",
        situations(18, 150, |pick| any_fight(pick, &[6.0, 12.0, 13.0, 24.0, 36.0, 48.0, 108.0, 109.0], &[1])),
    );
}

/// FT-duel: one or two against one or two, near enough not to go on for long.
#[test]
fn grid_of_fights_of_two() {
    hold("fight", situations(26, 40, |pick| any_fight(pick, &[6.0, 12.0, 24.0], &[1, 2])));
}

/// FT-duel, broken off.
#[test]
fn grid_of_timed_fights() {
    let timed = |pick: &mut Pick| {
        let mut fight = any_fight(pick, &[6.0, 12.0, 24.0, 36.0], &[1, 1, 2]);
        fight["pairs"] = pick.of(&[1, 2, 3]).into();
        fight
    };
    hold("timed_fight", situations(20, 150, timed));
}
