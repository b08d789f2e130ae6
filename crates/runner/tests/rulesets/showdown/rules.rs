//! Showdown: the rules. They say what a man may do, and do it; they never choose.

use chance::{Address, Card, Chance, Pack};
use engage::{BySide, Problem, Rulebook, Side, Step};

engage::table! {
    /// The value of the card that hits (SD-2).
    ToHit: u8 {
        /// A man in the open.
        open = 7,
        /// A man in cover.
        cover = 9,
    }
}

engage::rules! {
    /// The rulebook.
    #[derive(Eq)]
    Rules {
        /// The value of the card that hits.
        to_hit: ToHit,
        /// What a man who reloads puts in (SD-3).
        reload: Reload {
            /// All rounds.
            All,
            /// One round.
            One,
        },
        /// Rounds that a revolver holds.
        cylinder: u8 in 1..=6 = 6,
    }
}

impl Rulebook for Rules {
    /// Ranges are held by the schema, and nothing hangs on several keys.
    fn problems(&self, _: &str) -> Vec<Problem> {
        Vec::new()
    }
}

/// What a man may be told to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// He fires at the other (SD-2).
    Fire,
    /// He reloads (SD-3).
    Reload,
    /// He takes cover, until he fires (SD-4).
    Duck,
    /// He does nothing.
    Hold,
}

/// A man.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Man {
    pub(crate) rounds: u8,
    pub(crate) in_cover: bool,
    pub(crate) down: bool,
}

/// Where a showdown stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Street<D> {
    pub(crate) men: BySide<Man>,
    /// The deck that both draw from.
    pub(crate) deck: D,
    /// Whose go it is.
    pub(crate) go: Side,
}

/// The whole deck: values 1 to 10 in four suits, and two jokers.
pub(crate) const PACK: Pack = Pack::new(1, 2);

impl Rules {
    /// Whether a man may do this, or the clause that forbids it.
    pub(crate) fn may(&self, man: &Man, action: Action) -> Result<(), &'static str> {
        match action {
            Action::Fire if man.rounds == 0 => Err("SD-2"),
            Action::Reload if man.rounds >= self.cylinder => Err("SD-3"),
            Action::Duck if man.in_cover => Err("SD-4"),
            Action::Fire | Action::Reload | Action::Duck | Action::Hold => Ok(()),
        }
    }

    /// A man does this, who may.
    pub(crate) fn perform<C: Chance>(
        &self,
        street: &mut Street<C::Deck>,
        chance: &mut C,
        (me, action): (Side, Action),
        turn: u16,
    ) {
        let (clause, text) = match action {
            Action::Fire => {
                street.men[me].rounds -= 1;
                street.men[me].in_cover = false;
                let target = &mut street.men[me.enemy()];
                let at = Address::in_round(me as u8, 0, turn, 0);
                target.down = self.hits(&mut street.deck, chance, at, target.in_cover);
                ("SD-2", if target.down { "hits" } else { "misses" })
            }
            Action::Reload => {
                street.men[me].rounds = match self.reload {
                    Reload::All => self.cylinder,
                    Reload::One => street.men[me].rounds + 1,
                };
                ("SD-3", "reloads")
            }
            Action::Duck => {
                street.men[me].in_cover = true;
                ("SD-4", "takes cover")
            }
            Action::Hold => ("SD-1", "waits"),
        };
        let told = Step { turn: turn.into(), figure: Some(me as u8), clause, ..Step::default() };
        chance.log(|| Step { text: text.to_owned(), ..told });
    }

    /// Whether a shot hits: a card of the value in the table, or a higher one (SD-2).
    pub(crate) fn hits<C: Chance>(&self, deck: &mut C::Deck, chance: &mut C, at: Address, in_cover: bool) -> bool {
        let needed = if in_cover { self.to_hit.cover } else { self.to_hit.open };
        chance.draw(deck, at, |card: Card| card.value().is_some_and(|value| value >= needed))
    }
}
