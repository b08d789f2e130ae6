//! A lone figure charges another (CR-charge-case).

use std::collections::BTreeMap;

use chance::exact::{ANY_STATES, Limits};
use chance::{Chance, Deck};
use engage::{Answer, Finding, Game, Inches, MAX_MEASURES, Manner, Problem, Progress, Value, game, too_large};

use super::exchange::{Begun, battle};
use super::shared::{FigureGiven, situation};
use crate::battle::{Battle, Frame};
use crate::figure::{Charge, Figure, Status};
use crate::open::Open;
use crate::state::{Stage, State, Task};

situation! {
    /// A lone figure charges another: how the charge ends, and the status of both afterwards.
    struct Charging {
        /// The charger.
        charger: FigureGiven,
        /// The target.
        target: FigureGiven,
        /// Distance before the charge.
        range: Inches,
        /// Whether the charge comes from behind (CR-bc-1).
        #[serde(default)]
        rear: bool,
    }
    id: "charge",
    label: "Charge",
    findings: &[Finding::chance("*; charger *; target *")],
    solve: charge,
}

/// How a charge ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum Ending {
    /// The charge goes on.
    #[default]
    None,
    Halt,
    SnapFire,
    TargetRetires,
    ShotDown,
    ChargerRetires,
    Stops,
    Melee,
    Even,
}

impl Ending {
    const fn name(self) -> &'static str {
        match self {
            Ending::None => "charge",
            Ending::Halt => "halt",
            Ending::SnapFire => "snap fire instead",
            Ending::TargetRetires => "target retires",
            Ending::ShotDown => "shot down",
            Ending::ChargerRetires => "charger retires",
            Ending::Stops => "charge stops",
            Ending::Melee => "melee",
            Ending::Even => "even melee",
        }
    }
}

/// A charge and its ending so far.
struct Watched<'a>(Begun<'a, 2>);

impl Game for Watched<'_> {
    type State<D: Deck> = (State<2, Open>, Ending);
    const STOPPED: u8 = 0;

    fn turn_limit(&self) -> u16 {
        1
    }

    fn start<D: Deck>(&self) -> (State<2, Open>, Ending) {
        (self.0.state, Ending::None)
    }

    fn advance<C: Chance>(
        &self,
        (state, ending): &mut (State<2, Open>, Ending),
        chance: &mut C,
        turn: u16,
    ) -> Progress {
        let (task, before) = (state.agenda.top().copied(), state.figures);
        let progress = self.0.advance(state, chance, turn);
        let [charger, target] = &state.figures;
        let stage = match task {
            Some(Task::Charge { stage, .. }) => Some(stage),
            _ => None,
        };
        *ending = match (stage, *ending) {
            (Some(Stage::Wanted), _) if state.agenda.is_empty() => Ending::Halt,
            (Some(Stage::Wanted), _) if charger.charge == Charge::None => Ending::SnapFire,
            (Some(Stage::Near), _) if target.status == Status::Hunkered => Ending::TargetRetires,
            (Some(Stage::Contact), _) if before[0].charge == Charge::Charging && target.status != Status::Hunkered => {
                fought(state, before)
            }
            (Some(Stage::Melee(_)), _) => fought(state, before),
            // The charger has been shot at.
            (None, Ending::None) => match charger.status {
                Status::CarryingOn if charger.charge == Charge::Charging => Ending::None,
                Status::CarryingOn => Ending::Stops,
                Status::Hunkered => Ending::ChargerRetires,
                _ => Ending::ShotDown,
            },
            (_, ending) => ending,
        };
        progress
    }

    fn break_off<D: Deck>(&self, state: &mut (State<2, Open>, Ending)) {
        self.0.break_off::<D>(&mut state.0);
    }

    fn measures<D: Deck>(&self, _state: &(State<2, Open>, Ending)) -> [u16; MAX_MEASURES] {
        [0; MAX_MEASURES]
    }
}

/// The ending after a roll of the melee, if neither side rolls again.
fn fought(state: &State<2, Open>, before: [Figure; 2]) -> Ending {
    if !state.agenda.is_empty() {
        Ending::None
    } else if state.figures == before.map(Figure::after_charge) {
        Ending::Even
    } else {
        Ending::Melee
    }
}

fn charge(given: &Charging) -> Result<Answer, Problem> {
    given.charger.check("charger")?;
    given.target.check("target")?;
    let target = std::slice::from_ref(&given.target);
    let battle = battle(&given.charger, target, given.target.leader, (given.range, &given.options));
    let battle = Battle { frame: Frame { from_the_rear: given.rear, ..battle.frame }, ..battle };
    let begun = Begun::new(&battle).first(Task::Charge { charger: 0, target: 1, stage: Stage::Wanted });
    let limits = Limits { budget: ANY_STATES, rounds: 1, tolerance: 0.0, endless: false };
    let solved = game::solve(&Watched(begun), limits, |(state, ending), _, _| {
        (*ending, state.figures.map(|figure| figure.status))
    })
    .map_err(too_large)?;
    let mut words: BTreeMap<String, f64> = BTreeMap::new();
    for (_, (ending, [charger, target]), weight) in solved.outcomes() {
        let word = format!("{}; charger {}; target {}", ending.name(), charger.name(), target.name());
        *words.entry(word).or_default() += weight;
    }
    let values = words.into_iter().map(|(word, share)| Value::decimal(word, share)).collect();
    Ok(Answer { manner: Manner::Chain { states: solved.states, unresolved: 0.0 }, values })
}
