//! Reactions to reactions on an agenda: a toy ruleset that nests them to any depth the agenda holds.
//!
//! A man who moves may be fired at; a man who fires may be fired at by the target's friends before his own shot takes
//! effect; and so on. A man reacts once a turn, on a 4 or more. A shot hits on a 5 or more. When a man goes down, each
//! of his friends tests, and runs on a 1.

use std::collections::BTreeMap;
use std::hash::Hash;

use chance::exact::{Flow, Ratio, distribution};
use chance::{
    Address, Cards, Chance, D6, Deck, Draw, Enumerated, Keys, KnownDeck, Observed, Scripted, Step, Witnessed,
};
use engage::game;
use engage::{Agenda, Full, Game, MAX_MEASURES, Outcome, Progress};
use field::Figures;
use testkit::sampling;

const BLUE_WINS: u8 = 0;
const RED_WINS: u8 = 1;
const BOTH_OUT: u8 = 2;
const STOPPED: u8 = 3;

const REACT: u8 = 0;
const HIT: u8 = 1;
const NERVE: u8 = 2;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum Task {
    #[default]
    Nothing,
    /// A man moves; enemies with a number below `asked` have been asked whether they react.
    Move { me: usize, asked: usize },
    /// A man is about to fire; enemies with a number below `asked` have been asked whether they react.
    Fire { me: usize, at: usize, asked: usize },
    /// The friends of a man who went down test; those with a number below `asked` have done so.
    Test { fallen: usize, asked: usize },
}

/// Two sides of `side` men, blue's first, with room for `K` tasks.
#[derive(Clone, Copy, Debug)]
struct Crossfire<const K: usize> {
    side: usize,
    limit: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Fight<const K: usize> {
    up: Figures,
    /// Figures that have reacted in this turn.
    reacted: Figures,
    /// Men with a number below this have had their go.
    cursor: usize,
    agenda: Agenda<Task, K>,
}

/// The name of a man in the log.
fn name(man: usize) -> String {
    char::from(b'A' + man as u8).to_string()
}

impl<const K: usize> Crossfire<K> {
    fn enemies(self, me: usize) -> Figures {
        let blue = Figures::below(self.side);
        if blue.contains(me) { Figures::below(2 * self.side) - blue } else { blue }
    }

    fn decided(self, up: Figures) -> Option<u8> {
        let blue = Figures::below(self.side);
        match ((up & blue).is_empty(), (up - blue).is_empty()) {
            (false, false) => None,
            (false, true) => Some(BLUE_WINS),
            (true, false) => Some(RED_WINS),
            (true, true) => Some(BOTH_OUT),
        }
    }

    /// Does the task on top, or the part of it that takes one die.
    fn perform<C: Chance>(self, fight: &mut Fight<K>, chance: &mut C, turn: u16) {
        match fight.agenda.top().copied() {
            None | Some(Task::Nothing) => {}
            Some(Task::Move { me, .. }) => {
                if !self.reacts(fight, chance, me, turn) {
                    log(chance, turn, || {
                        format!("{} {}", name(me), if fight.up.contains(me) { "moves" } else { "falls" })
                    });
                    fight.agenda.pop();
                }
            }
            Some(Task::Fire { me, at, .. }) => {
                if !self.reacts(fight, chance, me, turn) {
                    fire(fight, chance, (me, at), turn);
                }
            }
            Some(Task::Test { fallen, asked }) => self.test(fight, chance, (fallen, asked), turn),
        }
    }

    /// Asks the next enemy whether he reacts to the man whose task is on top; false if there is no enemy left to ask.
    fn reacts<C: Chance>(self, fight: &mut Fight<K>, chance: &mut C, me: usize, turn: u16) -> bool {
        let Some(Task::Move { asked, .. } | Task::Fire { asked, .. }) = fight.agenda.top_mut() else { return false };
        let able = (self.enemies(me) & fight.up) - fight.reacted - Figures::below(*asked);
        // Nobody needs to react to a man who is down.
        let Some(who) = able.first().filter(|_| fight.up.contains(me)) else { return false };
        *asked = who + 1;
        // The address includes the man reacted to, and whether he moves or fires, because both may happen in one turn.
        let fires = matches!(fight.agenda.top(), Some(Task::Fire { .. }));
        let address = Address::in_round(who as u8, REACT, turn, 2 * me as u16 + u16::from(fires));
        if chance.roll(address, &D6, |face| face >= 4) {
            let (reaction, to) = (Task::Fire { me: who, at: me, asked: 0 }, name(me));
            match fight.agenda.push(reaction) {
                Ok(()) => {
                    fight.reacted.insert(who);
                    log(chance, turn, || format!("{} reacts to {to}", name(who)));
                }
                // The rule: he has no time for it, and may still react to another figure.
                Err(Full) => log(chance, turn, || format!("{} has no time to react to {to}", name(who))),
            }
        }
        true
    }

    /// The next friend of a man who went down tests.
    fn test<C: Chance>(self, fight: &mut Fight<K>, chance: &mut C, (fallen, asked): (usize, usize), turn: u16) {
        let friends = fight.up - self.enemies(fallen) - Figures::below(asked);
        let Some(friend) = friends.first() else {
            fight.agenda.pop();
            return;
        };
        if let Some(Task::Test { asked, .. }) = fight.agenda.top_mut() {
            *asked = friend + 1;
        }
        let runs = chance.roll(Address::in_round(friend as u8, NERVE, turn, fallen as u16), &D6, |face| face == 1);
        log(chance, turn, || format!("{} {}", name(friend), if runs { "runs" } else { "stands" }));
        fight.up.set(friend, !runs);
    }
}

/// A shot takes effect.
fn fire<C: Chance, const K: usize>(fight: &mut Fight<K>, chance: &mut C, (me, at): (usize, usize), turn: u16) {
    fight.agenda.pop();
    if !fight.up.contains(me) || !fight.up.contains(at) {
        return log(chance, turn, || format!("{} does not fire", name(me)));
    }
    let hit = chance.roll(Address::in_round(me as u8, HIT, turn, 0), &D6, |face| face >= 5);
    log(chance, turn, || format!("{} {} {}", name(me), if hit { "hits" } else { "misses" }, name(at)));
    if hit {
        fight.up.remove(at);
        fight.agenda.push(Task::Test { fallen: at, asked: 0 }).expect("the shot has left room");
    }
}

fn log<C: Chance>(chance: &mut C, turn: u16, text: impl FnOnce() -> String) {
    chance.log(|| Step { turn: turn.into(), text: text(), ..Step::default() });
}

impl<const K: usize> Game for Crossfire<K> {
    type State<D: Deck> = Fight<K>;

    const STOPPED: u8 = STOPPED;

    fn turn_limit(&self) -> u16 {
        self.limit
    }

    fn start<D: Deck>(&self) -> Fight<K> {
        let up = Figures::below(2 * self.side);
        Fight { up, reacted: Figures::NONE, cursor: 0, agenda: Agenda::default() }
    }

    fn advance<C: Chance>(&self, fight: &mut Fight<K>, chance: &mut C, turn: u16) -> Progress {
        loop {
            if fight.agenda.is_empty() {
                let Some(me) = (fight.up - Figures::below(fight.cursor)).first() else {
                    *fight = Fight { up: fight.up, ..self.start::<C::Deck>() };
                    return Progress::RoundOver;
                };
                fight.cursor = me + 1;
                fight.agenda = Agenda::of(Task::Move { me, asked: 0 });
            }
            self.perform(fight, chance, turn);
            if let Some(ending) = self.decided(fight.up) {
                return Progress::Ended { ending, begun: true };
            }
            if C::STEPWISE {
                return Progress::Step;
            }
        }
    }

    fn measures<D: Deck>(&self, fight: &Fight<K>) -> [u16; MAX_MEASURES] {
        let lost = Figures::below(2 * self.side) - fight.up;
        let blue = lost & Figures::below(self.side);
        [blue.len() as u16, (lost - blue).len() as u16, 0, 0, 0, 0, 0]
    }
}

/// The same rules as functions that call each other, as deep as `depth`: the twin. It has no agenda.
struct Twin<'a> {
    side: usize,
    depth: usize,
    up: Figures,
    reacted: Figures,
    chance: &'a mut Enumerated,
}

impl Twin<'_> {
    fn over(&self) -> bool {
        (0..2).any(|side| (0..self.side).all(|man| !self.up.contains(side * self.side + man)))
    }

    fn side(&self, other: bool, me: usize) -> std::ops::Range<usize> {
        if (me < self.side) == other { self.side..2 * self.side } else { 0..self.side }
    }

    fn throw(&mut self, ways: u32) -> bool {
        self.chance.passes(Address::new(0, 0, 0), ways, 6)
    }

    /// Lets enemies react to a man, with this number of tasks pending, his own among them.
    fn reactions(&mut self, me: usize, pending: usize) {
        for enemy in self.side(true, me) {
            let able = self.up.contains(me) && self.up.contains(enemy) && !self.reacted.contains(enemy);
            if able && !self.over() && self.throw(3) && pending < self.depth {
                self.reacted.insert(enemy);
                self.fire(enemy, me, pending + 1);
            }
        }
    }

    fn fire(&mut self, me: usize, at: usize, pending: usize) {
        self.reactions(me, pending);
        if self.over() || !self.up.contains(me) || !self.up.contains(at) || !self.throw(2) {
            return;
        }
        self.up.remove(at);
        for friend in self.side(false, at) {
            if !self.over() && self.up.contains(friend) && self.throw(1) {
                self.up.remove(friend);
            }
        }
    }

    /// Plays a turn; returns the survivors.
    fn turn(&mut self) -> Figures {
        for me in 0..2 * self.side {
            if !self.over() && self.up.contains(me) {
                self.reactions(me, 1);
            }
        }
        self.up
    }
}

/// The agenda does the same as functions that call each other, at every depth, whether there is room or not.
#[test]
fn an_agenda_nests_as_calls_do() {
    fn compare<const K: usize>(side: usize) {
        let found = game::in_fractions(&Crossfire::<K> { side, limit: 1 }, 1, |fight, _| fight.up).expect("few states");
        let twin = distribution::<_, _, Ratio>((), usize::MAX, |(), chance| {
            let mut twin = Twin { side, depth: K, up: Figures::below(2 * side), reacted: Figures::NONE, chance };
            Flow::Done(twin.turn())
        });
        let twin = twin.expect("no budget");
        assert_eq!(found.outcomes.len(), twin.outcomes.len());
        for (up, share) in &twin.outcomes {
            assert_eq!(found.probability(up), *share, "{side} a side, {K} tasks: {up:?}");
        }
    }
    compare::<1>(1);
    compare::<2>(1);
    compare::<3>(1);
    compare::<8>(1);
    compare::<1>(2);
    compare::<2>(2);
    compare::<3>(2);
    compare::<4>(2);
    compare::<8>(2);
}

/// One turn of one against one, by hand: A moves and B may react, then B moves and A may react.
#[test]
fn one_against_one_by_hand() {
    let odds = game::in_fractions(&Crossfire::<3> { side: 1, limit: 1 }, 1, |_, ending| ending).expect("few states");
    // B reacts (1/2). If A answers (1/2), B falls with 1/3, otherwise A with 1/3. If A does not, A falls with 1/3,
    // otherwise B moves, A reacts with 1/2 and hits with 1/3. If B does not react (1/2), B moves, A reacts (1/2), and the
    // same follows with the parts exchanged, except for the end.
    // B falls: 1/2 (1/2 1/3 + 1/2 2/3 1/2 1/3) + 1/2 1/2 (1/2 2/3 1/3 + 1/2 1/3) = 8/72 + 5/72.
    assert_eq!(odds.probability(&BLUE_WINS), Ratio::new(13, 72));
    // A falls: 1/2 (1/2 2/3 1/3 + 1/2 1/3) + 1/2 1/2 1/2 1/3 = 10/72 + 3/72.
    assert_eq!(odds.probability(&RED_WINS), Ratio::new(13, 72));
    assert_eq!(odds.probability(&STOPPED), Ratio::new(46, 72));
}

/// Plays a turn of two against two (A and B, C and D) with these faces: the log, and the survivors.
fn told<const K: usize>(faces: impl IntoIterator<Item = u32>) -> (Vec<String>, Figures) {
    let (crossfire, mut seen) = (Crossfire::<K> { side: 2, limit: 1 }, Witnessed::default());
    let mut fight: Fight<K> = crossfire.start::<Cards>();
    Scripted::play(faces.into_iter().map(Draw::Value), |chance| {
        crossfire.advance(&mut fight, &mut Observed::new(chance, &mut seen), 1)
    });
    (seen.steps.into_iter().map(|step| step.text).collect(), fight.up)
}

/// A moves, C reacts, B answers C, D answers B: four tasks deep. The latest shot takes effect first.
#[test]
fn four_deep_the_log_is_nested() {
    let (log, left) = told::<4>([4, 1, 4, 4, 1, 5, 2, 6]);
    let expected =
        ["C reacts to A", "B reacts to C", "D reacts to B", "D hits B", "A stands", "B does not fire", "C hits A"];
    assert_eq!((log, left), (expected.map(str::to_owned).to_vec(), Figures::from_iter([2, 3])));
}

/// With room for three, D has no time to react: B's shot takes effect, and D may react later in the turn.
#[test]
fn a_full_agenda_leaves_the_reaction_out_and_says_so() {
    let (log, left) = told::<3>([4, 1, 4, 4, 2, 1, 4, 1, 2, 1, 1]);
    let expected = [
        "C reacts to A",
        "B reacts to C",
        "D has no time to react to B",
        "B misses C",
        "C misses A",
        "D reacts to A",
        "D misses A",
        "A moves",
        "B moves",
        "C moves",
        "D moves",
    ];
    assert_eq!((log, left), (expected.map(str::to_owned).to_vec(), Figures::below(4)));
}

fn played<G: Game>(game: &G, count: usize) -> Vec<Outcome> {
    let mut outcomes = vec![Outcome::default(); count];
    game::play(game, 3, 0, &mut outcomes);
    outcomes
}

/// Compares engagements played with the exact solution.
fn compare<G: Game>(played: &[Outcome], game: &G) -> Result<(), String>
where
    G::State<KnownDeck>: Eq + Hash,
{
    let mut counts: BTreeMap<Outcome, u64> = BTreeMap::new();
    played.iter().for_each(|&outcome| *counts.entry(outcome).or_default() += 1);
    let odds: BTreeMap<Outcome, f64> =
        game::exact(game, 1_000_000).map_err(|error| error.to_string())?.outcomes.into_iter().collect();
    if let Some(outcome) = counts.keys().find(|outcome| !odds.contains_key(outcome)) {
        return Err(format!("{outcome:?} cannot be"));
    }
    sampling::distribution(
        odds.iter().map(|(outcome, &share)| (counts.get(outcome).copied().unwrap_or(0), share)),
        played.len() as u64,
    )
}

/// Engagements played. A correct program fails on one seed in a hundred million; a share that is off by a percentage
/// point is found with a probability of 99.9 %.
const ENGAGEMENTS: usize = 300_000;

#[test]
fn it_is_played_as_solved() {
    let (four, three) = (Crossfire::<4> { side: 2, limit: 4 }, Crossfire::<3> { side: 2, limit: 4 });
    let outcomes = played(&four, ENGAGEMENTS);
    compare(&outcomes, &four).unwrap_or_else(|error| panic!("{error}"));
    assert!(sampling::detectable(0.5, ENGAGEMENTS as u64) < 0.01);
    // The check would find an agenda that holds one task fewer.
    assert!(compare(&outcomes, &three).is_err());
    compare(&played(&three, ENGAGEMENTS), &three).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn it_is_fused_and_replayed_as_played() {
    let duel = Crossfire::<3> { side: 1, limit: 9 };
    let fused = game::fuse(&duel).expect("few states");
    let mut outcomes = vec![Outcome::default(); ENGAGEMENTS];
    fused.play(&mut Keys::new(3, 0), &mut outcomes);
    compare(&outcomes, &duel).unwrap_or_else(|error| panic!("{error}"));
    for engagement in 0..200 {
        assert_eq!(game::replay_fused(&duel, &fused, 3, engagement).0, outcomes[engagement as usize]);
    }
    let four = Crossfire::<4> { side: 2, limit: 4 };
    for (engagement, outcome) in (0..).zip(played(&four, 200)) {
        assert_eq!(game::replay(&four, 3, engagement).0, outcome);
    }
}

#[test]
fn agendas_with_the_same_work_are_equal() {
    let mut agenda: Agenda<u8, 3> = Agenda::of(1);
    assert_eq!((agenda.push(2), agenda.push(3), agenda.push(4)), (Ok(()), Ok(()), Err(Full)));
    assert_eq!((agenda.pending(), agenda.len(), agenda.is_full()), (&[1, 2, 3][..], 3, true));
    assert_eq!((agenda.pop(), agenda.pop(), agenda.top()), (Some(3), Some(2), Some(&1)));
    assert_eq!(agenda, Agenda::of(1));
    *agenda.top_mut().expect("one") = 7;
    assert_eq!((agenda.pop(), agenda.pop(), agenda.is_empty()), (Some(7), None, true));
    assert_eq!((agenda, agenda.top()), (Agenda::default(), None));
}
