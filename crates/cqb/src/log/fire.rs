//! Logs of shots and hits on hostages.

use chance::{Fact, Mark, Modifier, Step};
use field::Figures;

use super::{against, deck, inches, moved, step, word};
use crate::battle::Battle;
use crate::figure::{Condition, Effect};
use crate::fire::shot::Shot;
use crate::fire::target::{Firing, Number, Term};
use crate::options::{HostageCheckDeck, LocationDeck};
use crate::rules::{BodyPart, Rules};

/// A shot and its result.
pub(crate) struct LoggedShot<'a> {
    pub(crate) turn: u16,
    pub(crate) me: usize,
    pub(crate) target: u8,
    /// The fire action, by the firer in its present condition.
    pub(crate) firing: Firing,
    pub(crate) number: Number,
    pub(crate) result: Shot,
    /// The target after the shot, as the firer sees it.
    pub(crate) view: &'a Condition,
    /// The enemies in the firer's sight.
    pub(crate) in_sight: Figures,
    /// The enemies fired at, of which one is chosen by lot.
    pub(crate) among: Figures,
    /// Hostages in the line of fire by their numbers in the log, nearest first; empty on open ground.
    pub(crate) in_line: Vec<u8>,
    /// Rounds in the burst, 1 for a single shot.
    pub(crate) rounds: u8,
    /// Places in the line of fire, from 1, of the hostages hit.
    pub(crate) struck: Vec<u8>,
}

/// One shot, with every part of its target number (CQB-5.2, CQB-5.3).
pub(crate) fn shot(battle: &Battle, logged: LoggedShot<'_>) -> Step {
    let LoggedShot { me, firing, number, view, .. } = logged;
    let (clause, said) = describe(logged.result, view);
    let (result, effect) = match logged.result {
        Shot::Jam => ("jam", None),
        Shot::Misfire => ("misfire", None),
        Shot::Miss => ("miss", None),
        Shot::Hit(effect) => ("hit", Some(effect)),
        Shot::NearMiss(effect) => ("near_miss", Some(effect)),
    };
    let (effect, place) = effect_words(effect);
    let fired = step("shot", logged.turn, me, clause, format!("shot {}: {said}", number.shot));
    let step = against(Step { target: Some(logged.target), ..fired }, modifiers(&battle.rules, &firing, number))
        .with("shot", number.shot)
        .with("shot_in_burst", number.in_burst)
        .with("rounds_in_burst", logged.rounds)
        .with("result", result)
        .with("effect", effect)
        .with("place", place)
        .with("incapacitated", view.down);
    let step = with_firing(step, &battle.rules, &firing, number.change);
    let (second, checks) = later_decks(battle, me);
    step.with("hostages_in_line", Fact::Figures(logged.in_line))
        .with("hostages_hit", Fact::List(logged.struck.into_iter().map(Fact::from).collect()))
        .with("in_sight", Fact::figures(logged.in_sight.iter()))
        .with("among", Fact::figures(logged.among.iter()))
        .with("deck", deck(battle, me))
        .with("effect_deck", second)
        .with("check_deck", checks)
}

/// The parts of the target number of a shot that are not 0 (CQB-5.3).
fn modifiers(rules: &Rules, firing: &Firing, number: Number) -> Vec<Modifier> {
    let mut modifiers = Vec::new();
    let mut note = |term: Term, value: i32| {
        if value != 0 {
            let (clause, name) = term.describe();
            let name = if term == Term::Range { format!("{name} {:.1}", firing.range) } else { name.to_owned() };
            modifiers.push(Modifier { name, clause, value });
        }
    };
    firing.shared_terms(rules, &mut note);
    firing.shot_terms(rules, number, &mut note);
    modifiers
}

/// Everything that fire depends on; `change` is the change of target in inches (CQB-5.3.6c).
fn with_firing(step: Step, rules: &Rules, firing: &Firing, change: i32) -> Step {
    step.with("range", inches(firing.range))
        .with("category", word(firing.weapon.category))
        .with("fire", word(firing.fire))
        .with("rate", firing.rate)
        .with("round", word(firing.weapon.round))
        .with("recoil", word(firing.recoil(rules)))
        .with("scope", firing.weapon.scope)
        .with("aimed", firing.aimed)
        .with("aim_at", word(firing.aim_at))
        .with("firer_moved", moved(firing.firer_moved.gone))
        .with("target_moved", moved(firing.target_moved))
        .with("wounds", firing.wounds)
        .with("weak_hand", firing.weak_hand)
        .with("one_handed", firing.one_handed)
        .with("gas", firing.gas)
        .with("fired_last_turn", firing.prior_shots)
        .with("change_of_target", change)
        .with("soft_armour", firing.armour.soft)
        .with("plates", firing.armour.plates)
        .with("helmet", firing.armour.helmet)
        .with("hostages", firing.hostages)
}

/// The decks of effect cards (CQB-5.2b) and of cards for hostages (CQB-5.3.3e).
fn later_decks(battle: &Battle, me: usize) -> (Fact, Fact) {
    let second = match battle.rules.location_deck {
        LocationDeck::Firer => deck(battle, me),
        LocationDeck::Neutral => "hostages".into(),
    };
    let checks = match battle.rules.hostage_check_deck {
        HostageCheckDeck::Firer => deck(battle, me),
        HostageCheckDeck::Hostage => "hostages".into(),
    };
    (second, checks)
}

/// A hit on a hostage.
pub(crate) struct StruckHostage {
    /// Its number in the log.
    pub(crate) hostage: u8,
    /// Its place in the line of fire, from 0.
    pub(crate) number: u8,
    pub(crate) effect: Effect,
    pub(crate) down: bool,
}

/// A hit on a hostage (CQB-5.3.3e).
pub(crate) fn struck(turn: u16, me: usize, struck: StruckHostage) -> Step {
    let StruckHostage { hostage, number, effect, down } = struck;
    let text = match effect {
        Effect::Flesh => "hits a hostage: a flesh wound",
        _ if down => "hits a hostage, who is out",
        Effect::Out(_) => "hits a hostage: a limb out of action",
        _ => "hits a hostage without effect",
    };
    let marks = if down { vec![Mark::Falls { figure: hostage }] } else { Vec::new() };
    let (word, place) = effect_words(Some(effect));
    let step = Step { target: Some(hostage), marks, ..step("hit_hostage", turn, me, "CQB-5.3.3e", text) };
    step.with("place_in_line", number).with("effect", word).with("place", place).with("incapacitated", down)
}

/// The words for an effect and for the location.
fn effect_words(effect: Option<Effect>) -> (&'static str, Fact) {
    let name = match effect {
        None => "none",
        Some(Effect::Nothing) => "nothing",
        Some(Effect::Stopped { knocks_down: false }) => "stopped",
        Some(Effect::Stopped { knocks_down: true }) => "stopped_and_knocked_down",
        Some(Effect::Flesh) => "flesh_wound",
        Some(Effect::Fatal) => "fatal",
        Some(Effect::Out(_)) => "out_of_action",
    };
    let place = match effect {
        Some(Effect::Out(place)) => word(place),
        Some(Effect::Fatal) => "brain_stem".into(),
        _ => "none".into(),
    };
    (name, place)
}

fn describe(shot: Shot, view: &Condition) -> (&'static str, String) {
    match shot {
        Shot::Jam => ("CQB-9a", "joker, the weapon jams".to_owned()),
        Shot::Misfire => ("CQB-9a", "joker, a misfire".to_owned()),
        Shot::Miss => ("CQB-5.2a", "misses".to_owned()),
        Shot::Hit(effect) => effect_text(effect, view, "hit"),
        Shot::NearMiss(effect) => {
            let (_, text) = effect_text(effect, view, "near miss");
            ("CQB-5.3.3c", text)
        }
    }
}

fn effect_text(effect: Effect, view: &Condition, hit: &str) -> (&'static str, String) {
    match effect {
        Effect::Nothing => ("CQB-9a", format!("{hit} without effect")),
        Effect::Stopped { knocks_down: false } => ("CQB-5.5.3", format!("{hit}, stopped by armour")),
        Effect::Stopped { knocks_down: true } => ("CQB-5.5.3b", format!("{hit}, stopped by armour, knocked down")),
        Effect::Flesh => ("CQB-5.5.1", format!("{hit}, flesh wound")),
        Effect::Fatal => ("CQB-5.3.3b", format!("{hit} in the brain stem, dead")),
        Effect::Out(place) => {
            let what = if view.down { "incapacitated" } else { "out of action and knocked down" };
            ("CQB-5.5.4", format!("{hit} in the {}, {what}", place_name(place)))
        }
    }
}

const fn place_name(place: BodyPart) -> &'static str {
    match place {
        BodyPart::Leg => "leg",
        BodyPart::WeakArm => "weak arm",
        BodyPart::StrongArm => "strong arm",
        BodyPart::Head => "head",
        BodyPart::TorsoUnderPlates | BodyPart::TorsoOutsidePlates => "torso",
    }
}
