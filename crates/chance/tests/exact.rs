//! The enumerated reading against plain enumeration of cards, and the sampled one against both.

use chance::exact::{Flow, Ratio, TooLarge, distribution};
use chance::{Address, Card, Cards, Chance, Deck, Keys, KnownDeck, Pack, Sampled};

const AT: Address = Address::new(0, 0, 0);

/// Six draws with overlapping questions: value, colour, and both.
fn answers<C: Chance>(chance: &mut C, deck: &mut C::Deck) -> [u8; 6] {
    let high = |card: Card| u8::from(card.value().is_some_and(|value| value >= 8));
    let red = |card: Card| u8::from(card.is_red());
    let higher = |card: Card| u8::from(card.value().is_some_and(|value| value >= 9));
    let band = |card: Card| match card.value() {
        None => 0,
        Some(value @ 4..=6) if card.is_red() => value,
        Some(value) => 1 + u8::from(value > 6),
    };
    [
        chance.draw(deck, AT, high),
        chance.draw(deck, Address::new(0, 0, 1), red),
        chance.draw(deck, Address::new(0, 0, 2), higher),
        chance.draw(deck, Address::new(0, 0, 3), band),
        chance.draw(deck, Address::new(0, 0, 4), red),
        chance.draw(deck, Address::new(0, 0, 5), high),
    ]
}

/// The number of ordered ways to draw cards that give these answers, by walking every card: simple enough to be
/// trusted.
fn brute_force(pack: Pack, asks: &[fn(Card) -> u8], wanted: &[u8], used: u64) -> u64 {
    let Some((ask, rest)) = asks.split_first() else { return 1 };
    (0..pack.size())
        .filter(|&number| used >> number & 1 == 0 && ask(pack.card(number)) == wanted[0])
        .map(|number| brute_force(pack, rest, &wanted[1..], used | 1 << number))
        .sum()
}

#[test]
fn lazy_decks_are_exact() {
    let pack = Pack::new(2, 2);
    let odds =
        distribution::<_, _, Ratio>((), 1000, |(), chance| Flow::Done(answers(chance, &mut KnownDeck::whole(pack))))
            .expect("one state");
    assert!(odds.sum(|_| true) == Ratio::new(1, 1));
    // The first four of the six, against every ordered choice of four cards.
    let asks: [fn(Card) -> u8; 4] = [
        |card| u8::from(card.value().is_some_and(|value| value >= 8)),
        |card| u8::from(card.is_red()),
        |card| u8::from(card.value().is_some_and(|value| value >= 9)),
        |card| match card.value() {
            None => 0,
            Some(value @ 4..=6) if card.is_red() => value,
            Some(value) => 1 + u8::from(value > 6),
        },
    ];
    let ways = 42 * 41 * 40 * 39;
    let mut seen: Vec<[u8; 4]> = odds.outcomes.iter().map(|(o, _)| [o[0], o[1], o[2], o[3]]).collect();
    seen.sort_unstable();
    seen.dedup();
    assert!(seen.len() > 30, "the questions should separate many cases");
    for wanted in seen {
        let exact = odds.sum(|o| o[..4] == wanted);
        assert!(exact == Ratio::new(brute_force(pack, &asks, &wanted, 0), ways), "{wanted:?}");
    }
}

#[test]
fn sampled_draws_agree_with_exact_ones() {
    let pack = Pack::new(2, 2);
    let odds =
        distribution::<_, _, f64>((), 1000, |(), chance| Flow::Done(answers(chance, &mut KnownDeck::whole(pack))))
            .expect("one state");
    let mut keys = Keys::new(11, 0);
    let runs = 400_000;
    let mut counts = std::collections::BTreeMap::new();
    for _ in 0..runs {
        let mut deck = Cards::whole(pack);
        *counts.entry(answers(&mut Sampled::new(keys.next_key()), &mut deck)).or_insert(0u32) += 1;
    }
    // Chi-square over the cells that are expected at least 20 times, with the rest pooled; the limit is six standard
    // deviations out.
    let (mut chi, mut cells, mut rest) = (0.0, 0, (0.0, 0.0));
    for (outcome, weight) in &odds.outcomes {
        let expected = weight * f64::from(runs);
        let seen = f64::from(counts.get(outcome).copied().unwrap_or(0));
        if expected < 20.0 {
            rest = (rest.0 + expected, rest.1 + seen);
        } else {
            chi += (seen - expected).powi(2) / expected;
            cells += 1;
        }
    }
    chi += (rest.1 - rest.0).powi(2) / rest.0.max(1.0);
    let limit = f64::from(cells) + 6.0 * (2.0 * f64::from(cells)).sqrt();
    assert!(chi < limit, "chi-square {chi} over {cells} cells, limit {limit}");
}

#[test]
fn a_deck_run_down_is_made_whole() {
    let pack = Pack::new(1, 3);
    let mut deck = Cards::whole(pack);
    let mut chance = Sampled::new(Keys::new(5, 9).next_key());
    let mut jokers = 0;
    for draw in 0..pack.size() {
        jokers += u32::from(chance.draw(&mut deck, Address::new(0, 0, draw), Card::is_joker));
    }
    assert_eq!((jokers, deck.len()), (3, 0));
    chance.draw(&mut deck, AT, |_| ());
    assert_eq!(deck.len(), pack.size() - 1);

    // The same for a known deck: after 43 draws without a question it is empty, and the next draw refills it.
    let odds = distribution::<_, _, Ratio>((KnownDeck::whole(pack), 0), 100, |(mut deck, drawn), chance| {
        let joker = chance.draw(&mut deck, AT, |card| drawn == pack.size() && card.is_joker());
        if drawn == pack.size() { Flow::Done(joker) } else { Flow::Go((deck, drawn + 1)) }
    })
    .expect("a chain of single states");
    assert_eq!(odds.probability(&true).to_string(), "3/43");
}

#[test]
fn states_that_take_up_too_much_memory_are_too_many() {
    // 64 KB each, so that a few thousand use up the memory that a small budget allows.
    let bulky = |state: [u16; 1 << 15], chance: &mut chance::Enumerated| {
        let mut next = state;
        next[0] = state[0] * 16 + chance.below(Address::new(0, 0, 0), 16) as u16;
        next[1] += 1;
        if next[1] == 4 { Flow::Done(next[0]) } else { Flow::Go(next) }
    };
    let refused = distribution::<_, _, f64>([0; 1 << 15], 100_000, bulky).unwrap_err();
    assert_eq!(refused, TooLarge::Memory(1 << 28));
    // The same number of states is within the budget if they are small.
    let small = |[score, steps]: [u16; 2], chance: &mut chance::Enumerated| {
        let score = score * 16 + chance.below(Address::new(0, 0, 0), 16) as u16;
        if steps == 3 { Flow::Done(score) } else { Flow::Go([score, steps + 1]) }
    };
    assert_eq!(distribution::<_, _, f64>([0, 0], 100_000, small).map(|odds| odds.outcomes.len()), Ok(1 << 16));
}
