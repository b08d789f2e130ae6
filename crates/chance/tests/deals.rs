//! Decks that record only what was asked, against plain walks over every card and against decks that know the next
//! card.

use chance::exact::{Distribution, Flow, Ratio, TooLarge, distribution, distribution_of_deals};
use chance::{Address, AskedDeck, Asking, Card, Chance, Deck, Pack};

const AT: Address = Address::new(0, 0, 0);

fn at_least(value: u8) -> impl Fn(Card) -> bool {
    move |card| card.value().is_some_and(|other| other >= value)
}

/// A procedure of `shots` rounds whose questions overlap: about a value that rises with the round, a joker that ends
/// it, then a colour or a colour and a value, with jokers set aside.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Fire<D> {
    deck: D,
    shot: u8,
    red: u8,
    low_red: u8,
}

impl<D> Fire<D> {
    fn of(deck: D) -> Fire<D> {
        Fire { deck, shot: 0, red: 0, low_red: 0 }
    }
}

fn fire<C: Chance<Deck = D>, D: Deck>(shots: u8, mut state: Fire<D>, chance: &mut C) -> Flow<Fire<D>, Fire<D>> {
    if state.shot == shots {
        return Flow::Done(state);
    }
    let wanted = at_least(7 + state.shot / 2);
    state.shot += 1;
    match chance.draw(&mut state.deck, AT, |card| (card.is_joker(), wanted(card))) {
        (true, _) => return Flow::Done(state),
        (false, false) => state.red += u8::from(chance.draw(&mut state.deck, AT, Card::is_red)),
        (false, true) => {
            let ask = |card: Card| (!card.is_joker()).then(|| card.is_red() && !at_least(5)(card));
            let low_red = loop {
                if let Some(answer) = chance.draw(&mut state.deck, AT, ask) {
                    break answer;
                }
            };
            state.low_red += u8::from(low_red);
        }
    }
    Flow::Go(state)
}

type Counts = (u8, u8, u8);

fn counts<D>(state: &Fire<D>) -> Counts {
    (state.shot, state.red, state.low_red)
}

fn by_asking(pack: Pack, shots: u8) -> Distribution<Counts, Ratio> {
    let step = |state, chance: &mut Asking| match fire(shots, state, chance) {
        Flow::Go(state) => Flow::Go(state),
        Flow::Done(state) => Flow::Done(counts(&state)),
    };
    distribution_of_deals(Fire::of(AskedDeck::numbered(pack, 0)), 1_000_000, |_| true, step).expect("few states")
}

fn by_knowing(pack: Pack, shots: u8) -> Distribution<Counts, Ratio> {
    let step = |state, chance: &mut _| match fire(shots, state, chance) {
        Flow::Go(state) => Flow::Go(state),
        Flow::Done(state) => Flow::Done(counts(&state)),
    };
    distribution(Fire::of(Deck::whole(pack)), 1_000_000, step).expect("few states")
}

fn assert_equal<O: PartialEq + std::fmt::Debug>(one: &Distribution<O, Ratio>, other: &Distribution<O, Ratio>) {
    for (outcome, odds) in one.outcomes.iter().chain(&other.outcomes) {
        assert!(one.probability(outcome) == other.probability(outcome), "{outcome:?}: {odds}");
    }
    assert!(one.sum(|_| true) == Ratio::new(1, 1));
}

#[test]
fn asking_and_knowing_agree_where_questions_cross() {
    for jokers in [0, 2] {
        let pack = Pack::new(2, jokers);
        let (asked, known) = (by_asking(pack, 4), by_knowing(pack, 4));
        assert!(asked.outcomes.len() >= 15, "the procedure should have many outcomes");
        assert_equal(&asked, &known);
    }
}

fn add(ways: &mut Vec<(Counts, u128)>, outcome: Counts, share: u128) {
    match ways.iter_mut().find(|(other, _)| *other == outcome) {
        Some((_, sum)) => *sum += share,
        None => ways.push((outcome, share)),
    }
}

/// Adds up ordered ways to deal, by walking every card that is left.
fn deals(pack: Pack, shots: u8, state: &Fire<chance::Cards>, used: u64, ways: &mut Vec<(Counts, u128)>, left: u128) {
    if state.shot == shots {
        add(ways, counts(state), left);
        return;
    }
    let cards = |used: u64| (0..pack.size()).filter(move |number| used >> number & 1 == 0);
    let shot = Fire { shot: state.shot + 1, ..*state };
    let next = |used: u64| left / u128::from(pack.size() - used.count_ones());
    for first in cards(used) {
        let (card, used, left) = (pack.card(first), used | 1 << first, next(used));
        if card.is_joker() {
            add(ways, counts(&shot), left);
            continue;
        }
        let mut stack = vec![(used, left)];
        while let Some((used, left)) = stack.pop() {
            for second in cards(used) {
                let (other, left) = (pack.card(second), left / u128::from(pack.size() - used.count_ones()));
                let used = used | 1 << second;
                let mut shot = shot;
                if !at_least(7 + state.shot / 2)(card) {
                    shot.red += u8::from(other.is_red());
                } else if other.is_joker() {
                    stack.push((used, left));
                    continue;
                } else {
                    shot.low_red += u8::from(other.is_red() && !at_least(5)(other));
                }
                deals(pack, shots, &shot, used, ways, left);
            }
        }
    }
}

#[test]
fn asking_agrees_with_a_walk_over_every_card() {
    let (pack, shots) = (Pack::new(2, 1), 2);
    // A multiple of every number of ways to deal six cards, so that the share of each deal is whole.
    let all: u128 = (36..=41).product();
    let mut ways = Vec::new();
    deals(pack, shots, &Fire::of(Deck::whole(pack)), 0, &mut ways, all);
    let asked = by_asking(pack, shots);
    assert_eq!(asked.outcomes.len(), ways.len());
    for (outcome, ways) in ways {
        let ratio = Ratio::of(ways.into(), all.into());
        assert!(asked.probability(&outcome) == ratio, "{outcome:?}");
    }
}

/// Draws forty-five cards from a pack of forty-two: the empty deck is refilled and goes on.
#[test]
fn a_deck_that_runs_out_goes_on() {
    type Drawn<D> = (D, u8, u8);
    fn draw<C: Chance>(state: Drawn<C::Deck>, chance: &mut C) -> Flow<Drawn<C::Deck>, Drawn<C::Deck>> {
        let (mut deck, drawn, red) = state;
        if drawn == 45 {
            return Flow::Done(state);
        }
        let question = usize::from(drawn % 3);
        let asks: [fn(Card) -> bool; 3] = [Card::is_red, |_| false, Card::is_joker];
        let answer = chance.draw(&mut deck, AT, asks[question]);
        // Counts only the first three draws and the last three.
        let told = answer && !(3..42).contains(&drawn);
        Flow::Go((deck, drawn + 1, red + u8::from(told)))
    }
    let pack = Pack::new(1, 2);
    let asked = distribution_of_deals(
        (AskedDeck::numbered(pack, 0), 0, 0),
        1_000_000,
        |_| true,
        |state, chance| match draw(state, chance) {
            Flow::Go(state) => Flow::Go(state),
            Flow::Done((_, _, red)) => Flow::Done(red),
        },
    );
    let known = distribution((Deck::whole(pack), 0, 0), 1_000_000, |state, chance| match draw(state, chance) {
        Flow::Go(state) => Flow::Go(state),
        Flow::Done((_, _, red)) => Flow::Done(red),
    });
    let (asked, known) = (asked.expect("few states"), known.expect("few states"));
    assert!(asked.outcomes.len() == 5);
    assert_equal(&asked, &known);
}

/// A deck that may or may not run out, depending on what is drawn: three cards follow a black one. The solver has to
/// count the cards that are gone, but only where that can matter.
#[test]
fn a_deck_that_may_run_out() {
    type Drawn<D> = (D, u8, u8);
    fn draw<C: Chance>(state: Drawn<C::Deck>, chance: &mut C) -> Flow<Drawn<C::Deck>, Drawn<C::Deck>> {
        let (mut deck, step, jokers) = state;
        if step == 14 {
            return Flow::Done(state);
        }
        let mut joker = false;
        if !chance.draw(&mut deck, AT, Card::is_red) {
            for _ in 0..3 {
                joker = chance.draw(&mut deck, AT, Card::is_joker);
            }
        }
        Flow::Go((deck, step + 1, jokers + u8::from(joker && step > 9)))
    }
    let pack = Pack::new(1, 1);
    let start = (AskedDeck::numbered(pack, 0), 0, 0);
    let asked = distribution_of_deals(
        start,
        1_000_000,
        |_| true,
        |state, chance: &mut Asking| match draw(state, chance) {
            Flow::Go(state) => Flow::Go(state),
            Flow::Done((_, _, jokers)) => Flow::Done(jokers),
        },
    );
    let known = distribution((Deck::whole(pack), 0, 0), 1_000_000, |state, chance| match draw(state, chance) {
        Flow::Go(state) => Flow::Go(state),
        Flow::Done((_, _, jokers)) => Flow::Done(jokers),
    });
    let (asked, known) = (asked.expect("few states"), known.expect("few states"));
    assert!(asked.outcomes.len() >= 2);
    assert_equal(&asked, &known);
}

/// A budget that is too small is refused, and outcomes that are not wanted are left out.
#[test]
fn budgets_and_wishes_are_kept() {
    let step = |state, chance: &mut Asking| match fire(6, state, chance) {
        Flow::Go(state) => Flow::Go(state),
        Flow::Done(state) => Flow::Done(counts(&state)),
    };
    let start = Fire::of(AskedDeck::numbered(Pack::new(2, 2), 0));
    let refused = distribution_of_deals(start, 20, |_| true, step).expect_err("a small budget");
    assert_eq!(refused, TooLarge::States(20));
    let all = distribution_of_deals(start, 1_000_000, |_| true, step).expect("few states");
    let some = distribution_of_deals(start, 1_000_000, |counts: &Counts| counts.1 == 1, step).expect("few states");
    assert!(some.outcomes.len() < all.outcomes.len() && !some.outcomes.is_empty());
    assert!(some.outcomes.iter().all(|(outcome, odds)| outcome.1 == 1 && *odds == all.probability(outcome)));
    // Nothing can be drawn from a deck without a number.
    let stray = Fire::of(<AskedDeck as Deck>::whole(Pack::new(2, 2)));
    assert!(distribution_of_deals(stray, 1_000_000, |_| true, step).is_err());
}
