//! The log of an assault: places, movement, sight and sound. Nothing here runs unless the engagement is observed.

mod attack;

pub(super) use attack::{
    Thrown, away, blast, captured, carries_bomb, defused, drops_bomb, explodes, fires, follow, follows, loses_work,
    planted, rescued, strays, takes_bomb, throws, works,
};

use chance::{Fact, Mark, Named, Step};
use engage::Inches;
use engage::ahead::Chosen;
use field::{Cell, Facing, Figures};

use super::compiled::Assault;
use super::state::Engagement;
use crate::figure::{Man, Pace, Rifle};
use crate::log::{inches, pace_word, step};
use crate::mission::{Verdict, Winner};
use crate::spot::Bearing;

/// Cells as a fact.
pub(super) fn cells(cells: impl IntoIterator<Item = Cell>) -> Fact {
    Fact::Cells(cells.into_iter().map(|cell| cell.index() as u16).collect())
}

/// Deployment (GGG-gen-3).
pub(super) fn deployment(assault: &Assault, game: &Engagement) -> Step {
    let place = |who: usize| {
        let cell = game.at(who)?;
        Some(Mark::Stands { figure: assault.observer_id(who), cell: cell.index() as u16 })
    };
    let looks = game.up.iter().map(|me| faces(me, game.facing[me]));
    Step {
        verb: "deploy",
        clause: "GGG-gen-3",
        text: "everybody takes up a place".to_owned(),
        marks: game.standing.placed().iter().filter_map(place).chain(looks).collect(),
        ..Step::default()
    }
    .with("hostages", Fact::figures(game.hostages().iter().map(|who| assault.observer_id(who).into())))
    .with("vip", Fact::figures(assault.vip))
    .with("place", cells(assault.site.place.iter()))
}

/// A figure that begins hurt (GGG-eff-3, GGG-stun-1).
pub(super) fn begins_hurt(me: usize, man: &Man) -> Step {
    let text = match (man.wounds, man.stun) {
        (wounds, 0) => format!("begins with wounds: {wounds}"),
        (0, stun) => format!("begins stunned for turns: {stun}"),
        (wounds, stun) => format!("begins with wounds: {wounds}, stunned for turns: {stun}"),
    };
    step(0, me, "begin_hurt", "GGG-eff-3", text).with("wounds", man.wounds).with("stun_turns", man.stun)
}

/// The facing of a figure.
fn faces(me: usize, facing: Facing) -> Mark {
    let (rows, columns) = facing.steps();
    Mark::Faces { figure: me as u8, rows, columns }
}

/// A figure that looks ahead does not follow its own doctrine in this turn.
pub(super) fn looks_ahead(turn: u16, me: usize, choices: &[(&str, &str)], chosen: &Chosen) -> Step {
    let text = engage::ahead::says(choices, chosen);
    step(turn, me, "looks_ahead", "GGG-seq-1", text).with("playouts", chosen.playouts)
}

/// An order to move, under the option that counts the figure as moving for the whole turn (GGG-seq-1).
pub(super) fn is_to_go(turn: u16, me: usize, pace: Pace) -> Step {
    let text = if pace == Pace::Stealthy { "is ordered to move stealthily" } else { "is ordered to move" };
    step(turn, me, "order", "GGG-seq-1", text).with("pace", pace_word(pace))
}

/// A move, with the straight-line distance and the allowance of the figure (GGG-move-1, GGG-move-2).
pub(super) fn moves(
    turn: u16,
    me: usize,
    pace: Pace,
    (distance, allowance): (Inches, u32),
    mut marks: Vec<Mark>,
    facing: Facing,
) -> Step {
    let how = if pace == Pace::Stealthy { "moves stealthily to" } else { "moves to" };
    marks.push(faces(me, facing));
    let moved = Step { marks, ..step(turn, me, "move", "GGG-move-1", format!("{how} a place {distance} off")) };
    let allowance = inches(Inches::from_thousandths(allowance as i32));
    moved.with("pace", pace_word(pace)).with("distance", inches(distance)).with("allowance", allowance)
}

/// Turning on the spot, which does not count as movement (GGG-move-4).
pub(super) fn turns(turn: u16, me: usize, facing: Facing) -> Step {
    Step { marks: vec![faces(me, facing)], ..step(turn, me, "turn", "GGG-move-4", "turns") }
}

/// A sniper turns so far that the aim is lost (GGG-snipe-6).
pub(super) fn loses_aim(turn: u16, me: usize, aim: u8) -> Step {
    step(turn, me, "lose_aim", "GGG-snipe-6", format!("turns away and loses turns of aiming: {aim}")).with("aim", aim)
}

/// A sniper's rifle at the end of a turn (GGG-snipe-3, GGG-snipe-6 to GGG-snipe-8).
pub(super) fn rifle(turn: u16, me: usize, rifle: Rifle) -> Step {
    let text = match rifle {
        Rifle { loaded: false, .. } => "must reload".to_owned(),
        Rifle { set_up: false, .. } => "must set up".to_owned(),
        Rifle { aim, .. } => format!("is set up; turns of aiming: {aim}"),
    };
    let state = step(turn, me, "rifle", "GGG-snipe-6", text);
    state.with("loaded", rifle.loaded).with("set_up", rifle.set_up).with("aim", rifle.aim)
}

/// A figure starts or stops hiding (GGG-see-8).
pub(super) fn hides(turn: u16, me: usize, hides: bool) -> Step {
    let (verb, text) = if hides { ("hide", "hides") } else { ("stop_hiding", "comes out of hiding") };
    step(turn, me, verb, "GGG-see-8", text)
}

/// The nearest footsteps or voices that a figure hears, and their direction (GGG-sound-1, GGG-sound-2).
pub(super) fn hears(turn: u16, me: usize, source: Option<u8>, range: Inches, from: Option<Facing>) -> Step {
    let (rows, columns) = from.map_or((0, 0), Facing::steps);
    let direction = vec![("rows", Fact::from(rows)), ("columns", Fact::from(columns))];
    step(turn, me, "hear", "GGG-sound-1", "hears somebody")
        .with("source", Fact::figures(source.map(usize::from)))
        .with("range", inches(range))
        .with("direction", Fact::Parts(direction))
}

/// What a figure looks at, by the arc it lies in, and the enemies it sees.
#[derive(Clone, Copy, Default)]
pub(super) struct Looked {
    /// In its front arc, to its sides, and behind those (GGG-see-1, GGG-see-2, GGG-see-5).
    pub(super) before: Figures,
    pub(super) beside: Figures,
    pub(super) behind: Figures,
    /// Enemies to its sides that it still sees from the turn before (GGG-see-7).
    pub(super) kept: Figures,
    pub(super) sees: Figures,
    /// Whether it sees only what is in its front arc (GGG-snipe-4).
    pub(super) narrow: bool,
}

impl Looked {
    /// An enemy in sight.
    pub(super) fn adds(&mut self, enemy: usize, bearing: Bearing, seen: bool, kept: bool) {
        let place = match bearing {
            Bearing::Front => &mut self.before,
            Bearing::Side => &mut self.beside,
            Bearing::Behind => &mut self.behind,
        };
        place.insert(enemy);
        self.sees.set(enemy, seen);
        self.kept.set(enemy, kept && seen && bearing == Bearing::Side);
    }
}

/// Looking around (GGG-see-1, GGG-see-2, GGG-see-5).
pub(super) fn looks(turn: u16, me: usize, looked: &Looked) -> Step {
    let first = looked.sees.first();
    let others = looked.sees.iter().skip(1);
    let named = others.map(|enemy| Named { after: ", ", figure: enemy as u8 }).collect();
    let text = if first.is_some() { "has him in view" } else { "has enemies in sight but sees none" };
    let text = if looked.sees.len() > 1 { "has them in view" } else { text };
    Step { target: first.map(|enemy| enemy as u8), named, ..step(turn, me, "look", "GGG-see-1", text) }
        .with("before", Fact::figures(looked.before))
        .with("beside", Fact::figures(looked.beside))
        .with("behind", Fact::figures(looked.behind))
        .with("kept", Fact::figures(looked.kept))
        .with("sees", Fact::figures(looked.sees))
        .with("narrow_view", looked.narrow)
}

/// Enemies come into view (GGG-see-1, GGG-see-6).
pub(super) fn sees(turn: u16, me: usize, enemies: Figures) -> Step {
    let first = enemies.first();
    let more = match enemies.len() - 1 {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let seen = step(turn, me, "see", "GGG-see-6", format!("sees him{more}"));
    Step { target: first.map(|enemy| enemy as u8), ..seen }.with("fresh", Fact::figures(enemies))
}

/// The mission ends (GGG-mis-1).
pub(super) fn ends(turn: u16, verdict: Verdict) -> Step {
    let (winner, side) = match verdict.winner {
        Winner::Ct => ("the Counter-Terrorists have won", "blue"),
        Winner::Terrorists => ("the Terrorists have won", "red"),
        Winner::Draw => ("nobody has won", "nobody"),
    };
    let text = format!("{}: {winner}", verdict.about());
    Step { turn: turn.into(), verb: "end", clause: "GGG-mis-1", text, ..Step::default() }
        .with("result", side)
        .with("by", verdict.label())
}
