//! Pistols at Dawn, a whole ruleset: each turn both duellists fire at once, and hit on `to_hit` or more on one die.
use chance::{Address, Chance, D6, Deck};
use engage::game::OneShape;
use engage::{Battle, BySide, Ending, Figure, Game, MAX_MEASURES, Measure, Problem, Progress};
use engage::{Ruleset, Setup, Side, Step, read};

pub(crate) static PISTOLS: Ruleset = Ruleset {
    id: "pistols",
    title: "Pistols at Dawn",
    letters: &["PAD"],
    purposes: &["shot"],
    endings: &[
        Ending { id: "blue.win", label: "Blue wins", about: "only red is hit", winner: Some(Side::Blue) },
        Ending { id: "red.win", label: "Red wins", about: "only blue is hit", winner: Some(Side::Red) },
        Ending { id: "both_out", label: "Both hit", about: "both are hit", winner: None },
        Ending { id: "unhurt", label: "Unhurt", about: "the turn limit was reached", winner: None },
    ],
    measures: &[Measure::lost(Side::Blue, "men", "blue is hit"), Measure::lost(Side::Red, "men", "red is hit")],
    kinds: &[],
    openings: &[],
    accounts: "| PAD-1 | Both fire; a hit ends the duel | `advance` | |",
    rules: || serde_json::json!({}),
    schema: |types| types.subschema_for::<Setup<(), (), Squad>>(),
    compile: |value, _| {
        let setup: Setup<(), (), Squad> = read(value)?;
        let figures: Vec<Figure> = setup.squads().flat_map(|(side, name, _)| Figure::squad(side, name, 1)).collect();
        let fair = figures.iter().map(|figure| figure.side).eq(Side::ALL);
        let game = Duel { to_hit: setup.squads().map(|(.., one)| one.to_hit).collect(), turn_limit: setup.turn_limit };
        let duel = || -> Box<dyn Battle> { Box::new(OneShape { figures, game }) };
        fair.then(duel).ok_or_else(|| vec![Problem::new("blue", "expected one duellist on each side")])
    },
};

engage::keys! {
    /// A duellist.
    Squad {
        /// The lowest roll that hits.
        to_hit: u8 in 1..=6,
    }
}
struct Duel {
    to_hit: Vec<u8>,
    turn_limit: u16,
}

impl Game for Duel {
    type State<D: Deck> = BySide<bool>; // who is hit
    const STOPPED: u8 = 3;
    fn turn_limit(&self) -> u16 {
        self.turn_limit
    }
    fn start<D: Deck>(&self) -> BySide<bool> {
        BySide::default()
    }
    /// PAD-1, in every reading of chance. A throw is addressed by figure, purpose (only one here), turn and occurrence.
    fn advance<C: Chance>(&self, hit: &mut BySide<bool>, chance: &mut C, turn: u16) -> Progress {
        for (me, &to_hit) in (0..).zip(&self.to_hit) {
            let hits = chance.roll(Address::in_round(me, 0, turn, 0), &D6, |face| face >= to_hit);
            let told = Step { turn: turn.into(), figure: Some(me), clause: "PAD-1", ..Step::default() };
            chance.log(|| Step { text: if hits { "hits" } else { "misses" }.to_owned(), ..told });
            hit[Side::ALL[usize::from(1 - me)]] = hits;
        }
        let ending = [[3, 0], [1, 2]][usize::from(hit.blue)][usize::from(hit.red)];
        if ending == Self::STOPPED { Progress::RoundOver } else { Progress::Ended { ending, begun: true } }
    }
    fn measures<D: Deck>(&self, hit: &BySide<bool>) -> [u16; MAX_MEASURES] {
        [hit.blue.into(), hit.red.into(), 0, 0, 0, 0, 0]
    }
}
