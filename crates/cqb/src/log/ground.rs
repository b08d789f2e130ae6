//! Logs of events on a map: places, moves, grenades, gas, bystanders.

use chance::{Fact, Mark, Step};
use engage::{Inches, Map};
use field::{Cell, Figures, Room};

use super::{Actor, Went, against, deck, inches, moved, pace_word, parts, step, tested};
use crate::action::{Grenade, Pace};
use crate::battle::Battle;
use crate::figure::Travel;
use crate::scene::Scene;

/// The name of a room, or `room` and its number.
fn room_name(map: &Map, room: Room) -> Fact {
    let named = map.rooms.iter().find(|(_, known)| *known == room);
    named.map_or_else(|| format!("room {}", room.index()), |(name, _)| name.clone()).into()
}

/// Deployment: where everybody begins.
pub(crate) fn deployment(battle: &Battle, scene: &Scene) -> Step {
    let places: Vec<(u8, u16)> = scene
        .standing
        .placed()
        .iter()
        .filter_map(|who| Some((battle.observer_id(who), scene.standing.at(who)?.index() as u16)))
        .collect();
    let marks = places.iter().map(|&(figure, cell)| Mark::Stands { figure, cell }).collect();
    let part =
        |&(figure, cell): &(u8, u16)| Fact::Parts(vec![("figure", figure.into()), ("cell", Fact::Cells(vec![cell]))]);
    let facts = Fact::List(places.iter().map(part).collect());
    let text = "everybody takes up a place".to_owned();
    Step { verb: "deploy", clause: "CQB-4c", text, marks, ..Step::default() }.with("places", facts)
}

/// A move on a map.
pub(crate) struct Moved {
    pub(crate) pace: Pace,
    pub(crate) from: Cell,
    pub(crate) to: Cell,
    /// Every square entered, in order, including occupied squares passed through.
    pub(crate) way: Vec<u16>,
    /// Marks of the squares where the move could have ended, up to the last.
    pub(crate) trail: Vec<Mark>,
    pub(crate) distance: Inches,
    pub(crate) travel: Travel,
    /// The enemies in sight before the move, and the enemies that came into view.
    pub(crate) seen: [Figures; 2],
    pub(crate) on_hold: bool,
}

/// A move on a map (CQB-4a).
pub(crate) fn moves(turn: u16, me: usize, went: Moved) -> Step {
    let Moved { pace, from, to, way, trail, distance, travel, seen: [before, new], on_hold } = went;
    let text = if trail.is_empty() {
        "is on Hold because others are in the way".to_owned()
    } else {
        format!("moves {distance:.1}")
    };
    Step { marks: trail, ..step("move", turn, me, "CQB-4a", text) }
        .with("pace", pace_word(pace))
        .with("from", Fact::Cells(vec![from.index() as u16]))
        .with("way", Fact::Cells(way))
        .with("to", Fact::Cells(vec![to.index() as u16]))
        .with("distance", inches(distance))
        .with("moved", moved(travel.gone))
        .with("fast", travel.fast)
        .with("on_hold", on_hold)
        .with("in_sight", Fact::figures(before.iter()))
        .with("came_into_view", Fact::figures(new.iter()))
}

/// A step aside (CQB-4a).
pub(crate) fn steps_aside(turn: u16, me: usize, [from, to]: [Cell; 2], distance: Inches, travel: Travel) -> Step {
    let marks = vec![Mark::Stands { figure: me as u8, cell: to.index() as u16 }];
    Step { marks, ..step("step_aside", turn, me, "CQB-4a", format!("moves {distance:.1}")) }
        .with("from", Fact::Cells(vec![from.index() as u16]))
        .with("to", Fact::Cells(vec![to.index() as u16]))
        .with("distance", inches(distance))
        .with("moved", moved(travel.gone))
}

/// A test against a stun grenade, gas or fire.
pub(crate) struct ResistanceTest {
    /// `stun_grenade`, `gas` or `fire`.
    pub(crate) against: &'static str,
    /// The room with the gas or fire. `None` for a stun grenade, whose effect is not tied to a room.
    pub(crate) room: Option<Room>,
    /// The first target number, and what the turns since then add.
    pub(crate) base: [i32; 2],
    /// Penalties, where they count (CQB-5.5.4e).
    pub(crate) penalties: i32,
    pub(crate) wounds: u8,
    /// Failed gas tests before this one.
    pub(crate) failures: u8,
    pub(crate) passed: bool,
}

/// Logs a test against a stun grenade, gas or fire, by a figure or a hostage (CQB-6a, CQB-7a).
pub(crate) fn resists(battle: &Battle, turn: u16, who: usize, of: &ResistanceTest) -> Step {
    let (clause, what) = match of.against {
        "gas" => ("CQB-7a", "the gas"),
        "fire" => ("CQB-7a", "the fire"),
        _ => ("CQB-6a", "the stun grenade"),
    };
    let text = if of.passed { format!("withstands {what}") } else { format!("succumbs to {what}") };
    let [base, turns] = of.base;
    let number = parts(&[
        (what.trim_start_matches("the "), clause, base),
        ("turns since", if clause == "CQB-6a" { "CQB-6c" } else { clause }, turns),
        ("penalties", "CQB-5.5.4e", of.penalties),
    ]);
    let map = battle.site.as_ref().map(|site| &*site.map);
    let name = of.room.zip(map).map_or_else(|| Fact::from("none"), |(room, map)| room_name(map, room));
    against(step("resist", turn, usize::from(battle.observer_id(who)), clause, text), number)
        .with("against", of.against)
        .with("room", name)
        .with("turns_since", turns.abs())
        .with("wounds", of.wounds)
        .with("failures", of.failures)
        .with("result", if of.passed { "passed" } else { "failed" })
        .with("deck", deck(battle, who))
}

/// A throw of a grenade into a room (CQB-6d).
pub(crate) struct Thrown {
    pub(crate) room: Room,
    pub(crate) grenade: Grenade,
    /// Grenades of that kind that the figure has left.
    pub(crate) left: u8,
    pub(crate) went: Went,
    /// Whether it starts a fire in the room (CQB-9a).
    pub(crate) fire: bool,
}

/// A throw of a grenade into a room (CQB-6d).
pub(crate) fn throws(actor: &Actor<'_>, map: &Map, throw: Thrown) -> Step {
    let Thrown { room, grenade, left, went, fire } = throw;
    let gas = grenade == Grenade::Gas;
    let what = if gas { "gas" } else { "a stun grenade" };
    let text = match (went.succeeds, fire) {
        (true, _) => format!("throws {what} into the room"),
        (false, true) => format!("throws {what}, which starts a fire in the room"),
        (false, false) => format!("throws {what}, which misses the room"),
    };
    let burst = Mark::Bursts { room: room.index() as u8, gas: gas || fire };
    let marks = if went.succeeds || fire { vec![burst] } else { Vec::new() };
    let step = Step { marks, ..step("throw", actor.turn, actor.me, "CQB-6d", text) };
    let step = step
        .with("grenade", if gas { "gas" } else { "stun_grenade" })
        .with("room", room_name(map, room))
        .with("starts_fire", fire)
        .with("left", left)
        .with("in_sight", Fact::figures(actor.in_sight.iter()));
    tested(step, actor, went)
}

/// A breach sets the room behind the door on fire (CQB-9a).
pub(crate) fn breach_burns(turn: u16, me: usize, map: &Map, room: Room) -> Step {
    let marks = vec![Mark::Bursts { room: room.index() as u8, gas: true }];
    let text = "starts a fire in the room behind the door";
    Step { marks, ..step("start_fire", turn, me, "CQB-9a", text) }.with("room", room_name(map, room))
}

/// A bystander's move, which may lead off the map.
pub(crate) fn bystander_moves(turn: u16, hostage: u8, [from, to]: [Cell; 2], trail: Vec<Mark>, leaves: bool) -> Step {
    let way = trail.iter().filter_map(|mark| if let Mark::Stands { cell, .. } = mark { Some(*cell) } else { None });
    let way = Fact::Cells(way.collect());
    let marks = trail.into_iter().chain(leaves.then_some(Mark::Leaves { figure: hostage })).collect();
    let text = if leaves { "runs and is safe" } else { "runs" };
    Step { marks, ..step("run", turn, hostage.into(), "CQB-4a", text) }
        .with("from", Fact::Cells(vec![from.index() as u16]))
        .with("way", way)
        .with("to", Fact::Cells(vec![to.index() as u16]))
        .with("leaves", leaves)
}
