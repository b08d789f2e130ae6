//! The parameters of fire in a situation.

use engage::{Inches, Problem};
use schemars::JsonSchema;
use serde::Deserialize;

use super::shared::two;
use crate::compile::armour;
use crate::figure::{Condition, Gone, Travel, Wound};
use crate::fire::{AimAt, Armour, Firing, Number};
use crate::options::ChangeTarget;
use crate::rules::{Ability, Rules};
use crate::squad::Piece;
use crate::weapon::{Category, Fire, Recoil, Round, Weapon, three};

/// Parameters of fire.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Parameters {
    /// Ability of the firer.
    pub(super) ability: Ability,
    /// Jokers in its deck, 0 to 3.
    #[serde(default = "two")]
    #[schemars(range(max = 3))]
    pub(super) jokers: u8,
    /// The weapon by name, instead of `category`, `fire`, `recoil`, `round`, `scope` and `burst_rounds`.
    #[schemars(extend("x-labels" = crate::weapon::labels(), "x-names" = ["weapons"]))]
    weapon: Option<String>,
    /// Category of the weapon.
    category: Category,
    /// Its fire category.
    fire: Fire,
    /// Its recoil class.
    recoil: Recoil,
    /// Its type of round.
    round: Round,
    /// Whether it has a telescopic sight.
    scope: bool,
    /// Rounds in its bursts, 2 or 3.
    #[schemars(range(min = 2, max = 3))]
    burst_rounds: u8,
    /// Distance to the target in inches.
    range: Inches,
    /// How far the firer moved in the turn before, in inches.
    firer_moved: Inches,
    /// How far the target moved in the turn before, in inches.
    target_moved: Inches,
    /// Whether the fire is aimed.
    aimed: bool,
    /// The location named.
    aim_at: AimAt,
    /// Flesh wounds of the firer.
    #[schemars(title = "Flesh wounds")]
    #[schemars(range(min = 0, max = 40))]
    flesh: u8,
    /// Number of the firer's locations that are out of action.
    #[schemars(title = "Locations out of action")]
    #[schemars(range(min = 0, max = 6))]
    out_wounds: u8,
    /// Whether the firer uses the weak hand.
    weak_hand: bool,
    /// Whether it fires with one hand.
    one_handed: bool,
    /// Its failed gas tests.
    #[schemars(title = "Failed gas tests")]
    #[schemars(range(min = 0, max = 60))]
    gas: u8,
    /// Distance in inches from the previous target, if the first shot changes the target.
    #[schemars(title = "Change of target")]
    change_target: Inches,
    /// Shots fired without a break in the turns before.
    #[schemars(range(min = 0, max = 100))]
    prior_shots: u8,
    /// Whether the target wears soft armour.
    #[schemars(title = "Soft armour")]
    soft: bool,
    /// Whether it wears hard plates.
    #[schemars(title = "Hard plates")]
    plates: bool,
    /// Whether it wears a helmet.
    helmet: bool,
    /// What the target wears, as a list, instead of `soft`, `plates` and `helmet`.
    armour: Option<Vec<Piece>>,
    /// Hostages in the line of fire, at most 16.
    #[schemars(range(max = 16))]
    pub(super) hostages: u8,
    /// Flesh wounds of the target.
    #[schemars(title = "Target’s flesh wounds")]
    #[schemars(range(min = 0, max = 40))]
    target_flesh: u8,
    /// The target's limb that is out of action.
    #[schemars(title = "Target’s limb out of action")]
    target_wound: Wound,
    /// The number, from 1, of the shot in its fire action that `to_hit` answers for.
    #[schemars(range(min = 1, max = 60))]
    shot: u8,
    /// The number of that shot in its burst, from 1, if recoil is counted by the burst.
    #[schemars(range(min = 1, max = 60))]
    shot_in_burst: Option<u8>,
    /// Rules that differ from the rulebook as printed.
    pub(super) options: Rules,
}

impl Default for Parameters {
    fn default() -> Parameters {
        Parameters {
            ability: Ability::Experienced,
            jokers: two(),
            weapon: None,
            category: Category::GeneralPistol,
            fire: Fire::Semi,
            recoil: Recoil::Light,
            round: Round::Pistol,
            scope: false,
            burst_rounds: three(),
            range: Inches::whole(12),
            firer_moved: Inches::default(),
            target_moved: Inches::default(),
            aimed: false,
            aim_at: AimAt::None,
            flesh: 0,
            out_wounds: 0,
            weak_hand: false,
            one_handed: false,
            gas: 0,
            change_target: Inches::default(),
            prior_shots: 0,
            soft: false,
            plates: false,
            helmet: false,
            armour: None,
            hostages: 0,
            target_flesh: 0,
            target_wound: Wound::None,
            shot: 1,
            shot_in_burst: None,
            options: Rules::default(),
        }
    }
}

impl Parameters {
    fn weapon(&self) -> Result<Weapon, Problem> {
        let Some(name) = &self.weapon else {
            let Parameters { category, fire, recoil, round, scope, burst_rounds, .. } = *self;
            return Ok(Weapon { category, fire, recoil, round, scope, burst_rounds });
        };
        self.options.weapon(name).map_err(|message| Problem::new("weapon", message))
    }

    pub(super) fn firing(&self) -> Result<Firing, Problem> {
        let rules = &self.options;
        let weapon = self.weapon()?;
        let moved = Gone::of(self.firer_moved, rules);
        let worn = Armour { soft: self.soft, plates: self.plates, helmet: self.helmet };
        let firing = Firing {
            weapon,
            fire: weapon.fire,
            rate: rules.rate_of(weapon.fire),
            aimed: self.aimed,
            aim_at: self.aim_at,
            range: self.range,
            firer_moved: Travel { gone: moved, fast: moved == Gone::Farther },
            target_moved: Gone::of(self.target_moved, rules),
            wounds: self.flesh.saturating_add(self.out_wounds),
            weak_hand: self.weak_hand,
            one_handed: self.one_handed,
            gas: self.gas,
            prior_shots: self.prior_shots > 0,
            armour: self.armour.as_deref().map_or(worn, armour),
            target_two_handed: false,
            hostages: self.hostages,
        };
        if firing.barred(rules) {
            let key = if firing.firer_moved.fast { "firer_moved" } else { "one_handed" };
            return Err(Problem::new(key, "the firer may not fire under these rules"));
        }
        Ok(firing)
    }

    /// Target number of the shot in `to_hit`.
    pub(super) fn target_number(&self) -> Result<i32, Problem> {
        let (rules, firing) = (&self.options, self.firing()?);
        let pays = self.shot == 1 || rules.change_target == ChangeTarget::All;
        let number = Number {
            shot: self.shot,
            in_burst: self.shot_in_burst.unwrap_or(self.shot),
            change: i32::from(pays) * i32::from(self.change()),
        };
        Ok(firing.target_number(rules, firing.shared(rules), number))
    }

    pub(super) fn target(&self) -> Condition {
        // Earlier flesh wounds do not change how many it suffers now, and a condition counts only a limited number.
        Condition { flesh: self.target_flesh.min(1), wound: self.target_wound, ..Condition::default() }
    }

    pub(super) fn change(&self) -> u8 {
        self.change_target.floor().clamp(0, i32::from(u8::MAX)) as u8
    }
}
