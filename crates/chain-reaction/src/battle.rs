//! A compiled battle: everything that does not change in it, except the ground.

use engage::ahead::Ways;
use engage::{BySide, Inches, Side};
use field::Figures;

use crate::attribute::{Attribute, Attributes};
use crate::figure::Figure;
use crate::forces::List;
use crate::options::Leaders;
use crate::rules::Rules;
use crate::squad::Doctrine;
use crate::weapon::Weapon;

/// What a figure carries, and its role in its group: as listed, or as rolled when it came into play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own, as the rulebook has them")]
pub(crate) struct Arms {
    /// Its group, by number; each side's groups are numbered on from the other's (CR-group-1).
    pub(crate) group: u8,
    pub(crate) weapon: Weapon,
    /// Another weapon, if it carries one.
    pub(crate) second: Option<Weapon>,
    /// Whether it loads another figure's rocket launcher (CR-wpn-rl).
    pub(crate) loader: bool,
    /// Whether it has grenades, which are not counted (CR-gren-1).
    pub(crate) grenades: bool,
    /// Whether it carries two of its weapons (CR-twin-1).
    pub(crate) twin: bool,
    /// The Impact of its weapon for melee (CR-melee-1).
    pub(crate) melee: u8,
    /// Whether it leads its group from the start, with a Leader Die (CR-lead-3).
    pub(crate) leader: bool,
}

/// What does not change about a figure (CR-fig-4).
#[derive(Clone, Debug)]
pub(crate) struct Profile {
    pub(crate) side: Side,
    /// Whether it is a Star (CR-star-0).
    pub(crate) star: bool,
    pub(crate) attributes: Attributes,
    /// For figures rolled in play, the ground has the current values.
    pub(crate) arms: Arms,
    pub(crate) facts: Facts,
    pub(crate) doctrine: Doctrine,
    /// Its state at the start.
    pub(crate) start: Figure,
}

/// Given facts about a figure on open ground, where nobody moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own, as the rulebook has them")]
pub(crate) struct Facts {
    /// It stands in cover (CR-hit-3).
    pub(crate) cover: bool,
    /// It is concealed (CR-hit-3).
    pub(crate) concealed: bool,
    /// It lies prone.
    pub(crate) prone: bool,
    /// It has moved fast (CR-fast-3).
    pub(crate) fast: bool,
}

/// A group (CR-group-1).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    pub(crate) members: Figures,
    /// In situations that give one, the Rep of a Leader who is not among the members but whose die they roll.
    pub(crate) given_leader: Option<u8>,
}

/// The overall Leader among a force's figures that take part: a Star first, otherwise the highest Rep; of equals, the
/// first in the roster (CR-lead-4).
pub(crate) fn overall_leader(profiles: &[Profile], side: Side) -> Option<usize> {
    let worth = |me: usize| (profiles[me].star, profiles[me].start.rep);
    let takes_part = |me: usize| profiles[me].side == side && profiles[me].start.status.is_target();
    let force = (0..profiles.len()).filter(|&me| takes_part(me));
    force.reduce(|best, other| if worth(other) > worth(best) { other } else { best })
}

/// Whether a group of this size has a Leader even though its list gives it none (CR-lead-4).
pub(crate) const fn makes_leader(leaders: Leaders, figures: usize) -> bool {
    match leaders {
        Leaders::EveryGroup => figures > 1,
        Leaders::EveryGroupAndLone => true,
        Leaders::Listed => false,
    }
}

/// The conditions of a battle.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) rules: Rules,
    /// Distance between enemies on open ground.
    pub(crate) range: Inches,
    /// Whether there is cover to go to, apart from the cover a figure is in.
    pub(crate) cover_near: bool,
    /// Whether a lone figure fires back at the first member of the other group that carries on, instead of at a figure
    /// that shot at it.
    pub(crate) answers_first: bool,
    /// Whether charges come from behind (CR-bc-1).
    pub(crate) from_the_rear: bool,
    /// The turn limit of the scenario (CR-turn-4).
    pub(crate) turn_limit: u16,
}

/// A compiled battle.
#[derive(Clone, Debug)]
pub(crate) struct Battle {
    pub(crate) frame: Frame,
    pub(crate) names: Vec<engage::Figure>,
    /// The number under which each figure draws luck.
    pub(crate) luck: engage::LuckNumbers,
    pub(crate) profiles: Vec<Profile>,
    pub(crate) groups: Vec<Group>,
    pub(crate) sides: BySide<Figures>,
    /// Each force's overall Leader (CR-lead-4).
    pub(crate) overall: BySide<Option<u8>>,
    /// A patrol against an enemy that is rolled in play (CR-patrol).
    pub(crate) patrol: Option<PatrolSetup>,
    /// What players who look ahead weigh; `None` if nobody does.
    pub(crate) ahead: Option<Box<Ways<Battle>>>,
}

/// A patrol as the scenario sets it up (CR-patrol-1).
#[derive(Clone, Copy, Debug)]
pub(crate) struct PatrolSetup {
    /// The side that patrols.
    pub(crate) side: Side,
    /// The list of the enemies.
    pub(crate) enemy: List,
    /// The patrol's own list, for the table of numbers.
    pub(crate) own: List,
    /// The places in the roster for each side's figures that are rolled in play.
    pub(crate) slots: BySide<Figures>,
    /// The scouts, at most one in each group (CR-scout-1).
    pub(crate) scouts: Figures,
}

impl Battle {
    /// The range of each of a figure's weapons, and that of a Marksman with a bolt action rifle (CR-wpn-2,
    /// CR-attr-marksman). Grenades are thrown only on maps.
    pub(crate) fn reaches(&self, profile: &Profile) -> impl Iterator<Item = Inches> {
        let rules = &self.frame.rules;
        let marksman = profile.attributes.has(Attribute::Marksman);
        let weapons = [Some(profile.arms.weapon), profile.arms.second].into_iter().flatten();
        weapons.flat_map(move |weapon| {
            let farther = (marksman && weapon == Weapon::BoltActionRifle).then_some(rules.marksman_range);
            [Some(rules.weapons.of(weapon).range), farther].into_iter().flatten()
        })
    }

    /// A battle of groups whose figures the profiles describe.
    pub(crate) fn new(
        frame: Frame,
        names: Vec<engage::Figure>,
        profiles: Vec<Profile>,
        given_leaders: &[Option<u8>],
    ) -> Battle {
        let those = |which: &dyn Fn(&Profile) -> bool| Figures::below(profiles.len()).filter(|me| which(&profiles[me]));
        let groups = given_leaders.iter().zip(0..).filter_map(|(&given_leader, number)| {
            let members = those(&|profile| profile.arms.group == number);
            members.first().map(|_| Group { members, given_leader })
        });
        let sides = BySide::from_fn(|side| those(&|profile| profile.side == side));
        let overall = BySide::from_fn(|side| overall_leader(&profiles, side).map(|me| me as u8));
        let luck = engage::LuckNumbers::default();
        Battle { groups: groups.collect(), frame, names, luck, sides, overall, patrol: None, ahead: None, profiles }
    }

    /// The places in the roster for figures that are rolled in play.
    pub(crate) fn rolled(&self) -> Figures {
        self.patrol.as_ref().map_or(Figures::NONE, |patrol| patrol.slots.blue | patrol.slots.red)
    }

    /// The figures that scout for their groups (CR-scout-1).
    pub(crate) fn scouts(&self) -> Figures {
        self.patrol.as_ref().map_or(Figures::NONE, |patrol| patrol.scouts)
    }

    /// Whether a side is run by tables, without a player (CR-np).
    pub(crate) fn is_run_by_tables(&self, side: Side) -> bool {
        self.patrol.as_ref().is_some_and(|patrol| patrol.side != side)
    }

    /// The figures of a side.
    pub(crate) fn figures_of(&self, side: Side) -> Figures {
        self.sides[side]
    }

    /// A figure's enemies.
    pub(crate) fn enemies(&self, me: usize) -> Figures {
        self.sides[self.profiles[me].side.enemy()]
    }

    /// The group of a figure.
    pub(crate) fn group_of(&self, me: usize) -> &Group {
        &self.groups[usize::from(self.profiles[me].arms.group)]
    }
}
