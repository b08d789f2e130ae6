//! One attack of Part II (CX2-attack-1 to -7), and grenades on several targets (CX2-spec-2).

use chance::exact::Flow;
use chance::{Chance as _, Die, Keep, Numbers, Pool};
use engage::{Finding, Problem, distribution};
use schemars::JsonSchema;
use serde::Deserialize;

use super::shared::{ANYWHERE, Shares, of, shares, situation, throwable};
use crate::combat::{Character, Plight, cover, harmed, range};
use crate::die::{Condition, Dice, Given, Track};
use crate::grenade::{AttackRoll, MOST, shared_out};
use crate::group::{Group, Part};
use crate::handling::Handling;
use crate::options::{DroneDurability, HarmTrack};
use crate::order::EffectOrders;
use crate::recover::given_again;
use crate::roll::{Effects, Opposed, Role, Roller};
use crate::rules::Rules;
use crate::team::Harm;

/// A character, a unit, or a turret or drone.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct Combatant {
    /// A character’s Approach.
    approach: Option<Given>,
    /// His Direct Action.
    direct_action: Option<Given>,
    /// His CQB specialisation.
    cqb: Condition,
    /// His Marksmanship specialisation.
    marksmanship: Condition,
    /// Further dice in the pool.
    extra: Dice,
    /// Armour, which counts only for a target.
    armour: Condition,
    /// Physical Trauma.
    trauma: Track,
    /// Physical Stress.
    stress: Track,
    /// The Suppressed condition.
    suppressed: Condition,
    /// The On Fire condition.
    on_fire: Condition,
    /// Cover that he has created.
    in_cover: Condition,
    /// A unit’s Quality Dice in action.
    qualities: Option<Dice>,
    /// Its Complication.
    complication: Condition,
    /// The die of its gunner who is suppressing a target.
    suppressing: Condition,
    /// Whether it is a turret or a drone.
    drone: bool,
}

situation! {
    /// One attack between characters, units and drones: the pools that traits, range and cover give, and the effects.
    struct FirefightAttack {
        /// The attacker.
        #[schemars(extend("examples" = [{ "approach": "d8", "direct_action": "d8" }]))]
        attacker: Combatant,
        /// The target.
        #[schemars(extend("examples" = [{ "qualities": "3d6" }]))]
        target: Combatant,
        /// Zones between them.
        #[serde(default)]
        #[schemars(range(min = 0, max = 100))]
        zones_apart: u16,
        /// The Cover Rating of the target’s zone.
        #[serde(default)]
        cover_rating: Condition,
        /// The cover that an earlier flanking has left.
        cover_left: Option<Condition>,
        /// Whether the target is flanked.
        #[serde(default)]
        flanked: bool,
        /// Whether a surveillance drone is in the target’s zone.
        #[serde(default)]
        drone_over_target: bool,
        /// Whether a marksman bypasses the armour.
        #[serde(default)]
        marksman: bool,
        /// Dice that a grenadier adds.
        #[serde(default)]
        grenadier_dice: Dice,
        /// Whether a flamethrower is used.
        #[serde(default)]
        flamethrower: bool,
        /// Effect dice that the attacker has bought.
        #[serde(default)]
        #[schemars(range(min = 0, max = 100))]
        bought: u8,
    }
    id: "firefight_attack",
    label: "Attack in a firefight",
    findings: &[
        Finding::chance("hit").first(),
        Finding::chance("miss"),
        Finding::chance("margin_*").called("Hit by *"),
        Finding::chance("effect_*").called("Hit with effect *"),
        Finding::chance("dice_*").called("Hit with * dice applied"),
        Finding::chance("target_track_*").called("Target’s track: *"),
        Finding::chance("target_removed_*").called("* of the target taken out"),
        Finding::chance("target_complication_*").called("Target’s Complication: *"),
        Finding::chance("target_on_fire_*").called("Target on fire: *"),
        Finding::chance("attacker_track_*").called("Attacker’s track: *"),
        Finding::chance("attacker_removed_*").called("* of the attacker taken out"),
        Finding::chance("attacker_complication_*").called("Attacker’s Complication: *"),
    ],
    solve: attack,
}

/// A combatant in the terms of the rules.
#[derive(Clone, Copy, Debug)]
enum Stands {
    Singly { character: Character, plight: Plight, created: Option<Die> },
    Together { group: Group, pool: Pool, skill: Die, drone: bool },
}

/// The state of a combatant.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum State {
    Character { harm: Harm, on_fire: Option<Die> },
    Group(Group),
}

impl Combatant {
    fn stands(&self, rules: &Rules, key: &str) -> Result<Stands, Problem> {
        let complication = self.complication.0;
        if self.drone {
            let three = Pool::EMPTY.with(Die::D6, 3);
            let members = match rules.drone_durability {
                DroneDurability::Single => Pool::EMPTY.with(Die::D6, 1),
                DroneDurability::ThreeDice => three,
            };
            let pool = self.at_hand(three, key)?;
            let group = Group { qualities: members, complication };
            return Ok(Stands::Together { group, pool, skill: Die::D6, drone: true });
        }
        if let Some(Dice(qualities)) = self.qualities {
            let skill = qualities.smallest();
            let skill =
                skill.ok_or_else(|| Problem::new(format!("{key}.qualities"), "expected at least one member"))?;
            let pool = self.at_hand(qualities, key)?;
            return Ok(Stands::Together { group: Group { qualities, complication }, pool, skill, drone: false });
        }
        let (Some(approach), Some(direct_action)) = (self.approach, self.direct_action) else {
            let expected = "expected `qualities`, `drone`, or both `approach` and `direct_action`";
            return Err(Problem::new(key, expected));
        };
        let character = Character {
            approach: approach.0,
            direct_action: direct_action.0,
            cqb: self.cqb.0,
            marksmanship: self.marksmanship.0,
            analysis: None,
            tactics: None,
            attack: self.extra.0,
            resist: self.extra.0,
            armour: self.armour.0,
        };
        let harm = Harm { trauma: self.trauma, stress: self.stress };
        let plight = Plight { harm, suppressed: self.suppressed.0, on_fire: self.on_fire.0 };
        Ok(Stands::Singly { character, plight, created: self.in_cover.0 })
    }

    /// A unit's dice without that of a gunner who suppresses (CX2-spec-6).
    fn at_hand(&self, qualities: Pool, key: &str) -> Result<Pool, Problem> {
        match self.suppressing.0 {
            None => Ok(qualities.and(self.extra.0)),
            Some(die) if qualities.count(die) > 0 => Ok(qualities.without(die).and(self.extra.0)),
            Some(die) => Err(Problem::new(format!("{key}.suppressing"), format!("no member with {die} is in action"))),
        }
    }
}

impl Stands {
    const fn state(&self) -> State {
        match *self {
            Stands::Singly { plight, .. } => State::Character { harm: plight.harm, on_fire: plight.on_fire },
            Stands::Together { group, .. } => State::Group(group),
        }
    }

    /// Drawbacks in the pools of its attackers and opponents.
    fn drawbacks(&self, rules: &Rules, acts: bool) -> Pool {
        match self {
            Stands::Singly { plight, .. } if acts => plight.hampers(rules),
            Stands::Singly { plight, .. } => plight.exposes(rules),
            Stands::Together { group, .. } => group.complication.into_iter().collect(),
        }
    }

    /// The limit of effect dice on it.
    const fn limit(&self, rules: &Rules, bought: u8) -> chance::Limit {
        match self {
            Stands::Singly { .. } => rules.on_character(bought),
            Stands::Together { .. } => rules.on_unit(bought),
        }
    }
}

impl State {
    /// The effects of dice of a pool in any order on a group; none for a character.
    fn orders<'r>(&self, rules: &'r Rules, handling: Handling, pool: Pool) -> Option<EffectOrders<'r>> {
        match *self {
            State::Group(group) => Some(EffectOrders::new(rules, handling, group, Part::Two, pool)),
            State::Character { .. } => None,
        }
    }

    /// The state after effect dice (CX2-attack-4, CX2-attack-5); `orders` knows what they leave of a group.
    fn harmed(self, rules: &Rules, orders: Option<&EffectOrders<'_>>, effects: &Effects, flames: bool) -> State {
        match self {
            State::Group(group) => State::Group(orders.map_or(group, |orders| orders.harmed(effects.sizes()))),
            State::Character { harm, on_fire } => {
                let harm = harmed(rules, harm, effects.sizes());
                let caught = flames && harm.in_action();
                let on_fire = if caught { Some(given_again(on_fire, effects.first())) } else { on_fire };
                State::Character { harm, on_fire }
            }
        }
    }

    fn words(self, before: State, rules: &Rules, name: &str, flames: bool) -> Vec<String> {
        match (self, before) {
            (State::Group(after), State::Group(before)) => {
                let removed = before.qualities.dice() - after.qualities.dice();
                vec![format!("{name}_removed_{removed}"), of(&format!("{name}_complication"), after.complication)]
            }
            (State::Character { harm, on_fire }, _) => {
                let track = match rules.harm_track {
                    HarmTrack::Trauma => harm.trauma,
                    HarmTrack::Stress => harm.stress,
                };
                let fire = flames.then(|| of(&format!("{name}_on_fire"), on_fire));
                [format!("{name}_track_{}", track.word())].into_iter().chain(fire).collect()
            }
            (State::Group(_), State::Character { .. }) => Vec::new(),
        }
    }
}

impl FirefightAttack {
    fn cover(&self, target: &Stands) -> Pool {
        let rules = &self.options;
        if self.flanked || self.drone_over_target {
            return Pool::EMPTY;
        }
        let (skill, created) = match *target {
            Stands::Singly { character, created, .. } => (character.direct_action, created),
            Stands::Together { drone: true, .. } if !rules.drone_cover => return Pool::EMPTY,
            Stands::Together { skill, .. } => (skill, None),
        };
        match self.cover_left {
            Some(left) => left.0.into_iter().collect(),
            None => cover(rules, skill, self.cover_rating.0, created).into_iter().flatten().collect(),
        }
    }
}

fn attack(parameters: &FirefightAttack) -> Result<Shares, Problem> {
    let (rules, zones) = (&parameters.options, parameters.zones_apart);
    let handling = parameters.decisions.handling();
    let attacker = parameters.attacker.stands(rules, "attacker")?;
    let target = parameters.target.stands(rules, "target")?;
    let attacks = match attacker {
        Stands::Singly { character, .. } => character.attacks(zones),
        Stands::Together { pool, .. } => pool,
    };
    let resists = match target {
        Stands::Singly { character, .. } => character.resists(rules, zones, parameters.marksman),
        Stands::Together { pool, .. } => pool,
    };
    let attacks = attacks.and(parameters.grenadier_dice.0).and(target.drawbacks(rules, false));
    let dice: Pool = range(rules, zones).into_iter().collect();
    let resists = resists.and(dice).and(parameters.cover(&target)).and(attacker.drawbacks(rules, true));
    let actor = Roller::new(throwable("attacker", attacks)?).limited(target.limit(rules, parameters.bought));
    let actor = actor.keeping(handling.keep);
    let opposition = Roller::new(throwable("target", resists)?).limited(attacker.limit(rules, 0));
    let opposed = Opposed { riposte: rules.riposte, margin: true, ..Opposed::new(rules, actor, opposition) };
    let flames = parameters.flamethrower;
    if flames && zones > 0 {
        return Err(Problem::new("flamethrower", "the target has to be in the same zone"));
    }
    let on_target = target.state().orders(rules, handling, attacks);
    let on_attacker = if rules.riposte { attacker.state().orders(rules, handling, resists) } else { None };
    let odds = distribution((), |(), chance| {
        let rolled = opposed.roll(chance, ANYWHERE);
        let (mut theirs, mut ours) = (target.state(), attacker.state());
        match rolled.winner {
            Some(Role::Actor) => theirs = theirs.harmed(rules, on_target.as_ref(), &rolled.effects, flames),
            Some(Role::Opposition) if rules.riposte => {
                ours = ours.harmed(rules, on_attacker.as_ref(), &rolled.effects, false);
            }
            _ => {}
        }
        let hit = rolled.succeeds().then(|| (rolled.margin, rolled.effects.first(), rolled.effects.dice));
        Flow::Done((hit, theirs, ours))
    })?;
    Ok(shares(&odds, |(hit, theirs, ours)| {
        let mut words = match hit {
            None => vec!["miss".to_owned()],
            Some((margin, effect, dice)) => {
                vec!["hit".to_owned(), format!("margin_{margin}"), format!("effect_{effect}"), format!("dice_{dice}")]
            }
        };
        words.extend(theirs.words(target.state(), rules, "target", flames));
        if rules.riposte {
            words.extend(ours.words(attacker.state(), rules, "attacker", false));
        }
        words
    }))
}

/// The kind of a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum TargetKind {
    /// A character.
    Character,
    /// A unit.
    Unit,
}

/// A target of grenades.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Shelled {
    /// Its kind.
    kind: TargetKind,
    /// The dice it resists with.
    resist: Dice,
}

situation! {
    /// One attack roll on several targets, each of which takes effect dice of its own.
    struct Grenades {
        /// The attacker’s dice.
        attack: Dice,
        /// The targets in the order named, at most six.
        targets: Vec<Shelled>,
    }
    id: "grenades",
    label: "Grenades",
    findings: &[
        Finding::chance("harmed_*").called("* targets harmed").first(),
        Finding::chance("*_dice_*").called("*: * dice"),
        Finding::chance("*_effect_*").called("*: effect *"),
    ],
    solve: grenades,
}

/// One attack roll, and one resistance roll for each target; the dice go round in the order named.
fn grenades(parameters: &Grenades) -> Result<Shares, Problem> {
    let rules = &parameters.options;
    let attack = throwable("attack", parameters.attack.0)?;
    let targets = &parameters.targets;
    if targets.len() > MOST {
        return Err(Problem::new("targets", format!("{} targets, expected at most {MOST}", targets.len())));
    }
    for target in targets {
        throwable("targets", target.resist.0)?;
    }
    // The attack roll, and the most dice of each target, 0 for one that is not beaten.
    let start = (None::<AttackRoll>, [0_u8; MOST], 0_usize);
    let odds = distribution(start, |(roll, mut limits, nth), chance| {
        let Some(roll) = roll else {
            let mut hand = chance.throw(ANYWHERE, &attack, Keep::BEST);
            let roll = chance.look(&mut hand, |kept| AttackRoll { total: kept.total, left: kept.left.dice });
            return Flow::Go((Some(roll), limits, nth));
        };
        let Some(target) = targets.get(nth) else { return Flow::Done(shared_out(roll.left, limits)) };
        let most = match target.kind {
            TargetKind::Character => rules.on_character(0),
            TargetKind::Unit => rules.on_unit(0),
        };
        // Only the total of the resistance is read.
        let mut hand = chance.throw(ANYWHERE, &target.resist.0, Keep { numbers: Numbers::Nothing, ..Keep::BEST });
        limits[nth] = chance.look(&mut hand, |theirs| roll.dice_for(rules, most, theirs.total));
        Flow::Go((Some(roll), limits, nth + 1))
    })?;
    Ok(shares(&odds, |given| {
        let harmed = given[..targets.len()].iter().filter(|dice| !dice.is_empty()).count();
        let each = given[..targets.len()].iter().zip(1..).flat_map(|(dice, number)| {
            [format!("T{number}_dice_{}", dice.dice()), of(&format!("T{number}_effect"), dice.largest())]
        });
        each.chain([format!("harmed_{harmed}")]).collect::<Vec<_>>()
    }))
}
