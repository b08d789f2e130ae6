//! All ways in which the driver reaches an outcome agree with each other, and with results worked out by hand.

use std::collections::BTreeMap;

use chance::{Address, Card, Chance, Deck, Extent, Keys, Pack, Step, TracedDeck, Walked};
use engage::game::{self, Tabled};
use engage::{Game, MAX_MEASURES, Outcome, Progress, TooLarge};
use testkit::sampling;

/// Engagements played. A correct program fails on one seed in a hundred million; what a check finds with a probability
/// of 99.9 % is given by [`sampling::detectable`]: here less than a percentage point of any outcome.
const ENGAGEMENTS: usize = 300_000;

const WON: u8 = 0;
const GIVEN_UP: u8 = 1;
const STOPPED: u8 = 2;

/// A climber, who with luck starts from the camp. Each round he reaches the top on a 6, and from the camp also on a 5;
/// then he tires on a 1. A tired climber gives up before the next round.
#[derive(Clone, Copy, Debug)]
struct Climb {
    limit: u16,
    /// Chances in three to start from the camp.
    lucky: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Climber {
    camp: bool,
    tired: bool,
    /// Whether he has tried to reach the top in this round.
    tried: bool,
}

impl Game for Climb {
    type State<D: Deck> = Climber;

    const STOPPED: u8 = STOPPED;

    fn turn_limit(&self) -> u16 {
        self.limit
    }

    fn start<D: Deck>(&self) -> Climber {
        Climber::default()
    }

    fn deploy<C: Chance>(&self, climber: &mut Climber, chance: &mut C) {
        climber.camp = chance.passes(Address::new(0, 0, 0), self.lucky, 3);
        chance.log(|| Step { text: "sets out".to_owned(), ..Step::default() });
    }

    fn advance<C: Chance>(&self, climber: &mut Climber, chance: &mut C, round: u16) -> Progress {
        if climber.tired {
            return Progress::Ended { ending: GIVEN_UP, begun: false };
        }
        if !climber.tried {
            let faces = if climber.camp { 2 } else { 1 };
            let top = chance.passes(Address::in_round(0, 1, round, 0), faces, 6);
            chance.log(|| Step { turn: round.into(), text: "climbs".to_owned(), ..Step::default() });
            if top {
                return Progress::Ended { ending: WON, begun: true };
            }
            if C::STEPWISE {
                climber.tried = true;
                return Progress::Step;
            }
        }
        climber.tried = false;
        climber.tired = chance.passes(Address::in_round(0, 2, round, 0), 1, 6);
        Progress::RoundOver
    }

    fn measures<D: Deck>(&self, climber: &Climber) -> [u16; MAX_MEASURES] {
        [climber.camp.into(), climber.tired.into(), 0, 0, 0, 0, 0]
    }
}

impl Climb {
    /// Every outcome with its probability.
    fn by_hand(self) -> BTreeMap<Outcome, f64> {
        let mut odds = BTreeMap::new();
        for (camp, start) in [(false, 1.0 - f64::from(self.lucky) / 3.0), (true, f64::from(self.lucky) / 3.0)] {
            let outcome = |ending, turns, tired: bool| Outcome {
                ending,
                turns,
                measures: [camp.into(), tired.into(), 0, 0, 0, 0, 0],
            };
            let top = if camp { 2.0 / 6.0 } else { 1.0 / 6.0 };
            let mut fit = start;
            for round in 1..=self.limit {
                odds.insert(outcome(WON, round, false), fit * top);
                let tired = fit * (1.0 - top) / 6.0;
                let last = round == self.limit;
                odds.insert(outcome(if last { STOPPED } else { GIVEN_UP }, round, true), tired);
                fit *= (1.0 - top) * 5.0 / 6.0;
            }
            odds.insert(outcome(STOPPED, self.limit, false), fit);
        }
        odds.retain(|_, share| *share > 0.0);
        odds
    }
}

fn check(played: &[Outcome], odds: &BTreeMap<Outcome, f64>) -> Result<(), String> {
    let mut counts: BTreeMap<Outcome, u64> = BTreeMap::new();
    played.iter().for_each(|&outcome| *counts.entry(outcome).or_default() += 1);
    if let Some(outcome) = counts.keys().find(|outcome| !odds.contains_key(outcome)) {
        return Err(format!("{outcome:?} cannot be"));
    }
    let cells = odds.iter().map(|(outcome, &share)| (counts.get(outcome).copied().unwrap_or(0), share));
    sampling::distribution(cells, played.len() as u64)
}

#[track_caller]
fn right(played: &[Outcome], odds: &BTreeMap<Outcome, f64>) {
    check(played, odds).unwrap_or_else(|error| panic!("{error}"));
}

fn played<G: Game>(game: &G, seed: u64, count: usize) -> Vec<Outcome> {
    let mut outcomes = vec![Outcome::default(); count];
    game::play(game, seed, 0, &mut outcomes);
    outcomes
}

const CLIMBS: [Climb; 4] = [
    Climb { limit: 1, lucky: 1 },
    Climb { limit: 2, lucky: 0 },
    Climb { limit: 7, lucky: 3 },
    Climb { limit: 100, lucky: 1 },
];

#[test]
fn it_is_solved_as_by_hand() {
    for climb in CLIMBS {
        let odds = climb.by_hand();
        let solved = game::exact(&climb, 100).expect("few states");
        assert!(solved.unresolved < 1e-12);
        assert!(solved.outcomes.is_sorted_by(|a, b| a.0 < b.0), "each outcome once, in order");
        for (outcome, share) in &solved.outcomes {
            assert!((share - odds[outcome]).abs() < 1e-12, "{climb:?}: {outcome:?} has {share}");
        }
        let known: BTreeMap<Outcome, f64> = solved.outcomes.into_iter().collect();
        assert!(odds.iter().all(|(outcome, &share)| share < 1e-12 || known.contains_key(outcome)));
        assert!(matches!(game::exact(&climb, 1), Err(TooLarge::States(1))));
    }
}

#[test]
fn fractions_are_those_by_hand() {
    for climb in CLIMBS.into_iter().filter(|climb| climb.limit < 10) {
        let odds = game::in_fractions(&climb, climb.limit, |climber, ending| (u16::from(climber.camp), ending));
        for (found, share) in odds.expect("few states").outcomes {
            let of = |(outcome, _): &(Outcome, f64)| (outcome.measures[0], outcome.ending) == found;
            let by_hand: f64 = climb.by_hand().into_iter().filter(of).map(|(_, share)| share).sum();
            assert!((share.to_f64() - by_hand).abs() < 1e-12, "{climb:?}: {found:?} has {share}");
        }
    }
}

#[test]
fn it_is_played_as_solved() {
    for climb in CLIMBS {
        right(&played(&climb, 3, ENGAGEMENTS), &climb.by_hand());
    }
    assert!(sampling::detectable(0.5, ENGAGEMENTS as u64) < 0.01);
    // The check finds one round too many, and a start from the camp that is too frequent.
    let climb = Climb { limit: 7, lucky: 1 };
    let outcomes = played(&climb, 3, ENGAGEMENTS);
    right(&outcomes, &climb.by_hand());
    assert!(check(&outcomes, &Climb { limit: 8, ..climb }.by_hand()).is_err());
    assert!(check(&outcomes, &Climb { lucky: 2, ..climb }.by_hand()).is_err());
}

#[test]
fn blocks_and_replays_do_not_matter() {
    for climb in CLIMBS {
        let all = played(&climb, 11, 300);
        for (engagement, &outcome) in (0..).zip(&all) {
            let mut alone = [Outcome::default()];
            game::play(&climb, 11, engagement, &mut alone);
            let (replayed, steps) = game::replay(&climb, 11, engagement);
            assert_eq!([alone[0], replayed], [outcome; 2]);
            let turns: Vec<u32> = steps.iter().map(|step| step.turn).collect();
            assert_eq!(turns, (0..=outcome.turns.into()).collect::<Vec<_>>(), "one step a round, after the first");
        }
    }
}

#[test]
fn rounds_are_fused_where_the_start_is_certain() {
    for climb in [Climb { limit: 1, lucky: 0 }, Climb { limit: 7, lucky: 3 }, Climb { limit: 100, lucky: 3 }] {
        let fused = game::fuse(&climb).expect("few states");
        let mut outcomes = vec![Outcome::default(); ENGAGEMENTS];
        fused.play(&mut Keys::new(5, 0), &mut outcomes);
        right(&outcomes, &climb.by_hand());
        for engagement in 0..300 {
            let (replayed, steps) = game::replay_fused(&climb, &fused, 5, engagement);
            assert_eq!(replayed, outcomes[engagement as usize]);
            let turns: Vec<u32> = steps.iter().map(|step| step.turn).collect();
            assert_eq!(turns, (0..=replayed.turns.into()).collect::<Vec<_>>());
        }
    }
    assert!(game::fuse(&Climb { limit: 7, lucky: 1 }).is_none());
}

/// One hand each round from a deck that runs down: a red card of 9 or more wins it; after a joker, it is given up
/// before the next round.
#[derive(Clone, Copy, Debug)]
struct Patience {
    limit: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Hand<D> {
    deck: D,
    /// Cards drawn in this round.
    drawn: u8,
    joker: bool,
}

impl Game for Patience {
    type State<D: Deck> = Hand<D>;

    const STOPPED: u8 = STOPPED;

    fn turn_limit(&self) -> u16 {
        self.limit
    }

    fn start<D: Deck>(&self) -> Hand<D> {
        Hand { deck: D::whole(Pack::new(1, 2)), drawn: 0, joker: false }
    }

    fn advance<C: Chance>(&self, hand: &mut Hand<C::Deck>, chance: &mut C, round: u16) -> Progress {
        if hand.joker && hand.drawn == 0 {
            return Progress::Ended { ending: GIVEN_UP, begun: false };
        }
        while hand.drawn < 2 {
            let ask = |card: Card| card.value().map(|value| card.is_red() && value >= 9);
            let card = chance.draw(&mut hand.deck, Address::in_round(0, 0, round, hand.drawn.into()), ask);
            hand.joker |= card.is_none();
            if card == Some(true) {
                return Progress::Ended { ending: WON, begun: true };
            }
            hand.drawn += 1;
            if C::STEPWISE {
                return Progress::Step;
            }
        }
        hand.drawn = 0;
        Progress::RoundOver
    }

    fn measures<D: Deck>(&self, hand: &Hand<D>) -> [u16; MAX_MEASURES] {
        [hand.joker.into(), 0, 0, 0, 0, 0, 0]
    }
}

impl Tabled for Patience {
    fn begins_round(&self, hand: &Hand<TracedDeck>) -> bool {
        hand.drawn == 0
    }

    fn decks<'a>(&self, hand: &'a mut Hand<TracedDeck>) -> impl Iterator<Item = &'a mut TracedDeck> {
        [&mut hand.deck].into_iter()
    }
}

#[test]
fn a_table_gives_what_the_rules_give() {
    for limit in [1, 2, 3, 12] {
        let patience = Patience { limit };
        let wanted = played(&patience, 7, 20_000);
        // A whole table, and one so small that engagements leave it.
        let mut left = 0;
        for questions in [1000, 2] {
            let extent = Extent { questions, enough: 0.0, too_much: 1.0 };
            let table = game::tabled(&patience, extent).expect("a table");
            let mut found = vec![Outcome::default(); wanted.len()];
            game::play_tabled(&patience, &table, 7, 0, &mut found);
            assert!(found == wanted, "{limit} rounds, {questions} questions");
            table.play(&mut Keys::new(7, 0), 1000, limit.into(), |_, walked| {
                left += usize::from(matches!(walked, Walked::Left(_)));
            });
        }
        assert!(left > 0 || limit == 1);
    }
}

#[test]
fn a_long_run_goes_over_to_the_table() {
    let (patience, table) = (Patience { limit: 30 }, game::Table::default());
    let mut found = vec![Outcome::default(); 80_000];
    let (first, rest) = found.split_at_mut(40_000);
    table.play(&patience, 5, 0, first);
    assert!(!table.is_compiled());
    table.play(&patience, 5, 40_000, rest);
    assert!(table.is_compiled());
    assert!(found == played(&patience, 5, 80_000));
}

#[test]
fn cards_are_solved_as_they_are_played() {
    let patience = Patience { limit: 6 };
    let solved = game::exact(&patience, 100_000).expect("few states");
    let odds: BTreeMap<Outcome, f64> = solved.outcomes.into_iter().collect();
    assert!((odds.values().sum::<f64>() - 1.0).abs() < 1e-12);
    right(&played(&patience, 1, ENGAGEMENTS), &odds);
}

#[test]
fn the_smallest_size_that_holds_all_is_taken() {
    fn room<const N: usize>() -> usize {
        N
    }
    let size = |figures: usize| engage::with_capacity_for!(N in [2, 8, 32], figures => room::<N>());
    assert_eq!([0, 2, 3, 8, 9, 32, 40].map(size), [2, 2, 8, 8, 32, 32, 32]);
}
