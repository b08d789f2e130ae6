//! What an observer is told (nothing here runs unless somebody observes).

use chance::Step;

use crate::die::Test;
use crate::fire::{Effect, Shot};

/// What the die itself must come to.
pub(crate) fn target_number(test: Test) -> i32 {
    i32::from(test.need) - i32::from(test.modifier)
}

fn step(turn: u16, me: usize, target: usize, clause: &'static str, text: String, test: Test) -> Step {
    Step {
        turn: turn.into(),
        figure: Some(me as u8),
        target: Some(target as u8),
        clause,
        text,
        target_number: Some(target_number(test)),
        ..Step::default()
    }
}

/// A die to spot (GGG-see-3).
pub(crate) fn spots(turn: u16, me: usize, enemy: usize, test: Test, seen: bool) -> Step {
    let text = if seen { "spots him" } else { "does not spot him" };
    step(turn, me, enemy, "GGG-see-3", text.to_owned(), test)
}

/// A shot and its effect (GGG-fire-2, GGG-eff-1, GGG-snipe-5).
pub(crate) fn fires(turn: u16, me: usize, target: usize, shot: &Shot, effect: Effect) -> Step {
    let text = match effect {
        Effect::Miss => "misses",
        Effect::Wounded => "hits: a wound",
        Effect::Out => "hits: out of action",
    };
    let clause = if shot.out_up_to.is_none() { "GGG-snipe-5" } else { "GGG-fire-2" };
    step(turn, me, target, clause, text.to_owned(), shot.to_hit)
}
