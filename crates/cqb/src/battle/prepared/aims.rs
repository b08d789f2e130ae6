//! Whether a figure should aim before it fires, looked up by the part that all target numbers of a fire action share.

use chance::Pack;
use engage::{BySide, Inches};

use crate::action::Attack;
use crate::figure::{Condition, Figure, Wound};
use crate::fire::hit::{AimAt, Armour};
use crate::fire::line_up::{BEHIND_COVER, Combatant, SeenTarget, line_up};
use crate::fire::outlook::Outlook;
use crate::fire::target::{Firing, named_modifier};
use crate::options::{AimPersistence, Cover, Luck};
use crate::player::doctrine::AimPolicy;
use crate::player::targets::fire_at;
use crate::profile::Profile;
use crate::rules::Rules;
use crate::weapon::Weapon;

/// The lowest shared part with an entry. Values below and above the table use its ends: there every card hits, or none
/// does.
const LOWEST: i32 = -16;
/// Number of shared parts with an entry.
const SPAN: i32 = 64;

/// One bit for each shared part, from [`LOWEST`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Choice {
    /// Aiming pays even though it takes the place of a fire action.
    pays: u64,
    /// Aimed fire is better than plain fire.
    helps: u64,
}

/// A figure's choices against one enemy: first index, the enemy in the open or behind cover; second, two arms or one
/// out.
type Choices = [[Choice; 2]; 2];

/// Everything a choice depends on except the target number.
#[derive(Debug, PartialEq)]
struct Matter<'a> {
    weapon: Weapon,
    attack: Attack,
    gain: u16,
    pack: Pack,
    armour: Armour,
    shows: &'a [AimAt],
}

/// A figure against an enemy.
#[derive(Clone, Copy)]
pub(crate) struct Matchup {
    pub(crate) me: usize,
    pub(crate) enemy: usize,
    /// Whether the enemy is behind cover.
    pub(crate) covered: bool,
    /// Whether the figure has an arm out of action.
    pub(crate) one_armed: bool,
}

/// The choices, against each enemy, of each figure whose policy is to aim when that is better.
#[derive(Debug, Default)]
pub(crate) struct Aims {
    choices: Vec<Choices>,
    figures: usize,
}

impl Aims {
    /// Computed for these jokers in the teams' decks, or the average number if luck is rolled for.
    pub(crate) fn new(rules: &Rules, profiles: &[Profile], jokers: BySide<u8>) -> Aims {
        let figures = profiles.len();
        let mut choices = vec![Choices::default(); figures * figures];
        let mut known: Vec<(Matter<'_>, Choices)> = Vec::new();
        for (me, mine) in profiles.iter().enumerate().filter(|(_, me)| me.doctrine.aim == AimPolicy::WhenBetter) {
            for (enemy, theirs) in profiles.iter().enumerate().filter(|(_, enemy)| enemy.side != mine.side) {
                let jokers = if rules.luck == Luck::On { rules.jokers.average } else { jokers[mine.side] };
                let matter = Matter {
                    weapon: mine.weapon,
                    attack: fire_at(rules, &mine.doctrine),
                    gain: mine.doctrine.aim_gain,
                    pack: rules.pack(mine.ability, jokers),
                    armour: theirs.armour,
                    shows: &theirs.shows,
                };
                let same = known.iter().find(|(other, _)| *other == matter).map(|(_, same)| *same);
                choices[me * figures + enemy] = same.unwrap_or_else(|| {
                    let found = choose(rules, (mine, theirs), &matter);
                    known.push((matter, found));
                    found
                });
            }
        }
        Aims { choices, figures }
    }

    /// Whether a figure should aim, given the shared part of its target numbers. `waits`: it could not fire now anyway.
    #[inline(always)]
    pub(crate) fn prefers(&self, matchup: Matchup, shared: i32, waits: bool) -> bool {
        let Matchup { me, enemy, covered, one_armed } = matchup;
        let choice = self.choices[me * self.figures + enemy][usize::from(covered)][usize::from(one_armed)];
        let bits = if waits { choice.helps } else { choice.pays };
        bits >> (shared - LOWEST).clamp(0, SPAN - 1) & 1 == 1
    }

    /// How much the shared part may rise before the figure first aims instead of firing at an enemy in the open.
    pub(crate) fn before(&self, me: usize, enemy: usize, one_armed: bool, shared: i32) -> i32 {
        let choice = self.choices[me * self.figures + enemy][0][usize::from(one_armed)];
        let from = (shared - LOWEST).clamp(0, SPAN - 1);
        match choice.pays >> from {
            0 => i32::MAX,
            pays => LOWEST + from + pays.trailing_zeros() as i32 - shared - 1,
        }
    }
}

fn choose(rules: &Rules, (me, target): (&Profile, &Profile), matter: &Matter<'_>) -> Choices {
    let covers: &[&[AimAt]] =
        if rules.cover == Cover::ExposedParts { &[matter.shows, BEHIND_COVER] } else { &[matter.shows] };
    let mut choices = Choices::default();
    for (shows, choices) in covers.iter().zip(&mut choices) {
        for (wound, choice) in [Wound::None, Wound::WeakArm].into_iter().zip(choices) {
            let fire = |aiming| {
                let condition = Condition { wound, ..Condition::default() };
                let figure = Figure { aiming, condition, ..Figure::default() };
                let combatant = Combatant { profile: target, figure: &Figure::default() };
                let seen = SeenTarget { combatant, range: Inches::default(), shows };
                line_up(rules, Combatant { profile: me, figure: &figure }, seen, &matter.attack)
            };
            *choice = compare(rules, [fire(false), fire(true)], matter);
        }
    }
    choices
}

/// Compares plain fire with aimed fire.
fn compare(rules: &Rules, fire: [Firing; 2], matter: &Matter<'_>) -> Choice {
    let [plain, aimed] = fire.each_ref().map(|firing| Outlook::new(rules, firing, matter.pack));
    let [named_plain, named_aimed] = fire.map(|firing| named_modifier(firing.aim_at, rules));
    let mut choice = Choice::default();
    for bit in 0..SPAN {
        let shared = LOWEST + bit;
        let (plain, aimed) = (plain.chance(shared + named_plain), aimed.chance(shared + named_aimed));
        let gain = f64::from(matter.gain) / 100.0;
        // A kept aim costs one fire action in all; a spent one costs every other fire action.
        let least = match rules.aim_persistence {
            AimPersistence::Spent => gain,
            AimPersistence::Kept => gain * (1.0 + aimed) / 2.0,
        };
        choice.pays |= u64::from(aimed > least * plain) << bit;
        choice.helps |= u64::from(aimed > plain) << bit;
    }
    choice
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::compile::compiled;
    use crate::weapon::catalogue;

    /// Against each enemy, in the open and behind cover, with two arms and with one out, at every shared part: the
    /// choice agrees with the chances of both ways of firing.
    #[test]
    fn a_choice_is_what_the_odds_say() {
        let mut seen = [0; 4];
        let options = [
            json!({ "cover": "exposed_parts" }),
            json!({ "location_needs_aim": "yes", "luck": "on" }),
            json!({ "aim_persistence": "kept", "auto_burst": "fixed3" }),
        ];
        for (rules, (weapon, _)) in options.iter().flat_map(|rules| catalogue().map(move |weapon| (rules, weapon))) {
            let enemy = |armour: Value, shows: Value| json!({ "ability": "elite", "weapon": "pistol", "armour": armour, "shows": shows, "aim": "never" });
            let setup = json!({
                "blue": {
                    "team": { "ability": "novice", "weapon": weapon },
                    "second": { "ability": "veteran", "weapon": weapon, "aim_gain": 300, "aim_at": "torso" },
                },
                "red": { "bare": enemy(json!([]), json!([])), "clad": enemy(json!(["soft", "helmet"]), json!(["head"])) },
                "rules": rules,
                "turn_limit": 10,
            });
            let battle = compiled(&setup, None).unwrap_or_else(|problems| panic!("{setup}: {problems:?}"));
            let (rules, profiles) = (&battle.rules, &battle.profiles);
            for (me, enemy) in [0, 1].into_iter().flat_map(|me| [(me, 2), (me, 3)]) {
                for (covered, one_armed) in [(false, false), (false, true), (true, false), (true, true)] {
                    if covered && rules.cover == Cover::None {
                        continue;
                    }
                    let fire = [false, true].map(|aiming| {
                        let figure = Figure { aiming, ..Figure::default() };
                        let firer = Combatant { profile: &profiles[me], figure: &figure };
                        let combatant = Combatant { profile: &profiles[enemy], figure: &Figure::default() };
                        let (range, shows) = (battle.field.range, battle.shows(enemy, covered));
                        let target = SeenTarget { combatant, range, shows };
                        let firing = line_up(rules, firer, target, &fire_at(rules, &profiles[me].doctrine));
                        Firing { one_handed: one_armed, ..firing }
                    });
                    let outlooks =
                        fire.each_ref().map(|firing| Outlook::new(rules, firing, rules.pack(profiles[me].ability, 2)));
                    for shared in LOWEST..LOWEST + SPAN {
                        let chance =
                            |way: usize| outlooks[way].chance(shared + named_modifier(fire[way].aim_at, rules));
                        let (plain, aimed) = (chance(0), chance(1));
                        let gain = f64::from(profiles[me].doctrine.aim_gain) / 100.0;
                        let turns =
                            if rules.aim_persistence == AimPersistence::Kept { (1.0 + aimed) / 2.0 } else { 1.0 };
                        let matchup = Matchup { me, enemy, covered, one_armed };
                        let prefers = |waits| battle.aims.prefers(matchup, shared, waits);
                        let (pays, helps) = (prefers(false), prefers(true));
                        assert_eq!((pays, helps), (aimed > gain * turns * plain, aimed > plain), "{weapon} {shared}");
                        seen[usize::from(pays) * 2 + usize::from(helps)] += 1;
                    }
                }
            }
        }
        assert!(seen[0] > 1000 && seen[1] > 1000 && seen[2] == 0 && seen[3] > 1000, "{seen:?}");
    }

    /// Target numbers beyond the table are certain hits or certain misses, aimed or not. A figure that always aims has
    /// no choices.
    #[test]
    fn beyond_the_ends_it_is_as_at_the_ends() {
        let squad = |aim: &str| json!({ "ability": "novice", "weapon": "battle rifle", "aim": aim });
        let setup =
            json!({ "blue": { "team": squad("when_better") }, "red": { "gunman": squad("always") }, "turn_limit": 10 });
        let battle = compiled(&setup, None).unwrap_or_else(|problems| panic!("{setup}: {problems:?}"));
        let facing = |me, enemy| Matchup { me, enemy, covered: false, one_armed: false };
        for shared in [i32::MIN / 2, LOWEST, LOWEST + SPAN, i32::MAX / 2] {
            assert!(!battle.aims.prefers(facing(0, 1), shared, true), "{shared}");
        }
        for shared in LOWEST..LOWEST + SPAN {
            assert!(!battle.aims.prefers(facing(1, 0), shared, true), "red's doctrine says when");
        }
    }
}
