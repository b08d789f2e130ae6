//! A card, a shot, a fire action.

use chance::Deck as _;
use chance::exact::{Distribution, Flow, Ratio};
use engage::{Answer, Finding, Problem, distribution};

use super::firing::Parameters;
use super::shared::{ANYWHERE, Deck, situation, whole, with_target};
use super::volley::{fire_action, hit_count};
use crate::cards::{turn_over, turn_over_no_joker};
use crate::figure::Condition;
use crate::fire::{Decks, Effect, Fired, HitTable, Number, Shot, ToHit, hostage, hostage_pack, shot, to_hit};
use crate::options::{HostageStop, JokerFire};

situation! {
    /// The card of one shot.
    struct OneCard(Parameters);
    id: "to_hit",
    label: "To hit",
    findings: &[
        Finding::number("target_number"),
        Finding::chance("hit").first(),
        Finding::chance("near_miss"),
        Finding::chance("miss"),
        Finding::chance("joker"),
    ],
    solve: card,
}

situation! {
    /// The first shot of a fire action: its effect on the target, and on hostages in the line of fire.
    struct OneShot(Parameters);
    id: "shot",
    label: "One shot",
    findings: &[
        Finding::chance("jam"),
        Finding::chance("misfire"),
        Finding::chance("miss"),
        Finding::chance("void").called("No effect"),
        Finding::chance("stopped").called("Stopped by armour"),
        Finding::chance("stopped_knockdown").called("Stopped, but knocked down"),
        Finding::chance("flesh").called("Flesh wound"),
        Finding::chance("leg_out").called("Leg out of action"),
        Finding::chance("strong_arm_out").called("Strong arm out of action"),
        Finding::chance("weak_arm_out").called("Weak arm out of action"),
        Finding::chance("incapacitated").called("Incapacitated").first(),
        Finding::chance("fatal").called("Killed"),
        Finding::chance("hostage_*_void").called("Hostage *: no effect"),
        Finding::chance("hostage_*_stopped").called("Hostage *: stopped by armour"),
        Finding::chance("hostage_*_stopped_knockdown").called("Hostage *: stopped, but knocked down"),
        Finding::chance("hostage_*_flesh").called("Hostage *: flesh wound"),
        Finding::chance("hostage_*_leg_out").called("Hostage *: leg out of action"),
        Finding::chance("hostage_*_strong_arm_out").called("Hostage *: strong arm out of action"),
        Finding::chance("hostage_*_weak_arm_out").called("Hostage *: weak arm out of action"),
        Finding::chance("hostage_*_incapacitated").called("Hostage *: incapacitated"),
        Finding::chance("hostage_*_fatal").called("Hostage *: killed"),
        Finding::chance("hostages_hit_*").called("* hostages hit"),
        Finding::chance("hostage").called("Miss that hits a hostage"),
    ],
    solve: one_shot,
}

situation! {
    /// All shots of a fire action, resolved even if the target falls. Near misses are not counted.
    struct HitCount(Parameters);
    id: "hit_count",
    label: "Hits of a fire action",
    findings: &[Finding::chance("jam"), Finding::chance("hits_*").called("* hits")],
    solve: hit_count,
}

situation! {
    /// One fire action: its effect on the target, and whether it brings a jam, a knock-down or hits on hostages.
    struct FireAction(Parameters);
    id: "fire_action",
    label: "Fire action",
    findings: &[
        Finding::chance("incapacitated").first(),
        Finding::chance("leg_out").called("Leg out of action"),
        Finding::chance("strong_arm_out").called("Strong arm out of action"),
        Finding::chance("weak_arm_out").called("Weak arm out of action"),
        Finding::chance("flesh_only").called("Flesh wounds only"),
        Finding::chance("unhurt"),
        Finding::chance("jam"),
        Finding::chance("knocked_down"),
        Finding::mean("mean_flesh", "wounds").called("New flesh wounds"),
        Finding::chance("any_hostage_hit").called("A hostage is hit"),
        Finding::mean("mean_hostage_hits", "hits").called("Hits on hostages"),
    ],
    solve: fire_action,
}

/// CQB-5.2a, CQB-5.3.
fn card(parameters: &Parameters) -> Result<Answer, Problem> {
    let rules = &parameters.options;
    let firing = parameters.firing()?;
    let target_number = parameters.target_number()?;
    let deck = whole(rules, parameters.ability, parameters.jokers);
    let odds = distribution(deck, |mut deck, chance| {
        let ask = |card| to_hit(card, target_number, firing.aim_at);
        Flow::Done(match rules.joker_fire {
            JokerFire::Redraw => turn_over_no_joker(chance, rules, &mut deck, ANYWHERE, ask) as u8,
            _ => turn_over(chance, rules, &mut deck, ANYWHERE, ask) as u8,
        })
    })?;
    let words = [("hit", ToHit::Hit), ("near_miss", ToHit::NearMiss), ("miss", ToHit::Miss), ("joker", ToHit::Joker)];
    Ok(with_target(target_number, words.map(|(word, result)| (word, odds.probability(&(result as u8))))))
}

/// The word for the effect of one hit.
fn word(effect: Effect) -> &'static str {
    use crate::rules::BodyPart;
    match effect {
        Effect::Nothing => "void",
        Effect::Stopped { knocks_down: false } => "stopped",
        Effect::Stopped { knocks_down: true } => "stopped_knockdown",
        Effect::Flesh => "flesh",
        Effect::Out(BodyPart::Leg) => "leg_out",
        Effect::Out(BodyPart::StrongArm) => "strong_arm_out",
        Effect::Out(BodyPart::WeakArm) => "weak_arm_out",
        Effect::Out(_) => "incapacitated",
        Effect::Fatal => "fatal",
    }
}

const EFFECTS: [&str; 9] = [
    "void",
    "stopped",
    "stopped_knockdown",
    "flesh",
    "leg_out",
    "strong_arm_out",
    "weak_arm_out",
    "incapacitated",
    "fatal",
];

/// A complete miss whose line of fire is checked, one hostage in each step.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct MissedShot<D> {
    deck: D,
    hostage_deck: D,
    checked: u8,
    hits: u8,
}

/// The result of one shot: its effect on the target, the number of hostages hit, and its effect on the hostage asked
/// about.
type ShotResult = (&'static str, u8, Option<&'static str>);

/// CQB-5.2 to CQB-5.5.
fn one_shot(parameters: &Parameters) -> Result<Vec<(String, Ratio)>, Problem> {
    let odds = shot_results(parameters, None)?;
    let target = |word: &'static str| (word.to_owned(), odds.sum(|result| result.0 == word));
    let mut values: Vec<(String, Ratio)> = ["jam", "misfire", "miss"].into_iter().map(target).collect();
    values.extend(EFFECTS.map(target));
    for hostage in 0..parameters.hostages {
        let odds = shot_results(parameters, Some(hostage))?;
        for effect in EFFECTS {
            values.push((format!("hostage_{}_{effect}", hostage + 1), odds.sum(|result| result.2 == Some(effect))));
        }
    }
    for count in 0..=parameters.hostages {
        values.push((format!("hostages_hit_{count}"), odds.sum(|result| result.1 == count)));
    }
    Ok(values)
}

/// One shot and its effect on at most one hostage. Asking about one hostage at a time keeps the number of states small:
/// the cards of the others are not distinguished.
fn shot_results(parameters: &Parameters, asked: Option<u8>) -> Result<Distribution<ShotResult, Ratio>, Problem> {
    let rules = &parameters.options;
    let firing = parameters.firing()?;
    let number = Number { shot: 1, in_burst: 1, change: parameters.change().into() };
    let target_number = firing.target_number(rules, firing.shared(rules), number);
    let deck = whole(rules, parameters.ability, parameters.jokers);
    let hostage_deck = Deck::whole(hostage_pack(rules));
    let hits = HitTable::new(rules, &firing);
    distribution(None, |miss: Option<MissedShot<Deck>>, chance| {
        let Some(mut miss) = miss else {
            let mut miss = MissedShot { deck, hostage_deck, checked: 0, hits: 0 };
            let mut decks = Decks { firer: &mut miss.deck, hostage: &mut miss.hostage_deck };
            let fired = Fired { firing: &firing, hits: &hits, target_number };
            return match shot(chance, rules, fired, &Condition::default(), &mut decks, ANYWHERE) {
                Shot::Jam => Flow::Done(("jam", 0, None)),
                Shot::Misfire => Flow::Done(("misfire", 0, None)),
                Shot::Hit(effect) | Shot::NearMiss(effect) => Flow::Done((word(effect), 0, None)),
                Shot::Miss => Flow::Go(Some(miss)),
            };
        };
        let target = if miss.hits == 0 { "miss" } else { "hostage" };
        let over = miss.checked == firing.hostages || miss.hits > 0 && rules.hostage_stop == HostageStop::First;
        if over || asked.is_some_and(|asked| miss.checked > asked) {
            return Flow::Done((target, miss.hits, None));
        }
        let asks = asked == Some(miss.checked);
        let mut decks = Decks { firer: &mut miss.deck, hostage: &mut miss.hostage_deck };
        let effect = hostage(chance, rules, &firing, &mut decks, ANYWHERE, asks);
        if let (true, Some(effect)) = (asks, effect) {
            return Flow::Done(("hostage", miss.hits + 1, Some(word(effect))));
        }
        miss.checked += 1;
        miss.hits += u8::from(effect.is_some());
        Flow::Go(Some(miss))
    })
}
