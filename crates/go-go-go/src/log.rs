//! The log on open ground and on maps. Nothing here runs unless the engagement is observed.

use chance::{Fact, Modifier, Step};
use engage::Inches;

use crate::die::Test;
use crate::figure::{Man, Pace, Weapon};
use crate::fire::{Effect, Shot};
use crate::rules::Rules;
use crate::spot::Stance;

/// The number that the die itself must reach.
pub(crate) fn target_number(test: Test) -> i32 {
    i32::from(test.need) - i32::from(test.modifier)
}

/// A step by a figure.
pub(crate) fn step(turn: u16, who: usize, verb: &'static str, clause: &'static str, text: impl Into<String>) -> Step {
    Step { turn: turn.into(), figure: Some(who as u8), verb, clause, text: text.into(), ..Step::default() }
}

/// A length as a fact.
pub(crate) fn inches(length: Inches) -> Fact {
    Fact::Inches(f64::from(length.thousandths()) / 1000.0)
}

/// The word for a pace.
pub(crate) const fn pace_word(pace: Pace) -> &'static str {
    match pace {
        Pace::Stationary => "stationary",
        Pace::Stealthy => "stealthy",
        Pace::Normal => "normal",
    }
}

/// A part of a target number, if not 0.
pub(crate) fn part(name: impl Into<String>, clause: &'static str, value: i8) -> Option<Modifier> {
    (value != 0).then(|| Modifier { name: name.into(), clause, value: value.into() })
}

/// The part of a target number from wounds and stun (GGG-eff-3, GGG-stun-1).
pub(crate) fn hurt(rules: &Rules, man: &Man) -> impl Iterator<Item = Modifier> {
    let stunned = if man.stun > 0 { rules.penalties.stunned } else { 0 };
    let wounds = rules.penalties.wound.saturating_mul(man.wounds as i8);
    let wounded = part(format!("wounds {}", man.wounds), "GGG-eff-3", wounds);
    wounded.into_iter().chain(part("stunned", "GGG-stun-1", stunned))
}

/// A die to spot and the number it needs (GGG-see-3, GGG-see-4).
pub(crate) fn spots(
    turn: u16,
    (me, stance, man): (usize, Stance, &Man),
    (enemy, looks): (usize, Stance),
    rules: &Rules,
    (test, seen): (Test, bool),
) -> Step {
    let row = if stance.hiding && !stance.pace.moves() { "hiding" } else { pace_word(stance.pace) };
    let table = Modifier {
        name: format!("{row} observer, {} target", pace_word(looks.pace)),
        clause: "GGG-see-3",
        value: test.need.into(),
    };
    let hidden = if looks.hiding { rules.penalties.hiding } else { 0 };
    let modifiers = std::iter::once(table).chain(part("target hides", "GGG-see-4", hidden)).chain(hurt(rules, man));
    let text = if seen { "spots him" } else { "does not spot him" };
    Step {
        target: Some(enemy as u8),
        target_number: Some(target_number(test)),
        modifiers: modifiers.collect(),
        ..step(turn, me, "spot", "GGG-see-3", text)
    }
    .with("result", if seen { "spotted" } else { "unseen" })
}

/// A shot: the firer, the weapon, the target, the state of both, the distance.
#[derive(Clone, Copy)]
pub(crate) struct Fired<'a> {
    pub(crate) me: usize,
    pub(crate) weapon: Weapon,
    pub(crate) man: &'a Man,
    pub(crate) pace: Pace,
    pub(crate) target: usize,
    pub(crate) looks: Stance,
    pub(crate) range: Inches,
}

impl Fired<'_> {
    /// A shot and its effect, with the number that the die to hit needs (GGG-fire-2, GGG-eff-1, GGG-snipe-5).
    pub(crate) fn step(&self, turn: u16, rules: &Rules, shot: &Shot, effect: Effect) -> Step {
        let (text, result) = match effect {
            Effect::Miss => ("misses", "miss"),
            Effect::Wounded => ("hits: a wound", "wound"),
            Effect::Out => ("hits: out of action", "out"),
        };
        let (verb, clause) = match shot.out_up_to {
            Some(_) => ("shot", "GGG-fire-2"),
            None => ("sniper_shot", "GGG-snipe-5"),
        };
        let fired = Step {
            target: Some(self.target as u8),
            target_number: Some(target_number(shot.to_hit)),
            modifiers: self.made_of(rules, shot.to_hit),
            ..step(turn, self.me, verb, clause, text)
        };
        let fired = fired
            .with("result", result)
            .with("range", inches(self.range))
            .with("pace", pace_word(self.pace))
            .with("target_pace", pace_word(self.looks.pace))
            .with("target_hides", self.looks.hiding);
        match shot.out_up_to {
            Some(most) => fired.with("out_up_to", most),
            None => fired.with("aim", self.man.rifle.aim),
        }
    }

    /// The parts of the target number of a shot (GGG-fire-2 to GGG-fire-6, GGG-snipe-6).
    fn made_of(&self, rules: &Rules, test: Test) -> Vec<Modifier> {
        let sniper = self.weapon == Weapon::Sniper;
        let row = if sniper { "sniper rifle" } else { pace_word(self.pace) };
        let band = if rules.is_long(self.range) { "long" } else { "short" };
        let table = Modifier { name: format!("{row}, {band} range"), clause: "GGG-fire-2", value: test.need.into() };
        let hides = if self.looks.hiding { rules.penalties.hiding } else { 0 };
        let moves = if self.looks.pace.moves() { rules.penalties.moving } else { 0 };
        let aim = if sniper { rules.aim_bonus.saturating_mul(self.man.rifle.aim.min(100) as i8) } else { 0 };
        let target =
            part("target hides", "GGG-fire-4", hides).into_iter().chain(part("target moves", "GGG-fire-5", moves));
        let firer = hurt(rules, self.man).chain(part(format!("aim {}", self.man.rifle.aim), "GGG-snipe-6", -aim));
        std::iter::once(table).chain(target).chain(firer).collect()
    }
}
