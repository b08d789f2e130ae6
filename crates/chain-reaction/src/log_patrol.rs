//! Log steps of a patrol and of an enemy run by tables (nothing here runs in unobserved play).

use chance::{Fact, Step};
use field::Figures;

use crate::log::{event, places, step, who};
use crate::on_map::OnMap;
use crate::patrol::{self, Edge};
use crate::{enemy, terrain};

/// A possible enemy force is placed (CR-pef-1).
pub(crate) fn pef_placed(turn: u16, section: u8, rep: u8, at: Fact) -> Step {
    let text = format!("a possible enemy force of Rep {rep} in section {section}");
    event(turn, "pef_placed", "CR-pef-1", text).with("section", section).with("rep", rep).with("at", at)
}

/// A possible enemy force arrives (CR-reinf-1).
pub(crate) fn pef_arrives(turn: u16, edge: Edge, rep: u8) -> Step {
    let text = format!("a possible enemy force of Rep {rep} arrives from the {edge}");
    event(turn, "pef_arrives", "CR-reinf-1", text).with("edge", edge.to_string()).with("rep", rep)
}

/// A possible enemy force moves (CR-pef-move).
pub(crate) fn pef_moves(turn: u16, rep: u8, (alone, in_cover): (bool, bool), does: patrol::Move, at: Fact) -> Step {
    let text = match does {
        patrol::Move::Goes { to, inches } => {
            let goal = match to {
                patrol::Goal::Pef => "the nearest other force",
                patrol::Goal::Enemy => "the nearest enemy",
                patrol::Goal::Cover => "cover",
            };
            format!("goes {inches}\" towards {goal}")
        }
        patrol::Move::KeepsToCover => "keeps to cover".to_owned(),
        patrol::Move::Splits => "splits in two".to_owned(),
        patrol::Move::Stays => "stays".to_owned(),
    };
    let (goal, length) = match does {
        patrol::Move::Goes { to: patrol::Goal::Pef, inches } => ("pef", inches),
        patrol::Move::Goes { to: patrol::Goal::Enemy, inches } => ("enemy", inches),
        patrol::Move::Goes { to: patrol::Goal::Cover, inches } => ("cover", inches),
        patrol::Move::KeepsToCover => ("keeps to cover", 8),
        patrol::Move::Splits => ("splits", 0),
        patrol::Move::Stays => ("stays", 0),
    };
    event(turn, "pef_moves", "CR-pef-move", format!("the possible enemy force of Rep {rep} {text}"))
        .with("rep", rep)
        .with("alone", alone)
        .with("in_cover", in_cover)
        .with("result", goal)
        .with("inches", length)
        .with("at", at)
}

/// A section is scouted (CR-scout-2).
pub(crate) fn scouts(turn: u16, me: usize, number: usize, section: terrain::Section, finds: bool) -> Step {
    let terrain::Section { ground, buildings } = section;
    let who = if finds { "somebody is there" } else { "nobody is there" };
    step(turn, me, "scouts", "CR-scout-2", format!("scouts section {number}, {ground}: {who}"))
        .with("section", number as u8)
        .with("ground", ground.to_string())
        .with("terrain_value", ground.value())
        .with("buildings", buildings)
        .with("finds", finds)
}

/// A possible enemy force is resolved (CR-pef-resolve).
pub(crate) fn turns_out(
    turn: u16,
    force: Option<&patrol::Force>,
    (resolved, own, scouted): (u8, u32, bool),
    at: Fact,
) -> Step {
    let text = force.map_or_else(
        || "a false alarm".to_owned(),
        |force| {
            let what = if force.composition == patrol::Composition::MainBody { "a main body" } else { "stragglers" };
            let leader = if force.leader { ", with the Leader" } else { "" };
            let patrol::Numbers { figures, groups } = force.numbers;
            let groups = if groups == 1 { String::new() } else { format!(" in {groups} groups") };
            format!("{what} of {figures}{groups}{leader}")
        },
    );
    let numbers = force.map_or(patrol::Numbers { figures: 0, groups: 0 }, |force| force.numbers);
    let composition = force.map_or(patrol::Composition::FalseAlarm, |force| force.composition);
    event(turn, "turns_out", "CR-pef-resolve", text)
        .with("resolved_before", resolved)
        .with("own_figures", own)
        .with("scouted", scouted)
        .with("composition", composition.to_string())
        .with("figures", numbers.figures)
        .with("groups", numbers.groups)
        .with("leader", force.is_some_and(|force| force.leader))
        .with("at", at)
}

/// Figures come into play (CR-num-1).
pub(crate) fn come_into_play(turn: u16, ground: &OnMap<'_>, placed: Figures, reps: &[u8]) -> Step {
    let who = placed.iter().map(|who| {
        let arms = &ground.scene.arms[who];
        let leads = if arms.leader { ", leads" } else { "" };
        format!("Rep {} with {}{leads}", reps[who], arms.weapon)
    });
    let text = format!("come into play: {}", who.collect::<Vec<_>>().join("; "));
    let each = placed.iter().map(|who| {
        let arms = &ground.scene.arms[who];
        Fact::Parts(vec![
            ("figure", Fact::figures([who])),
            ("group", arms.group.into()),
            ("rep", reps[who].into()),
            ("weapon", arms.weapon.to_string().into()),
            ("leader", arms.leader.into()),
        ])
    });
    let step = Step { marks: places(ground, placed), ..event(turn, "come_into_play", "CR-num-1", text) };
    step.with("placed", Fact::List(each.collect()))
}

/// The inputs with which a group run by its table reads the table (CR-np-1).
pub(crate) struct Read {
    /// Its figures.
    pub(crate) group: Figures,
    /// The Rep of its leader.
    pub(crate) rep: u8,
    /// Whether it has an extra die for cover and one for its side's numbers, and whether it has passed two dice before.
    pub(crate) in_cover: bool,
    pub(crate) twice: bool,
    pub(crate) once_two: bool,
    /// Whether it outnumbers its enemy.
    pub(crate) outnumbers: bool,
}

/// A group run by its table reads it (CR-np-1).
pub(crate) fn takes_orders(turn: u16, me: usize, read: &Read, passed: u8, orders: enemy::Orders) -> Step {
    step(turn, me, "orders", "CR-np-1", format!("passes {passed}d6: {orders}"))
        .with("group", who(read.group))
        .with("rep", read.rep)
        .with("in_cover", read.in_cover)
        .with("twice_as_many", read.twice)
        .with("passed_two_before", read.once_two)
        .with("outnumbers", read.outnumbers)
        .with("passed", passed)
        .with("result", orders.to_string())
}

/// Part of a group goes round a flank (CR-np-1).
pub(crate) fn flanks(turn: u16, me: usize, flankers: Figures, flank: enemy::Flank) -> Step {
    let side = if flank == enemy::Flank::Left { "left" } else { "right" };
    step(turn, me, "splits", "CR-np-1", format!("sends {} round the {side} flank", flankers.len()))
        .with("flank", side)
        .with("flankers", who(flankers))
}

/// A group is attacked on a flank and retires (CR-np-1).
pub(crate) fn is_flanked(turn: u16, me: usize, group: Figures, by: Figures) -> Step {
    step(turn, me, "flanked", "CR-np-1", "is attacked on a flank").with("group", who(group)).with("by", who(by))
}
