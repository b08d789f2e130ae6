//! Real decks, and walking every card of them.

use std::collections::BTreeMap;

use testkit::Fraction;

use super::Odds;

/// A card: 0 is a joker, else ace to king as 1 to 13; and whether it is red.
pub(super) type Card = (usize, bool);

/// How many copies of each card are left.
#[derive(Clone, Copy)]
pub(super) struct Deck([[u8; 2]; 14]);

/// The ability's deck: ten ranks in two black and two red suits, and jokers.
pub(super) fn deck(ability: &str, jokers: u8) -> Deck {
    let lowest = match ability {
        "novice" => 1,
        "experienced" => 2,
        "veteran" => 3,
        "elite" => 4,
        other => panic!("no ability {other}"),
    };
    let mut deck = Deck([[0; 2]; 14]);
    deck.0[0][0] = jokers;
    for rank in lowest..lowest + 10 {
        deck.0[rank] = [2, 2];
    }
    deck
}

/// Ace to ten and two jokers.
pub(super) fn hostage_deck() -> Deck {
    deck("novice", 2)
}

/// The cards left on the table after some draws, and the share of all ways that this is: `ways` of `of`.
#[derive(Clone, Copy)]
pub(super) struct Table {
    pub(super) own: Deck,
    pub(super) other: Deck,
    pub(super) put_back: bool,
    pub(super) ways: u128,
    pub(super) of: u128,
}

/// Which deck a card comes from.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum From {
    Own,
    Other,
}

impl Table {
    pub(super) fn new(own: Deck, other: Deck, put_back: bool) -> Table {
        Table { own, other, put_back, ways: 1, of: 1 }
    }

    /// Turns over every card there is, one after the other.
    pub(super) fn draw(self, from: From, then: &mut dyn FnMut(Table, Card)) {
        self.draw_of(from, true, then);
    }

    /// The same, with jokers set aside until another card comes.
    pub(super) fn draw_no_joker(self, from: From, then: &mut dyn FnMut(Table, Card)) {
        if self.put_back {
            return self.draw_of(from, false, then);
        }
        self.draw_of(from, true, &mut |table, card| {
            if card.0 == 0 { table.draw_no_joker(from, then) } else { then(table, card) }
        });
    }

    fn draw_of(self, from: From, jokers: bool, then: &mut dyn FnMut(Table, Card)) {
        let deck = if from == From::Own { self.own } else { self.other };
        let lowest = usize::from(!jokers);
        let left: u128 = deck.0[lowest..].iter().flatten().map(|&copies| u128::from(copies)).sum();
        assert!(left > 0, "the twins do not play decks to the end");
        for value in lowest..14 {
            for red in [false, true] {
                let copies = deck.0[value][usize::from(red)];
                if copies == 0 {
                    continue;
                }
                let mut table = Table { ways: self.ways * u128::from(copies), of: self.of * left, ..self };
                if !self.put_back {
                    let deck = if from == From::Own { &mut table.own } else { &mut table.other };
                    deck.0[value][usize::from(red)] -= 1;
                }
                then(table, (value, red));
            }
        }
    }
}

/// Adds up ways by what they come to.
#[derive(Default)]
pub(super) struct Tally(BTreeMap<(String, u128), u128>);

impl Tally {
    pub(super) fn add(&mut self, outcome: &str, table: &Table) {
        self.add_times(outcome, table, 1);
    }

    pub(super) fn add_times(&mut self, outcome: &str, table: &Table, times: u128) {
        *self.0.entry((outcome.to_owned(), table.of)).or_default() += table.ways * times;
    }

    pub(super) fn odds(self) -> Odds {
        let mut odds = Odds::new();
        for ((outcome, of), ways) in self.0 {
            let sum = odds.remove(&outcome).unwrap_or_else(|| Fraction::new(0, 1));
            odds.insert(outcome, sum + Fraction::new(ways, of));
        }
        odds
    }
}
