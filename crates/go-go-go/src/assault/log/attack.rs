//! The log of an assault: fire, grenades, hostages, prisoners and bombs.

use chance::{Mark, Step};
use engage::Inches;
use field::{Cell, CellSet, Plan};

use super::cells;
use crate::die::Test;
use crate::figure::Pace;
use crate::fire::Effect;
use crate::grenade::{Direction, Grenade, Landing};
use crate::log::{inches, pace_word, step, target_number};
use crate::rules::Blast;

/// A shot on a map: its line, and the figure that falls.
pub(in crate::assault) fn fires(mut fired: Step, range: Inches, fell: bool, line: Option<(Cell, Cell)>) -> Step {
    fired.text += &format!(" at {range}");
    fired.marks.extend(line.map(|(from, to)| Mark::Shot { from: from.index() as u16, to: to.index() as u16 }));
    fired.marks.extend(fired.target.filter(|_| fell).map(|figure| Mark::Falls { figure }));
    fired
}

/// Whether a shot that missed hits a hostage, and how (GGG-host-5).
pub(in crate::assault) fn strays(turn: u16, me: usize, hostage: u8, effect: Effect, fell: bool) -> Step {
    let result = match effect {
        Effect::Miss => "miss",
        Effect::Wounded => "wound",
        Effect::Out => "out",
    };
    let text = match (effect, fell) {
        (Effect::Miss, _) => "the shot just misses a hostage",
        (_, true) => "the shot goes astray: a hostage is dead",
        (Effect::Wounded, false) => "the shot goes astray: a hostage is wounded",
        (Effect::Out, false) => "the shot goes astray: a hostage is hit once more",
    };
    let marks = fell.then_some(Mark::Falls { figure: hostage }).into_iter().collect();
    Step { target: Some(hostage), marks, ..step(turn, me, "stray", "GGG-host-5", text) }.with("result", result)
}

/// The word for a grenade in scenarios.
const fn kind(grenade: Grenade) -> &'static str {
    match grenade {
        Grenade::He => "HE",
        Grenade::Smoke => "smoke",
        Grenade::Stun => "stun",
    }
}

/// A thrown grenade.
pub(in crate::assault) struct Thrown<'a> {
    pub(in crate::assault) grenade: Grenade,
    pub(in crate::assault) test: Test,
    pub(in crate::assault) landing: Landing,
    /// The thrower's cell, the cell aimed at and the cell of the burst.
    pub(in crate::assault) way: [Cell; 3],
    pub(in crate::assault) range: Inches,
    pub(in crate::assault) plan: &'a Plan,
    /// The cells that it reaches.
    pub(in crate::assault) cells: &'a CellSet,
}

/// A throw and the burst of the grenade (GGG-gren-4, GGG-gren-6).
pub(in crate::assault) fn throws(turn: u16, me: usize, thrown: &Thrown<'_>, modifiers: Vec<chance::Modifier>) -> Step {
    let &Thrown { grenade, test, landing, way: [from, aim, burst], range, plan, cells: reached } = thrown;
    let name = match grenade {
        Grenade::He => "an HE grenade",
        Grenade::Smoke => "a smoke grenade",
        Grenade::Stun => "a stun grenade",
    };
    let (clause, place, result, off) = match landing {
        Landing::AimPoint => ("GGG-gren-4", "on target".to_owned(), "on_target", Inches::default()),
        Landing::Off(direction, by) => {
            let (way, word) = match direction {
                Direction::Short => ("short", "short"),
                Direction::Over => ("over", "over"),
                Direction::Left => ("to the left", "left"),
                Direction::Right => ("to the right", "right"),
            };
            ("GGG-gren-6", format!("{by} {way}"), word, by)
        }
    };
    let mut marks = vec![Mark::Shot { from: from.index() as u16, to: burst.index() as u16 }];
    match (grenade, plan.room(burst)) {
        (Grenade::Smoke, _) => marks.extend(reached.iter().map(|cell| Mark::Smokes { cell: cell.index() as u16 })),
        (_, Some(room)) => marks.push(Mark::Bursts { room: room.index() as u8, gas: false }),
        _ => {}
    }
    let at = plan.position(aim);
    let text = format!("throws {name} at row {}, column {}: {place}", at.row + 1, at.column + 1);
    Step { marks, target_number: Some(target_number(test)), modifiers, ..step(turn, me, "throw", clause, text) }
        .with("grenade", kind(grenade))
        .with("aim", cells([aim]))
        .with("range", inches(range))
        .with("result", result)
        .with("off", inches(off))
        .with("burst", cells([burst]))
        .with("reached", cells(reached.iter()))
}

/// The effect of a burst on a figure at this distance, and the number of turns it stuns (GGG-gren-11, GGG-gren-12,
/// GGG-stun-3).
pub(in crate::assault) fn blast(
    turn: u16,
    me: usize,
    (who, range, stun): (u8, Inches, u8),
    (grenade, lowered): (Grenade, i8),
    (blast, fell): (Blast, bool),
) -> Step {
    let clause = if grenade == Grenade::He { "GGG-gren-11" } else { "GGG-gren-12" };
    let (text, result) = match blast {
        Blast::Nothing => ("blast: no effect".to_owned(), "nothing"),
        Blast::Stunned => (format!("blast: stunned; turns including this one: {stun}"), "stunned"),
        Blast::Wounded => ("blast: a wound".to_owned(), "wound"),
        Blast::Out => ("blast: out of action".to_owned(), "out"),
    };
    let marks = fell.then_some(Mark::Falls { figure: who }).into_iter().collect();
    Step { target: Some(who), marks, ..step(turn, me, "blast", clause, text) }
        .with("grenade", kind(grenade))
        .with("range", inches(range))
        .with("lowered_by", lowered)
        .with("result", result)
        .with("stun_turns", stun)
}

/// A hostage is ordered to follow (GGG-host-1).
pub(in crate::assault) fn follow(turn: u16, me: usize, hostage: u8, range: Option<Inches>) -> Step {
    let called = step(turn, me, "call", "GGG-host-1", "tells him to follow");
    Step { target: Some(hostage), ..called }.with("range", inches(range.unwrap_or_default()))
}

/// A hostage follows (GGG-host-1).
pub(in crate::assault) fn follows(turn: u16, hostage: u8, leader: usize, pace: Pace, marks: Vec<Mark>) -> Step {
    let text = if pace == Pace::Stealthy { "follows stealthily" } else { "follows" };
    let follows = step(turn, hostage.into(), "follow", "GGG-host-1", text);
    Step { target: Some(leader as u8), marks, ..follows }.with("pace", pace_word(pace))
}

/// A hostage is safe (GGG-host-4).
pub(in crate::assault) fn rescued(turn: u16, hostage: u8, leader: Option<u8>) -> Step {
    let marks = vec![Mark::Leaves { figure: hostage }];
    Step { target: leader, marks, ..step(turn, hostage.into(), "rescue", "GGG-host-4", "is rescued") }
}

/// The VIP reaches the escape point (GGG-am-2).
pub(in crate::assault) fn away(turn: u16, vip: usize) -> Step {
    let marks = vec![Mark::Leaves { figure: vip as u8 }];
    Step { marks, ..step(turn, vip, "escape", "GGG-am-2", "reaches the escape point") }
}

/// A Terrorist is taken prisoner (GGG-mis-6).
pub(in crate::assault) fn captured(turn: u16, ct: usize, terrorist: usize, range: Option<Inches>) -> Step {
    let (target, marks) = (Some(terrorist as u8), vec![Mark::Leaves { figure: terrorist as u8 }]);
    Step { target, marks, ..step(turn, ct, "capture", "GGG-mis-6", "takes him prisoner") }
        .with("range", inches(range.unwrap_or_default()))
}

/// An event of a bomb, by its number and cell.
fn bomb(told: Step, number: usize, at: Option<Cell>) -> Step {
    told.with("bomb", number as u8).with("at", cells(at))
}

/// The carriers of bombs at the start (GGG-bomb-1).
pub(in crate::assault) fn carries_bomb(me: usize, number: usize, at: Option<Cell>) -> Step {
    bomb(step(0, me, "carry_bomb", "GGG-bomb-1", "carries the bomb"), number, at)
}

/// A bomb is taken up (GGG-bomb-1).
pub(in crate::assault) fn takes_bomb(turn: u16, me: usize, number: usize, at: Option<Cell>) -> Step {
    bomb(step(turn, me, "take_bomb", "GGG-bomb-1", "picks up the bomb"), number, at)
}

/// A bomb is left in its carrier's cell (GGG-bomb-1).
pub(in crate::assault) fn drops_bomb(turn: u16, me: usize, number: usize, at: Cell) -> Step {
    bomb(step(turn, me, "drop_bomb", "GGG-bomb-1", "drops the bomb"), number, Some(at))
}

/// A turn of work (GGG-bomb-2, GGG-bomb-5).
pub(in crate::assault) fn works(turn: u16, me: usize, planting: bool, done: u16, of: u16) -> Step {
    let (verb, clause, what) =
        if planting { ("plant", "GGG-bomb-2", "plants") } else { ("defuse", "GGG-bomb-5", "defuses") };
    step(turn, me, verb, clause, format!("{what} the bomb: turn {done} of work")).with("done", done).with("of", of)
}

/// Work done is lost because the figure is hit at work or does something else (GGG-bomb-5).
pub(in crate::assault) fn loses_work(turn: u16, me: usize, done: u16, hit: bool) -> Step {
    let why = if hit { "is hit at work and loses" } else { "loses" };
    let text = format!("{why} turns of work: {done}");
    step(turn, me, "lose_work", "GGG-bomb-5", text).with("done", done).with("hit_at_work", hit)
}

/// A bomb ticks (GGG-bomb-3).
pub(in crate::assault) fn planted(turn: u16, me: usize, number: usize, at: Cell, due: u16) -> Step {
    let text = format!("the bomb is planted; it is due at the end of turn {due}");
    bomb(step(turn, me, "planted", "GGG-bomb-3", text), number, Some(at)).with("due", due)
}

/// A bomb is safe (GGG-bomb-5).
pub(in crate::assault) fn defused(turn: u16, me: usize, number: usize, at: Cell) -> Step {
    bomb(step(turn, me, "defused", "GGG-bomb-5", "the bomb is defused"), number, Some(at))
}

/// A bomb goes off (GGG-bomb-7).
pub(in crate::assault) fn explodes(turn: u16, number: usize, at: Cell) -> Step {
    let text = "the bomb goes off".to_owned();
    let blast = Step { turn: turn.into(), verb: "explode", clause: "GGG-bomb-7", text, ..Step::default() };
    bomb(blast, number, Some(at))
}
