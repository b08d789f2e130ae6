//! What an observer of an assault is told (nothing here runs unless somebody observes).

use chance::{Mark, Step};
use engage::Inches;
use field::{Cell, CellSet, Facing, Figures, Plan};

use super::compiled::Assault;
use super::state::Engagement;
use crate::die::Test;
use crate::figure::Pace;
use crate::fire::{Effect, Shot};
use crate::grenade::{Direction, Grenade, Landing};
use crate::mission::{Verdict, Winner};
use crate::rules::Blast;

fn step(turn: u16, who: usize, clause: &'static str, text: impl Into<String>) -> Step {
    Step { turn: turn.into(), figure: Some(who as u8), clause, text: text.into(), ..Step::default() }
}

/// Everybody takes up a place (GGG-gen-3).
pub(super) fn deployment(assault: &Assault, game: &Engagement) -> Step {
    let place = |who: usize| {
        let cell = game.at(who)?;
        Some(Mark::Stands { figure: assault.told(who), cell: cell.index() as u16 })
    };
    let looks = game.up.iter().map(|me| faces(me, game.facing[me]));
    Step {
        clause: "GGG-gen-3",
        text: "everybody takes up a place".to_owned(),
        marks: game.standing.placed().iter().filter_map(place).chain(looks).collect(),
        ..Step::default()
    }
}

/// Who has the bomb (GGG-bomb-1).
pub(super) fn carries_bomb(me: usize) -> Step {
    step(0, me, "GGG-bomb-1", "carries the bomb")
}

/// Where a figure looks.
fn faces(me: usize, facing: Facing) -> Mark {
    let (rows, columns) = facing.steps();
    Mark::Faces { figure: me as u8, rows, columns }
}

/// An order to move, under the option by which it counts as moving all the turn (GGG-seq-1).
pub(super) fn is_to_go(turn: u16, me: usize, pace: Pace) -> Step {
    step(turn, me, "GGG-seq-1", if pace == Pace::Stealthy { "is to go stealthily" } else { "is to go" })
}

/// A move (GGG-move-1, GGG-move-2).
pub(super) fn moves(turn: u16, me: usize, pace: Pace, distance: Inches, mut marks: Vec<Mark>, facing: Facing) -> Step {
    let how = if pace == Pace::Stealthy { "goes stealthily to" } else { "goes to" };
    marks.push(faces(me, facing));
    Step { marks, ..step(turn, me, "GGG-move-1", format!("{how} a place {distance} off")) }
}

/// Turning on the spot, which is no movement (GGG-move-4).
pub(super) fn turns(turn: u16, me: usize, facing: Facing) -> Step {
    Step { marks: vec![faces(me, facing)], ..step(turn, me, "GGG-move-4", "turns") }
}

/// Hiding (GGG-see-8).
pub(super) fn hides(turn: u16, me: usize) -> Step {
    step(turn, me, "GGG-see-8", "hides")
}

/// Footsteps or voices (GGG-sound-1).
pub(super) fn hears(turn: u16, me: usize) -> Step {
    step(turn, me, "GGG-sound-1", "hears somebody")
}

/// Enemies come into view (GGG-see-1, GGG-see-6).
pub(super) fn sees(turn: u16, me: usize, enemies: Figures) -> Step {
    let first = enemies.first();
    let more = match enemies.len() - 1 {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Step { target: first.map(|enemy| enemy as u8), ..step(turn, me, "GGG-see-6", format!("sees him{more}")) }
}

/// A shot and its effect (GGG-fire-2, GGG-eff-1, GGG-snipe-5).
pub(super) fn fires(
    turn: u16,
    me: usize,
    target: usize,
    shot: &Shot,
    (effect, fell): (Effect, bool),
    (range, line): (Inches, Option<(Cell, Cell)>),
) -> Step {
    let mut step = crate::tell::fires(turn, me, target, shot, effect);
    step.text += &format!(" at {range}");
    step.marks.extend(line.map(|(from, to)| Mark::Shot { from: from.index() as u16, to: to.index() as u16 }));
    step.marks.extend(fell.then_some(Mark::Falls { figure: target as u8 }));
    step
}

/// A shot that missed hits a hostage (GGG-host-5).
pub(super) fn strays(turn: u16, me: usize, hostage: u8, fell: bool) -> Step {
    let text =
        if fell { "the shot goes astray: a hostage is dead" } else { "the shot goes astray: a hostage is wounded" };
    let marks = fell.then_some(Mark::Falls { figure: hostage }).into_iter().collect();
    Step { target: Some(hostage), marks, ..step(turn, me, "GGG-host-5", text) }
}

/// A throw, and where the grenade bursts (GGG-gren-4, GGG-gren-6).
pub(super) fn throws(
    turn: u16,
    me: usize,
    grenade: Grenade,
    (test, landing): (Test, Landing),
    [from, aim, burst]: [Cell; 3],
    (plan, cells): (&Plan, &CellSet),
) -> Step {
    let kind = match grenade {
        Grenade::He => "an HE grenade",
        Grenade::Smoke => "a smoke grenade",
        Grenade::Stun => "a stun grenade",
    };
    let (clause, place) = match landing {
        Landing::AimPoint => ("GGG-gren-4", "on target".to_owned()),
        Landing::Off(direction, by) => {
            let way = match direction {
                Direction::Short => "short",
                Direction::Over => "over",
                Direction::Left => "to the left",
                Direction::Right => "to the right",
            };
            ("GGG-gren-6", format!("{by} {way}"))
        }
    };
    let mut marks = vec![Mark::Shot { from: from.index() as u16, to: burst.index() as u16 }];
    match (grenade, plan.room(burst)) {
        (Grenade::Smoke, _) => marks.extend(cells.iter().map(|cell| Mark::Smokes { cell: cell.index() as u16 })),
        (_, Some(room)) => marks.push(Mark::Bursts { room: room.index() as u8, gas: false }),
        _ => {}
    }
    let at = plan.position(aim);
    let text = format!("throws {kind} at row {}, column {}: {place}", at.row + 1, at.column + 1);
    Step { marks, target_number: Some(crate::tell::target_number(test)), ..step(turn, me, clause, text) }
}

/// What a burst does to somebody (GGG-gren-11, GGG-gren-12).
pub(super) fn blast(turn: u16, me: usize, who: u8, grenade: Grenade, blast: Blast, fell: bool) -> Step {
    let clause = if grenade == Grenade::He { "GGG-gren-11" } else { "GGG-gren-12" };
    let text = match blast {
        Blast::Nothing => "blast: no effect",
        Blast::Stunned => "blast: stunned",
        Blast::Wounded => "blast: a wound",
        Blast::Out => "blast: out of action",
    };
    let marks = fell.then_some(Mark::Falls { figure: who }).into_iter().collect();
    Step { target: Some(who), marks, ..step(turn, me, clause, text) }
}

/// A hostage is told to follow (GGG-host-1).
pub(super) fn follow(turn: u16, me: usize, hostage: u8) -> Step {
    Step { target: Some(hostage), ..step(turn, me, "GGG-host-1", "tells him to follow") }
}

/// A hostage follows (GGG-host-1).
pub(super) fn follows(turn: u16, hostage: u8, leader: usize, pace: Pace, marks: Vec<Mark>) -> Step {
    let text = if pace == Pace::Stealthy { "follows stealthily" } else { "follows" };
    Step { target: Some(leader as u8), marks, ..step(turn, hostage.into(), "GGG-host-1", text) }
}

/// A hostage is safe (GGG-host-4).
pub(super) fn rescued(turn: u16, hostage: u8) -> Step {
    let marks = vec![Mark::Leaves { figure: hostage }];
    Step { marks, ..step(turn, hostage.into(), "GGG-host-4", "is rescued") }
}

/// The VIP has reached the escape point (GGG-am-2).
pub(super) fn away(turn: u16, vip: usize) -> Step {
    Step { marks: vec![Mark::Leaves { figure: vip as u8 }], ..step(turn, vip, "GGG-am-2", "reaches the escape point") }
}

/// A Terrorist is taken prisoner (GGG-mis-6).
pub(super) fn captured(turn: u16, ct: usize, terrorist: usize) -> Step {
    let (target, marks) = (Some(terrorist as u8), vec![Mark::Leaves { figure: terrorist as u8 }]);
    Step { target, marks, ..step(turn, ct, "GGG-mis-6", "takes him prisoner") }
}

/// A bomb is taken up (GGG-bomb-1).
pub(super) fn takes_bomb(turn: u16, me: usize) -> Step {
    step(turn, me, "GGG-bomb-1", "takes up the bomb")
}

/// A turn of work (GGG-bomb-2, GGG-bomb-5).
pub(super) fn works(turn: u16, me: usize, planting: bool, done: u16) -> Step {
    let (clause, what) = if planting { ("GGG-bomb-2", "plants") } else { ("GGG-bomb-5", "defuses") };
    step(turn, me, clause, format!("{what} the bomb: turn {done} of work"))
}

/// A bomb ticks (GGG-bomb-3).
pub(super) fn planted(turn: u16, me: usize, due: u16) -> Step {
    step(turn, me, "GGG-bomb-3", format!("the bomb is planted, and due at the end of turn {due}"))
}

/// A bomb is safe (GGG-bomb-5).
pub(super) fn defused(turn: u16, me: usize) -> Step {
    step(turn, me, "GGG-bomb-5", "the bomb is defused")
}

/// A bomb goes off (GGG-bomb-7).
pub(super) fn explodes(turn: u16) -> Step {
    Step { turn: turn.into(), clause: "GGG-bomb-7", text: "the bomb goes off".to_owned(), ..Step::default() }
}

/// The mission has ended (GGG-mis-1).
pub(super) fn ends(turn: u16, verdict: Verdict) -> Step {
    let winner = match verdict.winner {
        Winner::Ct => "the Counter-Terrorists have won",
        Winner::Terrorists => "the Terrorists have won",
        Winner::Draw => "nobody has won",
    };
    let text = format!("{}: {winner}", verdict.about());
    Step { turn: turn.into(), clause: "GGG-mis-1", text, ..Step::default() }
}
