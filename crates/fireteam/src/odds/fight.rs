//! A fire fight at a fixed range, solved as a chain of pairs of moves, or played if it has too many states (FT-duel).

use chance::TooLarge;
use chance::exact::{ANY_STATES, Limits};
use engage::{
    Answer, Battle as _, BySide, Finding, Inches, Manner, Problem, Rulebook as _, Sample, Side, Unsolved, Value, game,
    too_large, with_capacity_for,
};
use schemars::JsonSchema;
use serde::Deserialize;

use super::shared::{mode_of, situation, yes};
use field::Sight;

use crate::battle::{Battle, Bonds, Facts, Frame, Kit, Order, Profile};
use crate::ending;
use crate::figure::{Man, Posture};
use crate::fire::Mode;
use crate::game::{Compiled, PlayedBattle};
use crate::open::Open;
use crate::player::ByDoctrine;
use crate::player::doctrine::{AimPolicy, FirePolicy, NumberTwo, Preset, TargetPolicy, Turn};
use crate::prepared::rolls::Rolls;
use crate::rules::Rules;
use crate::squad::Doctrine;
use crate::table::Arm;

/// The most states of a fight that is solved and not played.
const STATES: usize = 400_000;
/// Pairs after which the solver reports the rest as unresolved.
const PAIRS: u32 = 50_000;
/// The solver stops when less probability than this is left; that also bounds the error of the mean number of moves.
const TOLERANCE: f64 = 1e-18;
/// Engagements played if a fight is not solved.
const ENGAGEMENTS: usize = 4_000_000;
/// The seed of that play.
const SEED: u64 = 1;
/// The most men on a side.
const MOST: usize = 8;
/// The most pairs of a timed fight of two men answered in fractions.
const IN_FRACTIONS: u16 = 12;

/// Who moves first in a pair.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
enum First {
    /// A, in every pair.
    #[serde(rename = "A_first")]
    A,
    /// B, in every pair.
    #[serde(rename = "B_first")]
    B,
    /// The winner of each pair's roll.
    #[default]
    #[serde(rename = "rolled")]
    Rolled,
}

/// How a man fights.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum How {
    /// Fires unaimed in every turn.
    #[default]
    Fire,
    /// Aims if he holds no aim, otherwise fires aimed.
    AimThenFire,
}

/// A man in a fight.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Fighter {
    /// Weapon, by its name in the firing tables.
    #[schemars(extend("x-labels" = crate::table::labels(), "x-names" = ["single", "automatic"]))]
    weapon: String,
    /// Single shot, or automatic fire, which covers every enemy; left out, single shots if the weapon fires them.
    mode: Option<Mode>,
    /// How he fights.
    #[serde(default)]
    doctrine: How,
    /// His posture throughout, standing or prone.
    #[serde(default)]
    posture: Posture,
    /// Whether he is a sniper.
    #[serde(default)]
    sniper: bool,
    /// Whether he is in hard cover.
    #[serde(default)]
    hard_cover: bool,
    /// Whether soft cover conceals him totally.
    #[serde(default)]
    soft_concealed: bool,
    /// Whether he has a number two.
    #[serde(default = "yes")]
    number_two: bool,
    /// Whether his weapon is rested on its bipod.
    #[serde(default = "yes")]
    bipod: bool,
    /// Whether he begins pinned.
    #[serde(default)]
    pinned: bool,
    /// Wounds at the start, 0 or 1.
    #[serde(default)]
    #[schemars(range(max = 1))]
    wounds: u8,
}

/// Declares both kinds and their parameters.
macro_rules! fights {
    ($(#[$($about:tt)+])+ struct $name:ident { $($fields:tt)* } $($kind:tt)+) => {
        situation! {
            $(#[$($about)+])+
            struct $name {
                /// Distance in inches.
                #[schemars(title = "Range")]
                range_in: Inches,
                /// Who moves first.
                #[serde(default)]
                order: First,
                /// The men of one side, the leader first; at most 8.
                #[serde(rename = "A")]
                a: Vec<Fighter>,
                /// The men of the other side, the leader first; at most 8.
                #[serde(rename = "B")]
                b: Vec<Fighter>,
                /// What A adds to its die for the first move.
                #[serde(default)]
                #[schemars(title = "A’s initiative bonus")]
                #[schemars(range(min = -20, max = 20))]
                initiative_bonus_a: i8,
                /// What B adds to its die for the first move.
                #[serde(default)]
                #[schemars(title = "B’s initiative bonus")]
                #[schemars(range(min = -20, max = 20))]
                initiative_bonus_b: i8,
                $($fields)*
            }
            $($kind)+
        }

        impl $name {
            fn given(&self, pairs: u16) -> Given<'_> {
                Given {
                    range: self.range_in,
                    order: self.order,
                    sides: [(&self.a, "A"), (&self.b, "B")],
                    bonus: [self.initiative_bonus_a, self.initiative_bonus_b],
                    rules: &self.options,
                    pairs,
                }
            }
        }
    };
}

fights! {
    /// A fight between two lines of men at a fixed range, to its end if it has one.
    struct ToTheEnd {}
    id: "fight",
    label: "Fight to the end",
    findings: &[
        Finding::chance("a_wins").first(),
        Finding::chance("b_wins").first(),
        Finding::chance("never").called("Never ends"),
        Finding::mean("expected_moves", "moves").called("Moves"),
        Finding::mean("expected_pairs", "pairs of moves").called("Pairs of moves"),
    ],
    solve: fight,
}

fights! {
    /// A fight between two lines of men at a fixed range, broken off after a number of pairs of moves.
    struct Timed {
        /// Pairs of moves after which the fight is broken off, at most 1000.
        #[schemars(range(min = 1, max = 1000))]
        pairs: u16,
    }
    id: "timed_fight",
    label: "Fight against the clock",
    findings: &[Finding::chance("a_wins").first(), Finding::chance("b_wins").first(), Finding::chance("undecided")],
    solve: timed_fight,
}

/// What both kinds have in common.
struct Given<'a> {
    range: Inches,
    order: First,
    sides: [(&'a [Fighter], &'static str); 2],
    bonus: [i8; 2],
    rules: &'a Rules,
    pairs: u16,
}

impl Fighter {
    fn profile(&self, side: Side, squad: u8, rules: &Rules, key: &str) -> Result<Profile, Problem> {
        let arm = rules.arm(&self.weapon).map_err(|message| Problem::new(format!("{key}.weapon"), message))?;
        // A weapon without this kind of fire has no shot.
        let mode = mode_of(&arm, self.mode);
        let arm = match mode {
            Mode::Single => Arm { automatic: None, ..arm },
            Mode::Auto => Arm { single: None, ..arm },
        };
        let (aim, preset) = match self.doctrine {
            How::Fire => (AimPolicy::Never, Preset::Stand),
            How::AimThenFire => (AimPolicy::Always, Preset::Aim),
        };
        let fire = if mode == Mode::Auto { FirePolicy::Auto } else { FirePolicy::Single };
        let posture = match self.posture {
            Posture::Standing => crate::player::doctrine::PosturePolicy::Standing,
            Posture::Prone => crate::player::doctrine::PosturePolicy::Prone,
        };
        Ok(Profile {
            side,
            arm,
            sniper: self.sniper,
            bipod: false,
            doctrine: Doctrine { aim, fire, posture, target: TargetPolicy::First, ..Doctrine::new(preset) },
            start: Man { wounded: self.wounds > 0, ..Man::fresh(self.posture) },
            pinned: self.pinned,
            squad,
            rank: 0,
            bonds: Bonds::default(),
            facts: Facts {
                sight: Sight::of(self.hard_cover, self.soft_concealed),
                number_two: if self.number_two { NumberTwo::Given } else { NumberTwo::None },
                rested: self.bipod,
                covers_all: true,
            },
            rolls: Rolls::default(),
            considers: [false; 2],
            crewed: [false; 2],
            place: 0,
            kit: Kit::default(),
        })
    }
}

impl Given<'_> {
    fn battle(&self) -> Result<Compiled, Problem> {
        let (mut names, mut profiles) = (Vec::new(), Vec::new());
        for (side, (men, key)) in Side::ALL.into_iter().zip(self.sides) {
            if !(1..=MOST).contains(&men.len()) {
                return Err(Problem::new(key, format!("{} men, expected 1 to {MOST}", men.len())));
            }
            let first = profiles.len() as u8;
            for (number, man) in men.iter().enumerate() {
                profiles.push(man.profile(side, first, self.rules, &format!("{key}[{number}]"))?);
                let name = format!("{key} {}", number + 1);
                names.push(engage::Figure { side, squad: key.to_owned(), name });
            }
        }
        let mut rules = self.rules.clone();
        [rules.initiative_bonus.blue, rules.initiative_bonus.red] = self.bonus;
        if let Some(problem) = rules.problems("options.").into_iter().next() {
            return Err(problem);
        }
        let order = match self.order {
            First::A => Order::Fixed(Side::Blue),
            First::B => Order::Fixed(Side::Red),
            First::Rolled => Order::Rolled(BySide { blue: Turn::First, red: Turn::First }),
        };
        let breaks = BySide { blue: None, red: None };
        let frame = Frame { rules, range: self.range, order, turn_limit: self.pairs, ambush: None, breaks };
        Ok(Compiled::new(Battle::new(frame, names, profiles, Inches::default(), false), None))
    }
}

fn fight(parameters: &ToTheEnd) -> Result<Answer, Problem> {
    let battle = parameters.given(u16::MAX).battle()?;
    let men = battle.figures().len();
    let solved = if men > 4 {
        Err(Unsolved::TooManyFigures { most: 4 })
    } else {
        with_capacity_for!(N in [2, 4], men => solve(&PlayedBattle::<_, _, N>::new(&battle.battle, Open, ByDoctrine)))
            .map_err(Unsolved::from)
    };
    Ok(solved.unwrap_or_else(|unsolved| {
        // A fight still open after very many pairs counts as never ending.
        let endings = [("a_wins", ending::BLUE_WINS), ("b_wins", ending::RED_WINS), ("never", ending::TURN_LIMIT)];
        let sample = Sample { engagements: ENGAGEMENTS, seed: SEED, unsolved };
        Answer::played(&battle, sample, &endings, "expected_pairs")
    }))
}

fn solve<const N: usize>(fight: &PlayedBattle<'_, Open, ByDoctrine, N>) -> Result<Answer, TooLarge> {
    let limits = Limits { budget: STATES, rounds: PAIRS, tolerance: TOLERANCE, endless: true };
    // The ending, and the turns begun in the last pair.
    let solved = game::solve(fight, limits, |state, ending, _| (ending, state.pair.turns + 1))?;
    let sum = |count: &dyn Fn(u32, u8, u8) -> f64| {
        // Start from zero: an empty sum is minus zero.
        let ends = solved.outcomes();
        ends.fold(0.0, |sum, (pair, (ending, moves), weight)| sum + count(pair, *ending, *moves) * weight)
    };
    let share = |wanted| sum(&|_, ending, _| f64::from(u8::from(ending == wanted)));
    let mut values = vec![
        Value::decimal("a_wins", share(ending::BLUE_WINS)),
        Value::decimal("b_wins", share(ending::RED_WINS)),
        Value::decimal("never", solved.endless),
    ];
    // A fight that may never end has no mean length.
    if solved.endless == 0.0 {
        values.push(Value::decimal(
            "expected_moves",
            sum(&|pair, _, moves| f64::from((pair - 1) * 2 + u32::from(moves))),
        ));
        values.push(Value::decimal("expected_pairs", sum(&|pair, _, _| f64::from(pair))));
    }
    let unresolved = solved.unresolved - solved.endless;
    Ok(Answer { manner: Manner::Chain { states: solved.states, unresolved }, values })
}

fn timed_fight(parameters: &Timed) -> Result<Answer, Problem> {
    let battle = parameters.given(parameters.pairs).battle()?;
    if battle.figures().len() <= 2 && parameters.pairs <= IN_FRACTIONS {
        let fight = PlayedBattle::<_, _, 2>::new(&battle.battle, Open, ByDoctrine);
        let odds = game::in_fractions(&fight, parameters.pairs, |_, ending| ending)?;
        let share = |(word, wanted): (&'static str, u8)| (word, odds.probability(&wanted));
        return Ok(WORDS.map(share).into());
    }
    let solved = battle.exact(ANY_STATES).map_err(|unsolved| match unsolved {
        Unsolved::TooLarge(error) => too_large(error),
        other => Problem::new("", format!("no exact answer: {other}")),
    })?;
    let share = |wanted| {
        let ends = solved.outcomes.iter().filter(|(outcome, _)| outcome.ending == wanted);
        ends.fold(0.0, |sum, (_, weight)| sum + weight)
    };
    let values = WORDS.map(|(word, wanted)| Value::decimal(word, share(wanted)));
    Ok(Answer { manner: Manner::Chain { states: solved.states, unresolved: solved.unresolved }, values: values.into() })
}

const WORDS: [(&str, u8); 3] =
    [("a_wins", ending::BLUE_WINS), ("b_wins", ending::RED_WINS), ("undecided", ending::TURN_LIMIT)];
