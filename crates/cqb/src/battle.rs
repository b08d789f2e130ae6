//! A compiled engagement: what does not change in play.

mod prepared;

use engage::ahead::Ways;
use engage::game::Table;
use engage::{Breaks, BySide, Inches, LuckNumbers, Side};
use field::Figures;

use crate::action::{Attack, Pace};
use crate::figure::{Condition, Figure};
use crate::fire::hit::AimAt;
use crate::fire::line_up::BEHIND_COVER;
use crate::fire::target::{Firing, condition_modifier, range_limits, range_modifier};
use crate::options::{AimCost, Cover, DeckOwner};
use crate::player::doctrine::AimPolicy;
use crate::profile::Profile;
use crate::rules::{Ability, Rules};
use crate::scene::FIGURES;
use crate::setup::Field;
use crate::site::Site;
use crate::weapon::Fire;
use prepared::aims::Aims;
pub(crate) use prepared::aims::Matchup;
pub(crate) use prepared::fire::{LineOfFire, Precomputed};
use prepared::fire::{PreparedFires, StillBattle};
use prepared::hit_tables::HitTables;
pub(crate) use prepared::places::Case;
use prepared::places::Places;

/// A compiled engagement.
#[derive(Debug)]
pub(crate) struct Battle {
    pub(crate) rules: Rules,
    pub(crate) field: Field,
    pub(crate) turn_limit: u16,
    pub(crate) names: Vec<engage::Figure>,
    /// The number in each figure's draw addresses.
    pub(crate) luck: LuckNumbers,
    pub(crate) profiles: Vec<Profile>,
    /// Owner and ability of each deck.
    pub(crate) decks: Vec<(Side, Ability)>,
    /// Jokers in each team's decks, unless its luck is rolled for.
    pub(crate) jokers: BySide<u8>,
    /// Number of blue figures; they come first.
    pub(crate) blues: usize,
    /// The figures of each side, as sets.
    pub(crate) sides: BySide<Figures>,
    /// Whether no doctrine ever moves a figure, so that ranges are constant.
    pub(crate) still: bool,
    /// Whether any doctrine ever puts a figure on Hold.
    pub(crate) holds: bool,
    /// Whether any doctrine ever turns a fire action on another enemy, or ends one early, as on a map.
    pub(crate) switches: bool,
    /// Whether nothing about a figure changes at the end of a turn.
    pub(crate) turns_alike: bool,
    /// The prepared fire of each figure at each other; empty if any figure moves.
    fires: PreparedFires,
    /// Facts computed about each figure before play.
    precomputed: Vec<Precomputed>,
    /// For which target numbers each figure should aim first.
    aims: Aims,
    /// Which location each figure names on a map.
    places: Places,
    hit_tables: HitTables,
    pub(crate) table: Table,
    /// The map, unless the ground is open.
    pub(crate) site: Option<Site>,
    /// What players who look ahead weigh; `None` if nobody does.
    pub(crate) ahead: Option<Box<Ways<Battle>>>,
}

/// The figures of both sides, blue's first.
pub(crate) struct Forces {
    pub(crate) names: Vec<engage::Figure>,
    pub(crate) profiles: Vec<Profile>,
    /// Jokers in each team's decks, unless its luck is rolled for.
    pub(crate) jokers: BySide<u8>,
}

impl Battle {
    pub(crate) fn new(rules: Rules, field: Field, turn_limit: u16, forces: Forces, site: Option<Site>) -> Battle {
        let Forces { names, mut profiles, jokers } = forces;
        let blues = profiles.iter().filter(|profile| profile.side == Side::Blue).count();
        let blue = Figures::below(blues);
        let sides = BySide { blue, red: Figures::below(profiles.len()) - blue };
        let decks = deal_out(&rules, &field, blues, &mut profiles);
        let range = field.range;
        let standing = |profile: &Profile| profile.doctrine.close_to.is_none_or(|goal| goal >= range);
        let still = site.is_none() && profiles.iter().all(standing);
        let holds = site.is_some() || profiles.iter().any(|profile| profile.doctrine.hold_until.is_some());
        let switches = site.is_some() || profiles.iter().any(|profile| profile.doctrine.switch);
        let slow = profiles.iter().any(|profile| profile.weapon.fire == Fire::Slow);
        let free_aims = rules.aim_cost == AimCost::Free && profiles.iter().any(|p| p.doctrine.aim != AimPolicy::Never);
        let turns_alike = still && !slow && !free_aims && !holds;
        let mut battle = Battle {
            field,
            turn_limit,
            names,
            luck: LuckNumbers::default(),
            decks,
            jokers,
            blues,
            sides,
            still,
            holds,
            switches,
            turns_alike,
            fires: PreparedFires::default(),
            precomputed: vec![Precomputed::default(); profiles.len()],
            aims: Aims::new(&rules, &profiles, jokers),
            places: site.as_ref().map_or_else(Places::default, |_| Places::new(&rules, &profiles, jokers)),
            hit_tables: HitTables::new(&rules),
            table: Table::default(),
            site,
            ahead: None,
            profiles,
            rules,
        };
        if still {
            let fires = PreparedFires::new(&battle.rules, &battle.profiles, range, battle.field.hostages);
            let Battle { rules, profiles, aims, .. } = &battle;
            let still = StillBattle { rules, profiles, aims, range };
            let work_out = |me| fires.work_out(&still, me, battle.enemies(me));
            battle.precomputed = (0..battle.profiles.len()).map(work_out).collect();
            battle.fires = fires;
        }
        battle
    }

    /// The ranges on open ground at which fire changes. A figure that closes in makes every inch count: if any does,
    /// there are no bands until the sides begin so far apart that nobody comes within reach before the last turn.
    pub(crate) fn range_breaks(&self) -> Breaks {
        let doctrines = || self.profiles.iter().map(|profile| &profile.doctrine);
        let waits = || doctrines().filter_map(|doctrine| doctrine.hold_until);
        let made_of = |range| (range_modifier(range, &self.rules), waits().filter(|until| range > *until).count());
        let hit = |range: Inches| {
            let fires = PreparedFires::new(&self.rules, &self.profiles, range, self.field.hostages);
            (0..self.profiles.len()).any(|me| self.enemies(me).any(|enemy| fires.may_hit(me, enemy)))
        };
        // Beyond the farthest range at which any figure could hit, the modifier no longer matters.
        let mut bands = range_limits(&self.rules);
        while bands.pop_if(|limit| !hit(*limit)).is_some() {}
        let goals = || doctrines().filter_map(|doctrine| doctrine.close_to);
        let Some(nearest) = goals().min() else { return Breaks::among(bands.into_iter().chain(waits()), made_of) };
        let [crawl, normal, fast] = [self.rules.moves.crawl, self.rules.moves.normal, self.rules.moves.fast];
        let step = |profile: &Profile| match profile.doctrine.pace {
            Pace::Crawl => crawl,
            // A figure with a leg out crawls.
            Pace::Normal => normal.max(crawl),
            Pace::Fast => fast.max(crawl),
        };
        let steps = Side::ALL.map(|side| {
            let closers =
                self.profiles.iter().filter(|profile| profile.side == side && profile.doctrine.close_to.is_some());
            closers.map(step).max().unwrap_or_default().thousandths()
        });
        let matters = bands.last().copied().into_iter().chain(waits()).chain(goals()).max().unwrap_or_default();
        let coming = i32::from(self.turn_limit).saturating_mul(steps.iter().sum());
        let again = Inches::from_thousandths(matters.thousandths().saturating_add(coming));
        Breaks::among(bands.into_iter().chain(waits()), made_of).except(nearest, again)
    }

    /// The same battle without what is prepared for the scenario's doctrines: another player may move or hold where they
    /// never do, and looks ahead by himself.
    pub(crate) fn played_by_anybody(self) -> Battle {
        let (fires, precomputed) = (PreparedFires::default(), vec![Precomputed::default(); self.profiles.len()]);
        Battle {
            still: false,
            holds: true,
            switches: true,
            turns_alike: false,
            fires,
            precomputed,
            ahead: None,
            ..self
        }
    }

    /// The prepared fire of a figure at a target, if it still applies.
    #[inline(always)]
    pub(crate) fn prepared_fire(
        &self,
        (me, figure): (usize, &Figure),
        target: usize,
        attack: &Attack,
    ) -> Option<LineOfFire<'_>> {
        if !self.still || figure.fired {
            return None;
        }
        let fire = self.fires.of(me, target, figure.aiming, figure.condition.wound.is_arm());
        fire.is_of(attack).then(|| LineOfFire::prepared(fire, &figure.condition, &self.rules))
    }

    /// Fire computed now, with its hits looked up.
    #[inline(always)]
    pub(crate) fn line_of_fire(&self, firing: Firing) -> LineOfFire<'_> {
        LineOfFire::changed(firing, self.hit_tables.of(&firing), &self.rules)
    }

    /// The prepared part that all target numbers of a figure in this condition share, without a named location.
    #[inline(always)]
    pub(crate) fn prepared_part(&self, me: usize, enemy: usize, condition: &Condition) -> Option<i32> {
        let fire = || self.fires.of(me, enemy, false, condition.wound.is_arm());
        self.still.then(|| fire().unnamed + condition_modifier(condition, &self.rules))
    }

    /// For which target numbers each figure should aim first.
    #[inline(always)]
    pub(crate) fn aims(&self) -> &Aims {
        &self.aims
    }

    /// Which location each figure names on a map.
    #[inline(always)]
    pub(crate) fn places(&self) -> &Places {
        &self.places
    }

    /// What has been worked out about a figure.
    #[inline(always)]
    pub(crate) fn precomputed(&self, me: usize) -> &Precomputed {
        &self.precomputed[me]
    }

    /// Whether a figure could hit any enemy, in a battle in which nobody moves.
    pub(crate) fn may_hit_anybody(&self, me: usize) -> bool {
        self.enemies(me).any(|enemy| self.fires.may_hit(me, enemy))
    }

    /// The numbers of a figure's enemies.
    #[inline]
    pub(crate) fn enemies(&self, me: usize) -> std::ops::Range<usize> {
        match self.profiles[me].side {
            Side::Blue => self.blues..self.profiles.len(),
            Side::Red => 0..self.blues,
        }
    }

    /// A figure's enemies, as a set.
    #[inline]
    pub(crate) fn enemies_of(&self, me: usize) -> Figures {
        if me < self.blues { self.sides.red } else { self.sides.blue }
    }

    /// A figure's side, including itself.
    #[inline]
    pub(crate) fn friends_of(&self, me: usize) -> Figures {
        if me < self.blues { self.sides.blue } else { self.sides.red }
    }

    /// The parts of a figure that show; an empty list means all of it (CQB-5.3.7).
    #[inline]
    pub(crate) fn shows(&self, target: usize, covered: bool) -> &[AimAt] {
        if covered { BEHIND_COVER } else { &self.profiles[target].shows }
    }

    /// Whether cover on the map counts (CQB-5.3.7).
    pub(crate) fn cover_counts(&self) -> bool {
        self.rules.cover == Cover::ExposedParts
    }

    /// The number of a figure or bystander in the log. Bystanders are numbered after the figures.
    pub(crate) fn observer_id(&self, who: usize) -> u8 {
        who.checked_sub(FIGURES).map_or(who, |captive| self.profiles.len() + captive) as u8
    }
}

/// Sets each figure's place in its side's line and its deck. Returns the owner and ability of each deck (CQB-1.3a,
/// CQB-2.1b).
fn deal_out(rules: &Rules, field: &Field, blues: usize, profiles: &mut [Profile]) -> Vec<(Side, Ability)> {
    let mut decks = Vec::new();
    let reds = profiles.len() - blues;
    for (number, profile) in profiles.iter_mut().enumerate() {
        let (slot, count) = if number < blues { (number, blues) } else { (number - blues, reds) };
        profile.place = (2 * slot as i32 + 1 - count as i32) * field.spacing.thousandths() / 2;
        let owner = (profile.side, profile.ability);
        let shared = decks.iter().position(|&deck| deck == owner && rules.deck_owner == DeckOwner::Team);
        profile.deck = shared.unwrap_or(decks.len()) as u8;
        if shared.is_none() {
            decks.push(owner);
        }
    }
    decks
}
