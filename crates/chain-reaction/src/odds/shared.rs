//! What the situations share: how a figure is described, and answers by words.

use std::collections::BTreeMap;
use std::hash::Hash;

use chance::exact::{Distribution, Flow, Ratio, Weight as _};
use chance::{Address, Enumerated};
use engage::{Problem, distribution};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::attribute::{Attribute, Attributes};
use crate::damage::Victim;
use crate::melee::{self, Fighter};
use crate::reaction::Tester;
use crate::rules::{MOST_PASSED, Rules};
use crate::shooting::{Shooter, Target};
use crate::table::{Circumstances, Test};
use crate::weapon::{MeleeWeapon, Weapon};

/// Addresses mean nothing to the enumerated reading.
pub(super) const ANYWHERE: Address = Address::new(0, 0, 0);

/// Declares a kind of situation.
macro_rules! situation {
    ($($kind:tt)*) => {
        engage::situation! { $crate::rules::Rules; $($kind)* }
    };
}
pub(super) use situation;

pub(super) const fn yes() -> bool {
    true
}

/// A figure as a situation describes it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own, as the rulebook has them")]
pub(super) struct FigureGiven {
    /// Rep, 1 to 6.
    #[schemars(range(min = 1, max = 6))]
    pub(super) rep: u8,
    /// Weapon, one that rolls dice to hit.
    pub(super) weapon: Weapon,
    /// Whether it is in cover.
    pub(super) cover: bool,
    /// Whether it is concealed.
    pub(super) concealed: bool,
    /// Whether it lies prone.
    pub(super) prone: bool,
    /// Whether it has moved fast.
    pub(super) fast: bool,
    /// Whether it is a Star.
    pub(super) star: bool,
    /// Whether it cheats death if it is a Star.
    pub(super) cheats_death: bool,
    /// Rep of the Leader whose die its group rolls, 0 for none.
    #[schemars(range(max = 6))]
    pub(super) leader: u8,
    /// Whether it is a hero already.
    pub(super) hero: bool,
    /// Its attributes.
    pub(super) attributes: Vec<Attribute>,
    /// Whether it fires two of its weapon at once.
    pub(super) twin: bool,
    /// Whether it carries a wounded friend.
    pub(super) retrieving: bool,
    /// Its weapon for melee.
    pub(super) melee: MeleeWeapon,
}

impl Default for FigureGiven {
    fn default() -> FigureGiven {
        FigureGiven {
            rep: 4,
            weapon: Weapon::default(),
            cover: false,
            concealed: false,
            prone: false,
            fast: false,
            star: false,
            cheats_death: true,
            leader: 0,
            hero: false,
            attributes: Vec::new(),
            twin: false,
            retrieving: false,
            melee: MeleeWeapon::None,
        }
    }
}

impl FigureGiven {
    pub(super) fn attributes(&self) -> Attributes {
        self.attributes.iter().copied().collect()
    }

    /// As it shoots with one weapon, in haste or not.
    pub(super) fn shooter(&self, snap: bool) -> Shooter {
        Shooter {
            rep: self.rep,
            weapon: self.weapon,
            twin: false,
            attributes: self.attributes(),
            fast: self.fast,
            prone: self.prone,
            snap,
        }
    }

    /// As it is shot at.
    pub(super) fn target(&self) -> Target {
        Target { cover: self.cover, concealed: self.concealed, prone: self.prone, fast: self.fast }
    }

    /// As it is hit.
    pub(super) fn victim(&self) -> Victim {
        Victim { rep: self.rep, star: self.star, cheats: self.cheats_death }
    }

    /// What it brings to a test itself, where it can fire, is not outgunned, and has friends about who carry on.
    pub(super) fn circumstances(&self) -> Circumstances {
        let attributes = self.attributes();
        Circumstances {
            cover: self.cover,
            outgunned: false,
            able: true,
            charging: false,
            retrieving: self.retrieving,
            rear: false,
            others_carrying_on: true,
            star: self.star,
            nerves: attributes.has(Attribute::NervesOfSteel),
            slow: attributes.has(Attribute::Slow),
        }
    }

    /// As it is tested; a Star chooses to pass two dice, but one on Received Fire in the open when he can't fire.
    pub(super) fn tester(&self, test: Test, here: Circumstances) -> Tester {
        let ducks = test == Test::ReceivedFire && !here.cover && !here.able;
        let choice = if ducks { 1 } else { MOST_PASSED };
        Tester { rep: self.rep, attributes: self.attributes(), hero: self.hero, choice, here }
    }

    /// The Rep of its extra die if it is a Born Leader, else 0 (CR-attr-born).
    pub(super) fn born_leader(&self) -> u8 {
        if self.attributes().has(Attribute::BornLeader) { self.rep } else { 0 }
    }

    /// As it fights hand to hand, prone or attacked to the rear or neither.
    pub(super) fn fighter(&self, rules: &Rules, down: bool) -> Fighter {
        Fighter {
            rep: self.rep,
            attributes: self.attributes(),
            impact: melee::impact(rules, self.melee, self.weapon),
            down,
            retrieving: self.retrieving,
        }
    }

    /// Checks what no type can.
    pub(super) fn check(&self, key: &str) -> Result<(), Problem> {
        if self.weapon.bursts() {
            let message = format!("{} rolls no dice to hit, expected a gun", self.weapon);
            return Err(Problem::new(format!("{key}.weapon"), message));
        }
        if self.twin && !self.weapon.twins() {
            let message = "expected two pistols, BA pistols or machine pistols";
            return Err(Problem::new(format!("{key}.twin"), message));
        }
        Ok(())
    }
}

/// The exact distribution of a procedure without steps.
pub(super) fn odds<O: Clone + Eq + Hash>(
    procedure: impl Fn(&mut Enumerated) -> O,
) -> Result<Distribution<O, Ratio>, Problem> {
    distribution((), |(), chance| Flow::Done(procedure(chance)))
}

/// One fraction over another that is not zero.
pub(super) fn over(dividend: &Ratio, divisor: &Ratio) -> Ratio {
    let ((a, b), (c, d)) = (dividend.lowest_terms(), divisor.lowest_terms());
    Ratio::of(a * d, b * c)
}

/// What happens to several who have nothing to do with each other: a word for each, joined.
pub(super) fn joint(parts: &[Vec<(String, Ratio)>]) -> Vec<(String, Ratio)> {
    let mut all = vec![(String::new(), Ratio::one())];
    for (place, part) in parts.iter().enumerate() {
        let gap = if place == 0 { "" } else { " | " };
        let with = |(words, weight): &(String, Ratio)| -> Vec<(String, Ratio)> {
            let join = |(word, share): &(String, Ratio)| (format!("{words}{gap}{word}"), weight.product(share));
            part.iter().map(join).collect()
        };
        all = all.iter().flat_map(with).collect();
    }
    all
}

/// Checks how many there are of something.
pub(super) fn between(least: usize, most: usize, count: usize, key: &str, what: &str) -> Result<(), Problem> {
    if (least..=most).contains(&count) {
        return Ok(());
    }
    Err(Problem::new(key, format!("{count} {what}, expected {least} to {most}")))
}

/// Outcomes by their words, in alphabetical order; outcomes with one word are added up.
pub(super) fn by_word<O>(odds: &Distribution<O, Ratio>, word: impl Fn(&O) -> String) -> Vec<(String, Ratio)> {
    let mut words: BTreeMap<String, Ratio> = BTreeMap::new();
    for (outcome, weight) in &odds.outcomes {
        words.entry(word(outcome)).or_insert_with(Ratio::zero).add(weight.clone());
    }
    words.into_iter().collect()
}
