//! Possible enemy forces, scouting and reinforcements (CR-pef, CR-num, CR-scout, CR-reinf).

use chance::exact::{Distribution, Flow, Ratio, Weight as _};
use engage::{Finding, Problem, distribution};
use schemars::JsonSchema;
use serde::Deserialize;

use super::shared::{ANYWHERE, by_word, odds, situation};
use crate::forces::List;
use crate::options::{PefMovement, Reinforcements};
use crate::patrol::{
    Arrivals, Force, Goal, HowMany, Move, Numbers, PEFS, Sighted, finds_enemy, pef_move as moves, pef_rep as roll_rep,
    pef_section, resolve, start_turn,
};
use crate::rules::Rules;

/// The list of a patrol in a situation.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum PatrolGiven {
    /// Soldiers looking for insurgents.
    Military,
    /// Insurgents looking for soldiers.
    Insurgents,
}

impl PatrolGiven {
    fn table(self, rules: &Rules) -> HowMany {
        let (patrol, enemy) = match self {
            PatrolGiven::Military => (List::Military, List::Insurgents),
            PatrolGiven::Insurgents => (List::Insurgents, List::Military),
        };
        HowMany::of(rules, patrol, enemy)
    }
}

situation! {
    /// How many enemies a patrol meets for a total of the dice, and in what groups.
    struct HowManyGiven {
        /// Total of the dice; totals beyond the table are read in its first or last row.
        #[schemars(range(min = -20, max = 40))]
        total: i8,
        /// List of the patrol.
        patrol: PatrolGiven,
        /// Number of figures in the patrol, 1 to 1000.
        #[schemars(range(min = 1, max = 1000))]
        own_figures: u32,
    }
    id: "how_many",
    label: "Number of enemies",
    findings: &[Finding::chance("* figures: *").called("* figures: *")],
    solve: how_many,
}

situation! {
    /// What a possible enemy force, or an enemy found by a scout, turns out to be.
    struct Pef {
        /// Number of possible enemy forces resolved before.
        #[schemars(range(min = 0, max = 100))]
        resolved: u32,
        /// List of the patrol.
        patrol: PatrolGiven,
        /// Number of figures in the patrol, 1 to 1000.
        #[schemars(range(min = 1, max = 1000))]
        own_figures: u32,
        /// Whether it is an enemy found by a scout.
        #[serde(default)]
        scouted: bool,
    }
    id: "pef",
    label: "Possible enemy force",
    findings: &[
        Finding::chance("false alarm"),
        Finding::chance("A: * figures in *, Leader").called("Main body of *, groups: *, with the Leader"),
        Finding::chance("A: * figures in *").called("Main body of *, groups: *"),
        Finding::chance("B: * figures in *, Leader").called("Stragglers: *, groups: *, with the Leader"),
        Finding::chance("B: * figures in *").called("Stragglers: *, groups: *"),
    ],
    solve: pef,
}

situation! {
    /// What a possible enemy force does when it activates.
    struct PefMove {
        /// Its Rep, 1 to 6.
        #[schemars(range(min = 1, max = 6))]
        rep: u8,
        /// Whether it is the only possible enemy force on the table.
        #[serde(default)]
        alone: bool,
        /// Whether it is in cover; this matters only with the table on the reference pages.
        #[serde(default)]
        in_cover: bool,
    }
    id: "pef_move",
    label: "Move of a possible enemy force",
    findings: &[
        Finding::chance("16 inches towards the nearest PEF").called("16 inches towards the nearest other force"),
        Finding::chance("16 inches towards the nearest enemy"),
        Finding::chance("8 inches towards the nearest PEF").called("8 inches towards the nearest other force"),
        Finding::chance("8 inches towards the nearest enemy"),
        Finding::chance("stays in cover or moves to cover"),
        Finding::chance("towards the nearest PEF").called("Towards the nearest other force"),
        Finding::chance("towards cover"),
        Finding::chance("splits in two"),
        Finding::chance("stays"),
    ],
    solve: pef_move,
}

situation! {
    /// How many sections hold the three possible enemy forces at the start.
    struct PefPlace {}
    id: "pef_place",
    label: "Sections of possible enemy forces",
    findings: &[Finding::chance("* sections").called("* sections")],
    solve: pef_place,
}

situation! {
    /// The Rep by which a possible enemy force activates.
    struct PefRep {}
    id: "pef_rep",
    label: "Rep of a possible enemy force",
    findings: &[Finding::chance("Rep *")],
    solve: pef_rep,
}

situation! {
    /// How many enemies turn up when possible enemy forces are resolved one after another.
    struct PefTotal {
        /// Number of possible enemy forces, at most 100.
        #[schemars(range(max = 100))]
        count: u32,
        /// Number of forces resolved before these, at most 100.
        #[serde(default)]
        #[schemars(range(max = 100))]
        first: u32,
        /// List of the patrol.
        patrol: PatrolGiven,
        /// Number of figures in the patrol each time, 1 to 1000.
        #[schemars(range(min = 1, max = 1000))]
        own_figures: u32,
    }
    id: "pef_total",
    label: "Possible enemy forces together",
    findings: &[
        Finding::mean("E[figures]", "figures").called("Enemies").first(),
        Finding::chance("none at all"),
        Finding::chance("some"),
    ],
    solve: pef_total,
}

situation! {
    /// Which reinforcements the activation dice of a turn bring.
    struct Reinforce {}
    id: "reinforce",
    label: "Reinforcements",
    findings: &[
        Finding::chance("nothing"),
        Finding::chance("no doubles"),
        Finding::chance("player higher, nothing").called("Doubles, then the player higher: nothing"),
        Finding::chance("PEF from the *").called("Possible enemy force from the *"),
        Finding::chance("* gets *"),
    ],
    solve: reinforce,
}

situation! {
    /// Whether a scout entering a section finds an enemy there.
    struct Scout {
        /// Terrain Value of the section, 0 to 6.
        #[schemars(range(max = 6))]
        terrain_value: u8,
        /// Whether the section has a building.
        #[serde(default)]
        building: bool,
    }
    id: "scout",
    label: "Scouting",
    findings: &[Finding::chance("enemy").called("An enemy"), Finding::chance("nobody")],
    solve: scout,
}

/// CR-num-military, CR-num-insurgents.
fn how_many(given: &HowManyGiven) -> Result<Vec<(String, Ratio)>, Problem> {
    let numbers = given.patrol.table(&given.options).numbers(&given.options, given.total, given.own_figures);
    let sizes: Vec<String> = numbers.sizes().map(|size| size.to_string()).collect();
    Ok(vec![(format!("{} figures: {}", numbers.figures, sizes.join("+")), Ratio::one())])
}

fn force(force: &Option<Force>) -> String {
    let Some(Force { composition, numbers: Numbers { figures, groups }, leader }) = force else {
        return "false alarm".to_owned();
    };
    format!("{composition}: {figures} figures in {groups}{}", if *leader { ", Leader" } else { "" })
}

/// CR-pef-resolve.
fn pef(given: &Pef) -> Result<Vec<(String, Ratio)>, Problem> {
    let (rules, table) = (&given.options, given.patrol.table(&given.options));
    let &Pef { resolved, scouted, own_figures: own, .. } = given;
    let found = odds(|chance| resolve(rules, chance, ANYWHERE, Sighted { resolved, scouted, table, own }))?;
    Ok(by_word(&found, force))
}

/// CR-pef-move.
fn pef_move(given: &PefMove) -> Result<Vec<(String, Ratio)>, Problem> {
    let rules = &given.options;
    let done = odds(|chance| moves(rules, chance, ANYWHERE, given.rep, given.alone, given.in_cover))?;
    Ok(by_word(&done, |done| match *done {
        Move::Goes { to, inches } => {
            let goal = match to {
                Goal::Pef => "towards the nearest PEF",
                Goal::Enemy => "towards the nearest enemy",
                Goal::Cover => "towards cover",
            };
            match rules.pef_movement {
                PefMovement::Body => format!("{inches} inches {goal}"),
                PefMovement::Sheet => goal.to_owned(),
            }
        }
        Move::KeepsToCover => "stays in cover or moves to cover".to_owned(),
        Move::Splits => "splits in two".to_owned(),
        Move::Stays => "stays".to_owned(),
    }))
}

/// CR-pef-1.
fn pef_place(_: &PefPlace) -> Result<Vec<(String, Ratio)>, Problem> {
    let held = distribution((0, 0_u8), |(placed, held), chance| match placed {
        PEFS => Flow::Done(held.count_ones()),
        placed => Flow::Go((placed + 1, held | 1 << pef_section(chance, ANYWHERE))),
    })?;
    Ok(by_word(&held, |sections| format!("{sections} sections")))
}

/// CR-pef-1.
fn pef_rep(_: &PefRep) -> Result<Vec<(String, Ratio)>, Problem> {
    Ok(by_word(&odds(|chance| roll_rep(chance, ANYWHERE))?, |rep| format!("Rep {rep}")))
}

/// CR-pef-resolve, one force after another; the mean is the sum of theirs.
fn pef_total(given: &PefTotal) -> Result<Vec<(String, Ratio)>, Problem> {
    let (rules, table) = (&given.options, given.patrol.table(&given.options));
    let (mut none, mut mean) = (Ratio::one(), Ratio::zero());
    let own = given.own_figures;
    for resolved in given.first..given.first + given.count {
        let found: Distribution<Option<Force>, Ratio> =
            odds(|chance| resolve(rules, chance, ANYWHERE, Sighted { resolved, scouted: false, table, own }))?;
        none = none.product(&found.probability(&None));
        mean.add(found.mean(|force| force.map_or(0, |force| force.numbers.figures.into())));
    }
    let some = none.complement();
    Ok([("none at all", none), ("some", some), ("E[figures]", mean)]
        .map(|(word, ratio)| (word.to_owned(), ratio))
        .into())
}

/// CR-reinf-1, CR-reinf-2.
fn reinforce(given: &Reinforce) -> Result<Vec<(String, Ratio)>, Problem> {
    let arrivals = odds(|chance| start_turn(&given.options, chance, ANYWHERE).1)?;
    Ok(by_word(&arrivals, |arrivals| match arrivals {
        Arrivals::None if given.options.reinforcements == Reinforcements::Doubles => "no doubles".to_owned(),
        Arrivals::None => "nothing".to_owned(),
        Arrivals::Averted => "player higher, nothing".to_owned(),
        Arrivals::Pef(edge) => format!("PEF from the {edge}"),
        Arrivals::Figures { side, count } => format!("{} gets {count}", ["A", "B"][*side]),
    }))
}

/// CR-scout-2.
fn scout(given: &Scout) -> Result<Vec<(String, Ratio)>, Problem> {
    let found = odds(|chance| finds_enemy(chance, ANYWHERE, given.terrain_value, given.building))?;
    Ok(by_word(&found, |&found| if found { "enemy" } else { "nobody" }.to_owned()))
}
