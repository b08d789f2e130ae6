//! Whole rounds as one draw, against a chain worked out by hand.

use std::collections::BTreeMap;

use chance::exact::{Distribution, Flow, Shared, distribution};
use chance::{Address, Chance, Enumerated, Keyed, Keys, RoundTable, Size, Step, TooLarge, Witnessed};
use testkit::sampling;

/// Engagements played of each chain. A correct program fails on one seed in a hundred million. What a check finds with
/// a probability of 99.9 % is given by [`sampling::detectable`]: here less than half a percentage point of any outcome.
const ENGAGEMENTS: usize = 1_000_000;

/// More than enough for the chains here.
const SIZE: Size = Size { states: 4096, entries: 1 << 14 };

/// How an engagement ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum End {
    /// The first side won.
    Won,
    /// The second side won.
    Lost,
    /// It was stopped in this state.
    Stopped(u8),
}

/// An ending, and the round in which it came.
type Over = (End, u32);

/// A chain of two states with a die of six or more faces: the first six decide, the others change nothing. From state 0,
/// 6 wins and 5 leads to state 1; from state 1, 6 wins, 1 and 2 lose and 3 leads back.
#[derive(Clone, Copy, Debug)]
struct Chain {
    faces: u32,
}

/// An ordinary die, with which it is over soon, and one with which it takes 20 times as long.
const SHORT: Chain = Chain { faces: 6 };
const LONG: Chain = Chain { faces: 120 };

impl Chain {
    fn round<C: Chance>(self, state: u8, round: u32, chance: &mut C) -> Flow<u8, Over> {
        let face = chance.below(Address::in_round(0, 0, round as u16, 0), self.faces) + 1;
        chance.log(|| Step { turn: round, ..Step::default() });
        match (state, face) {
            (_, 6) => Flow::Done((End::Won, 0)),
            (0, 5) => Flow::Go(1),
            (1, 1..=2) => Flow::Done((End::Lost, 0)),
            (1, 3) => Flow::Go(0),
            _ => Flow::Go(state),
        }
    }

    fn leads(self, state: u8, budget: usize) -> Result<Distribution<Flow<Shared<u8>, Over>, f64>, TooLarge> {
        distribution(state, budget, |state, chance: &mut Enumerated| Flow::Done(self.round(state, 0, chance).shared()))
    }

    fn compiled(self, size: Size, limit: u32) -> Option<RoundTable<u8, Over>> {
        let stopped = |&state: &u8| (End::Stopped(state), 0);
        RoundTable::new(
            0,
            size,
            limit,
            |state, budget| self.leads(*state, budget),
            stopped,
            |(end, _), round| (end, round),
        )
    }

    #[track_caller]
    fn fused(self, limit: u32) -> RoundTable<u8, Over> {
        self.compiled(SIZE, limit).expect("two states")
    }

    /// Every outcome with its probability, worked out step by step.
    fn by_hand(self, limit: u32) -> BTreeMap<Over, f64> {
        let each = 1.0 / f64::from(self.faces);
        let (mut zero, mut one) = (1.0, 0.0);
        let mut odds = BTreeMap::new();
        for round in 1..=limit {
            odds.insert((End::Won, round), (zero + one) * each);
            odds.insert((End::Lost, round), one * 2.0 * each);
            (zero, one) = (zero * (1.0 - 2.0 * each) + one * each, one * (1.0 - 4.0 * each) + zero * each);
        }
        odds.insert((End::Stopped(0), limit), zero);
        odds.insert((End::Stopped(1), limit), one);
        odds
    }
}

fn played(fused: &RoundTable<u8, Over>, seed: u64, n: usize) -> Vec<Over> {
    let mut outcomes = vec![(End::Lost, 0); n];
    fused.play(&mut Keys::new(seed, 0), &mut outcomes);
    outcomes
}

fn counted(outcomes: &[Over]) -> BTreeMap<Over, u64> {
    let mut counts = BTreeMap::new();
    outcomes.iter().for_each(|&over| *counts.entry(over).or_default() += 1);
    counts
}

/// Checks play against these probabilities: no impossible outcome occurs, and each occurs as often as it should.
fn compare(outcomes: &[Over], odds: &BTreeMap<Over, f64>) -> Result<(), String> {
    let (counts, n) = (counted(outcomes), outcomes.len() as u64);
    if let Some(over) = counts.keys().find(|over| odds.get(over).is_none_or(|&share| share <= 0.0)) {
        return Err(format!("{over:?} cannot be"));
    }
    for end in [End::Won, End::Lost, End::Stopped(0), End::Stopped(1)] {
        let count = counts.iter().filter(|((other, _), _)| *other == end).map(|(_, count)| count).sum();
        let share = odds.iter().filter(|((other, _), _)| *other == end).map(|(_, share)| share).sum();
        sampling::share(count, n, share, 0.0).map_err(|error| format!("{end:?}: {error}"))?;
    }
    sampling::distribution(odds.iter().map(|(over, &share)| (counts.get(over).copied().unwrap_or(0), share)), n)
}

/// With an ordinary die the first side wins 5 of 7 and it takes 30/7 rounds, with a variance of 78/7: each is the
/// solution of two linear equations.
#[test]
fn shares_and_rounds_are_those_of_the_chain() {
    let outcomes = played(&SHORT.fused(1000), 5, ENGAGEMENTS);
    let n = ENGAGEMENTS as u64;
    let won = outcomes.iter().filter(|(end, _)| *end == End::Won).count() as u64;
    sampling::share(won, n, 5.0 / 7.0, 0.0).unwrap_or_else(|error| panic!("{error}"));
    assert!(sampling::detectable(5.0 / 7.0, n) < 0.005);
    let rounds: u64 = outcomes.iter().map(|&(_, round)| u64::from(round)).sum();
    sampling::mean(rounds as f64 / n as f64, n, 30.0 / 7.0, 78.0 / 7.0).unwrap_or_else(|error| panic!("{error}"));
}

/// Limits below a stride, between strides and far beyond them.
#[test]
fn the_limit_is_kept() {
    for chain in [SHORT, LONG] {
        for limit in [1, 2, 3, 5, 33, 1000] {
            let odds = chain.by_hand(limit);
            assert!((odds.values().sum::<f64>() - 1.0).abs() < 1e-12);
            let outcomes = played(&chain.fused(limit), u64::from(limit), ENGAGEMENTS);
            compare(&outcomes, &odds).unwrap_or_else(|error| panic!("{chain:?}, {limit} rounds: {error}"));
        }
    }
}

/// The results do not depend on how many rounds fit into a table; 8 entries hold just one round of this chain.
#[test]
fn the_size_of_the_table_does_not_matter() {
    for entries in [8, 16, 40, 100, 1 << 14] {
        for limit in [7, 70] {
            let fused = LONG.compiled(Size { entries, ..SIZE }, limit).expect("one round fits");
            let outcomes = played(&fused, entries as u64, ENGAGEMENTS);
            compare(&outcomes, &LONG.by_hand(limit)).unwrap_or_else(|error| panic!("{entries}, {limit}: {error}"));
        }
    }
}

/// The check has the power it claims: it finds a limit of one round more or less, and a die with one face more.
#[test]
fn a_round_too_many_would_be_found() {
    let outcomes = played(&LONG.fused(33), 33, ENGAGEMENTS);
    assert!(compare(&outcomes, &LONG.by_hand(33)).is_ok());
    assert!(compare(&outcomes, &LONG.by_hand(32)).is_err());
    assert!(compare(&outcomes, &LONG.by_hand(34)).is_err());
    assert!(compare(&outcomes, &Chain { faces: 121 }.by_hand(33)).is_err());
}

#[test]
fn blocks_do_not_matter() {
    for (chain, limit) in [(SHORT, 1000), (LONG, 33), (LONG, 1000)] {
        let fused = chain.fused(limit);
        let whole = played(&fused, 9, 1000);
        let mut pieces = vec![(End::Lost, 0); 1000];
        for (first, last) in [(640, 1000), (0, 1), (1, 64), (64, 640)] {
            fused.play(&mut Keys::new(9, first as u64), &mut pieces[first..last]);
        }
        assert_eq!(whole, pieces);
        assert_ne!(whole, played(&fused, 10, 1000));
    }
}

/// A replay ends as play did, round by round to the last that was begun.
#[test]
fn a_replay_is_the_engagement_played() {
    for (chain, limit) in [(SHORT, 1), (SHORT, 5), (SHORT, 1000), (LONG, 33), (LONG, 1000)] {
        let fused = chain.fused(limit);
        for (engagement, over) in played(&fused, 11, 500).into_iter().enumerate() {
            let mut seen = Witnessed::default();
            let words = Keyed::engagement(11, engagement as u64);
            let replayed = fused.replay(words, &mut seen, |state, round, chance| chain.round(state, round, chance));
            assert_eq!(replayed, over, "engagement {engagement} of {chain:?}");
            let turns: Vec<u32> = seen.steps.iter().map(|step| step.turn).collect();
            assert_eq!(turns, (1..=over.1).collect::<Vec<_>>(), "rounds from first to last");
            // The logged dice lead where they should.
            let mut state = 0;
            for step in &seen.steps {
                let [luck] = &step.luck[..] else { panic!("one die a round: {step:?}") };
                let [face] = luck.drawn.faces()[..] else { panic!("one die a round: {luck:?}") };
                let end = match (state, face) {
                    (_, 6) => Some(End::Won),
                    (1, 1..=2) => Some(End::Lost),
                    _ => None,
                };
                assert_eq!(end.is_some(), step.turn == over.1 && !matches!(over.0, End::Stopped(_)));
                assert!(end.is_none_or(|end| end == over.0));
                state = match (state, face) {
                    (0, 5) => 1,
                    (1, 3) => 0,
                    _ => state,
                };
            }
            if let End::Stopped(stopped) = over.0 {
                assert_eq!((state, over.1), (stopped, limit));
            }
        }
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    assert_eq!(SHORT.fused(10).states(), 2);
    assert!(SHORT.compiled(Size { states: 2, ..SIZE }, 10).is_some());
    assert!(SHORT.compiled(Size { states: 1, ..SIZE }, 10).is_none());
    assert!(SHORT.compiled(Size { entries: 8, ..SIZE }, 10).is_some());
    assert!(SHORT.compiled(Size { entries: 7, ..SIZE }, 10).is_none());
    // A chain that reaches new states for ever.
    let round = |state: Shared<u64>, budget| {
        distribution(*state, budget, |state, chance: &mut Enumerated| {
            let goes_on = chance.passes(Address::new(0, 0, 0), 1, 2);
            Flow::Done(if goes_on { Flow::Go(state + 1) } else { Flow::Done(0_u8) }.shared())
        })
    };
    assert!(RoundTable::new(0_u64, SIZE, 10, round, |_| 1, |end, _| end).is_none());
}
