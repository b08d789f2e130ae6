//! The stages of a side's turn (FT-seq-4, FT-unpin-5, FT-gren-3).

use crate::options::{GrenadeExplodes, TurnStructure, UnpinWhen};
use crate::rules::Rules;

/// A stage of a side's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Pinned men except leaders throw (FT-unpin-1).
    Unpin,
    /// Pinned leaders throw (FT-unpin-3).
    UnpinLeaders,
    /// Men move (FT-move).
    Move,
    /// Men fire or aim (FT-fire-1).
    Fire,
    /// Each moves and fires before the next (FT-seq-4).
    MoveAndFire,
    /// Grenades explode (FT-gren-3).
    Explode,
}

/// The stages of a turn in order.
#[derive(Clone, Debug)]
pub(crate) struct Stages(Vec<Stage>);

impl Stages {
    /// The stages under the options, with grenades or without.
    pub(crate) fn of(rules: &Rules, grenades: bool) -> Stages {
        let unpinning = [Stage::Unpin, Stage::UnpinLeaders];
        let mut stages = Vec::new();
        if rules.unpin_when == UnpinWhen::StartOfTurn {
            stages.extend(unpinning);
        }
        let early = grenades && rules.grenade_explodes == GrenadeExplodes::AfterOwnMovement;
        match rules.turn_structure {
            TurnStructure::MoveThenFire => {
                stages.push(Stage::Move);
                stages.extend(early.then_some(Stage::Explode));
                stages.push(Stage::Fire);
            }
            TurnStructure::FigureByFigure => {
                stages.push(Stage::MoveAndFire);
                stages.extend(early.then_some(Stage::Explode));
            }
        }
        if rules.unpin_when == UnpinWhen::EndOfTurn {
            stages.extend(unpinning);
        }
        if grenades && rules.grenade_explodes == GrenadeExplodes::EndOfOwnTurn {
            stages.push(Stage::Explode);
        }
        Stages(stages)
    }

    /// The stage at a place; none after the last.
    #[inline]
    pub(crate) fn at(&self, place: u8) -> Option<Stage> {
        self.0.get(usize::from(place)).copied()
    }
}
