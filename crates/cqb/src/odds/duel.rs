//! A duel at a fixed range, solved as a chain of turns, or played if it has too many states.

use chance::TooLarge;
use chance::exact::Limits;
use engage::{Answer, BySide, Finding, Game, Inches, Manner, Outcome, Problem, Sample, Side, Value, game};
use schemars::JsonSchema;
use serde::Deserialize;

use super::shared::{situation, two};
use crate::battle::{Battle, Forces};
use crate::fire::{AimAt, Armour};
use crate::game::PlayedBattle;
use crate::open::Open;
use crate::options::Order;
use crate::player::ByDoctrine;
use crate::player::doctrine::{AimPolicy, Preset};
use crate::profile::{Hurt, Kit, Profile};
use crate::rules::{Ability, Rules};
use crate::setup::Field;
use crate::squad::Doctrine;
use crate::turn::ending;
use crate::weapon::{Category, Fire, Recoil, Round, Weapon, three};

/// The most states for which a duel is solved rather than played: about 200 MB.
const BUDGET: usize = 100_000;
/// Number of turns after which the solver reports the rest as unresolved.
const ROUNDS: u32 = 50_000;
/// The solver stops when less probability than this is left. The mean number of turns then lacks this probability times
/// the length of such duels, which can be tens of thousands of turns.
const TOLERANCE: f64 = 1e-18;
/// A duel that never ends with more than this probability has no mean number of turns.
const ENDLESS: f64 = 1e-15;
/// The most engagements played instead.
const ENGAGEMENTS: usize = 10_000_000;
/// About how many turns are played instead, over all engagements.
const TURNS: u64 = 40_000_000;
/// Number of engagements that estimate the length of a duel.
const TRIAL: usize = 64;
/// Number of engagements played at once.
const BLOCK: usize = 4096;
/// The seed of that play.
const SEED: u64 = 1;

/// Who acts first.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
enum First {
    /// A, every turn.
    #[serde(rename = "A_first")]
    A,
    /// B, every turn.
    #[serde(rename = "B_first")]
    B,
    /// Both simultaneously.
    #[serde(rename = "simultaneous")]
    Simultaneous,
    /// By a reaction test every turn.
    #[serde(rename = "reaction")]
    Reaction,
}

/// When a duellist aims.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Policy {
    /// Never.
    #[default]
    Snap,
    /// It fires aimed shots only.
    Aimed,
}

/// One of the two figures.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct Duellist {
    /// Ability.
    ability: Ability,
    /// Jokers in its deck, 0 to 3.
    #[schemars(range(max = 3))]
    jokers: u8,
    /// Category of its weapon.
    category: Category,
    /// Its fire category.
    fire: Fire,
    /// Its recoil class.
    recoil: Recoil,
    /// Its type of round.
    round: Round,
    /// Whether it has a telescopic sight.
    scope: bool,
    /// Rounds in its bursts, 2 or 3.
    #[schemars(range(min = 2, max = 3))]
    burst_rounds: u8,
    /// The location named.
    aim_at: AimAt,
    /// When it aims.
    policy: Policy,
    /// Whether it wears soft armour.
    #[schemars(title = "Soft armour")]
    soft: bool,
    /// Whether it wears hard plates.
    #[schemars(title = "Hard plates")]
    plates: bool,
    /// Whether it wears a helmet.
    helmet: bool,
}

impl Default for Duellist {
    fn default() -> Duellist {
        Duellist {
            ability: Ability::Experienced,
            jokers: two(),
            category: Category::GeneralPistol,
            fire: Fire::Semi,
            recoil: Recoil::Light,
            round: Round::Pistol,
            scope: false,
            burst_rounds: three(),
            aim_at: AimAt::None,
            policy: Policy::Snap,
            soft: false,
            plates: false,
            helmet: false,
        }
    }
}

situation! {
    /// Two figures at a fixed range, with a deck each, fight to the end.
    struct Duel {
        /// The first figure.
        #[serde(rename = "A")]
        a: Duellist,
        /// The second figure.
        #[serde(rename = "B")]
        b: Duellist,
        /// Distance between them in inches.
        #[serde(default = "twelve")]
        range: Inches,
        /// Who acts first.
        #[serde(default = "reaction")]
        order: First,
    }
    id: "duel",
    label: "Duel",
    findings: &[
        Finding::chance("A_wins").first(),
        Finding::chance("B_wins").first(),
        Finding::chance("both_out"),
        Finding::chance("stalemate"),
        Finding::mean("mean_turns", "turns").called("Turns"),
    ],
    solve: duel,
}

const fn twelve() -> Inches {
    Inches::whole(12)
}

const fn reaction() -> First {
    First::Reaction
}

impl Duellist {
    fn profile(&self, side: Side) -> Profile {
        let Duellist { category, fire, recoil, round, scope, burst_rounds, .. } = *self;
        let weapon = Weapon { category, fire, recoil, round, scope, burst_rounds };
        let aim = match self.policy {
            Policy::Snap => AimPolicy::Never,
            Policy::Aimed => AimPolicy::Always,
        };
        Profile {
            side,
            ability: self.ability,
            weapon,
            armour: Armour { soft: self.soft, plates: self.plates, helmet: self.helmet },
            doctrine: Doctrine { aim, aim_at: Some(self.aim_at), ..Doctrine::new(Preset::Stand, &weapon) },
            kit: Kit::default(),
            hurt: Hurt::default(),
            shows: Vec::new(),
            deck: 0,
            place: 0,
        }
    }
}

/// Both act once each turn, until one or both are down or neither can hit the other.
fn duel(parameters: &Duel) -> Result<Answer, Problem> {
    let profiles = vec![parameters.a.profile(Side::Blue), parameters.b.profile(Side::Red)];
    let order = match parameters.order {
        First::A => Order::BlueFirst,
        First::B => Order::RedFirst,
        First::Simultaneous => Order::Simultaneous,
        First::Reaction => Order::Reaction,
    };
    let rules = Rules { order, ..parameters.options.clone() };
    let field = Field { range: parameters.range, ..Field::default() };
    let names = [(Side::Blue, "A"), (Side::Red, "B")].map(|(side, name)| engage::Figure {
        side,
        squad: name.to_owned(),
        name: name.to_owned(),
    });
    let jokers = BySide { blue: parameters.a.jokers, red: parameters.b.jokers };
    let forces = Forces { names: names.into(), profiles, jokers };
    let battle = Battle::new(rules, field, u16::MAX, forces, None);
    match solve(&battle) {
        Ok(answer) => Ok(answer),
        Err(Unsolved::NeverEnds) => Err(endless()),
        Err(Unsolved::TooLarge(error)) => {
            let engagements = engagements(&battle).ok_or_else(endless)?;
            let sample = Sample { engagements, seed: SEED, unsolved: error.into() };
            Ok(Answer::played(&battle, sample, &WORDS, "mean_turns"))
        }
    }
}

/// Why a duel has no exact answer.
enum Unsolved {
    /// It has too many states.
    TooLarge(TooLarge),
    /// It may go on for ever.
    NeverEnds,
}

fn endless() -> Problem {
    let message = "the duel may never end, or end only after many thousands of turns: a figure may hit the other but \
                   cannot put it out of action; expected armour that lets some hits through, or another location to \
                   fire at";
    Problem::new("", message)
}

/// How many engagements to play for about [`TURNS`] turns in all. `None` if duels are too long for a block.
fn engagements(battle: &Battle) -> Option<usize> {
    let mut trial = [Outcome::default(); TRIAL];
    engage::Battle::play(battle, SEED, 0, &mut trial);
    let turns: u64 = trial.iter().map(|outcome| u64::from(outcome.turns)).sum();
    let fitting = TURNS * TRIAL as u64 / turns.max(1);
    let engagements = usize::try_from(fitting).unwrap_or(ENGAGEMENTS).min(ENGAGEMENTS);
    (engagements >= BLOCK).then(|| engagements.next_multiple_of(BLOCK))
}

const WORDS: [(&str, u8); 4] = [
    ("A_wins", ending::BLUE_WINS),
    ("B_wins", ending::RED_WINS),
    ("both_out", ending::BOTH_OUT),
    ("stalemate", ending::STALEMATE),
];

fn solve(battle: &Battle) -> Result<Answer, Unsolved> {
    let limits = Limits { budget: BUDGET, rounds: ROUNDS, tolerance: TOLERANCE, endless: true };
    let game = PlayedBattle::<_, _, 2>::new(battle, Open, ByDoctrine);
    let solved = game::solve(&game, limits, |state, ending, begun| (ending, game.measures(state), begun));
    let solved = solved.map_err(Unsolved::TooLarge)?;
    if solved.endless > ENDLESS {
        return Err(Unsolved::NeverEnds);
    }
    let share = |wanted| {
        let ends = solved.outcomes().filter(|(_, (ending, ..), _)| *ending == wanted);
        // The fold starts at zero, because the `sum` of nothing is minus zero.
        ends.fold(0.0, |sum, (_, _, weight)| sum + weight)
    };
    let turns = solved.outcomes().map(|(round, (.., begun), weight)| f64::from(round - u32::from(!begun)) * weight);
    let mut values: Vec<Value> = WORDS.iter().map(|&(word, wanted)| Value::decimal(word, share(wanted))).collect();
    values.push(Value::decimal("mean_turns", turns.fold(0.0, |sum, turns| sum + turns)));
    Ok(Answer { manner: Manner::Chain { states: solved.states, unresolved: solved.unresolved }, values })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// CQB-5.1a, CQB-5.5.3: a shotgun against full armour, fired every other turn, kills by a near miss at the torso
    /// (one value in ten) that strikes the head (one in ten) past the helmet (all but black cards), each card from a
    /// deck of 43. The other side cannot hit. The mean length of this long duel is that of a geometric series.
    #[test]
    fn a_duel_of_hundreds_of_turns() {
        let figure = |ability: &str| {
            json!({
                "ability": ability, "jokers": 3, "category": "shotgun", "fire": "slow", "recoil": "heavy",
                "round": "shotgun", "aim_at": "torso", "soft": true, "plates": true, "helmet": true,
            })
        };
        let parameters = json!({
            "A": figure("experienced"), "B": figure("novice"), "range": 96, "order": "A_first",
            "options": { "reshuffle": "every_draw", "soft_coverage": "all", "joker_secondary": "void" },
        });
        let answer = engage::Kind::of::<Duel>().ask(&parameters).unwrap();
        let value = |outcome: &str| answer.values.iter().find(|value| value.outcome == outcome).unwrap().decimal;
        let kill = 4.0 / 43.0 * 4.0 / 43.0 * 23.0 / 43.0;
        assert!((value("mean_turns") - (2.0 / kill - 1.0)).abs() < 1e-10, "{}", value("mean_turns"));
        assert!((value("A_wins") - 1.0).abs() < 1e-12);
        // An impossible outcome has probability zero, not minus zero.
        assert!(["B_wins", "both_out", "stalemate"].map(value).iter().all(|share| share.to_bits() == 0));
    }
}
