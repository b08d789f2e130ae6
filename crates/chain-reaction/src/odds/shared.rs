//! Code shared by the situations: the description of a figure, and answers by words.

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

/// The enumerated reading ignores addresses.
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
    /// Weapon; it must roll dice to hit.
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
    /// Whether it cheats death, if it is a Star.
    pub(super) cheats_death: bool,
    /// Rep of the Leader whose die its group rolls, 0 for none.
    #[schemars(range(max = 6))]
    pub(super) leader: u8,
    /// Whether it is a hero already.
    pub(super) hero: bool,
    /// Its attributes.
    pub(super) attributes: Vec<Attribute>,
    /// Whether it fires two of its weapons at once.
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

    /// The figure as a shooter with one weapon, in snap fire or not.
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

    /// The figure as a target.
    pub(super) fn target(&self) -> Target {
        Target { cover: self.cover, concealed: self.concealed, prone: self.prone, fast: self.fast }
    }

    /// The figure as the victim of a hit.
    pub(super) fn victim(&self) -> Victim {
        Victim { rep: self.rep, star: self.star, cheats: self.cheats_death }
    }

    /// The figure's own circumstances in a test, assuming that it can fire, is not outgunned, and has friends nearby
    /// who carry on.
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

    /// The figure as a tester; a Star chooses to pass two dice, but only one on Received Fire in the open if he can't
    /// fire.
    pub(super) fn tester(&self, test: Test, here: Circumstances) -> Tester {
        let ducks = test == Test::ReceivedFire && !here.cover && !here.able;
        let choice = if ducks { 1 } else { MOST_PASSED };
        Tester { rep: self.rep, attributes: self.attributes(), hero: self.hero, choice, here }
    }

    /// The Rep of its extra die if it is a Born Leader, else 0 (CR-attr-born).
    pub(super) fn born_leader(&self) -> u8 {
        if self.attributes().has(Attribute::BornLeader) { self.rep } else { 0 }
    }

    /// The figure as a fighter in melee; `down` if it is prone or attacked from the rear.
    pub(super) fn fighter(&self, rules: &Rules, down: bool) -> Fighter {
        Fighter {
            rep: self.rep,
            attributes: self.attributes(),
            impact: melee::impact(rules, self.melee, self.weapon),
            down,
            retrieving: self.retrieving,
        }
    }

    /// Checks what the types cannot.
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

/// Joint outcomes of independent figures: a word for each, joined.
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

/// Checks that a count is in range.
pub(super) fn between(least: usize, most: usize, count: usize, key: &str, what: &str) -> Result<(), Problem> {
    if (least..=most).contains(&count) {
        return Ok(());
    }
    Err(Problem::new(key, format!("{count} {what}, expected {least} to {most}")))
}

/// Outcomes by their words, in alphabetical order; outcomes with the same word are added up.
pub(super) fn by_word<O>(odds: &Distribution<O, Ratio>, word: impl Fn(&O) -> String) -> Vec<(String, Ratio)> {
    let mut words: BTreeMap<String, Ratio> = BTreeMap::new();
    for (outcome, weight) in &odds.outcomes {
        words.entry(word(outcome)).or_insert_with(Ratio::zero).add(weight.clone());
    }
    words.into_iter().collect()
}
