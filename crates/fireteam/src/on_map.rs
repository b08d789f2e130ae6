//! A map as ground: every man stands in a cell, and the map decides sight.

use engage::Inches;
use field::{Cell, Figures, Plan, Strip};

use crate::battle::Battle;
use crate::figure::Man;
use crate::grenade::{Exposed, Grenade};
use crate::line_of_sight::Laid;
use crate::options::{BeatenZoneAnchor, GrenadeBlastCover, GrenadeNewTarget};
use crate::rules::Rules;
use crate::scene::Scene;
use crate::site::{Line, Site};

/// A map, and its changing state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OnMap<'a> {
    pub(crate) site: &'a Site,
    pub(crate) scene: Scene,
}

impl<'a> OnMap<'a> {
    /// An empty map, before the men are placed.
    pub(crate) fn new(site: &'a Site) -> OnMap<'a> {
        OnMap { site, scene: Scene::default() }
    }

    #[inline]
    pub(crate) fn plan(&self) -> &'a Plan {
        self.site.plan()
    }

    /// A man's cell, unless he is off the map.
    #[inline]
    pub(crate) fn at(&self, me: usize) -> Option<Cell> {
        self.scene.standing.at(me)
    }

    /// The line from one man to another; none if one of them is off the map.
    #[inline]
    pub(crate) fn line(&self, me: usize, other: usize) -> Option<Line> {
        self.at(me).zip(self.at(other))
    }

    /// Distance between two men.
    #[inline]
    pub(crate) fn distance(&self, me: usize, other: usize) -> Inches {
        self.line(me, other).map_or(Inches::from_thousandths(i32::MAX), |line| self.site.length(line))
    }

    /// Whether one man sees another.
    #[inline]
    pub(crate) fn sees(&self, from: usize, to: usize) -> bool {
        self.line(from, to).is_some_and(|(from, to)| self.plan().sees(from, to, self.scene.doors))
    }

    /// Whether hard cover or a wall right in front of a man lies between him and another, who need not see him
    /// (FT-unpin-2).
    pub(crate) fn is_behind_cover(&self, from: usize, me: usize) -> bool {
        self.line(from, me).is_some_and(|(from, to)| self.plan().behind_cover(from, to, self.scene.doors))
    }

    /// Whether two men are within an inch of each other: their squares touch, also by a corner, unless two walls meet
    /// there (FT-fire-6).
    #[inline]
    pub(crate) fn are_beside(&self, me: usize, other: usize) -> bool {
        let (plan, doors) = (self.plan(), self.scene.doors);
        self.line(me, other).is_some_and(|(from, to)| plan.squared(from, to) <= 2 && plan.sees(from, to, doors))
    }

    /// The line of fire: from the firer to the target, or to the point half way between two targets (FT-beat-2).
    #[inline]
    pub(crate) fn line_of_fire(&self, me: usize, laid: Laid) -> Option<Line> {
        let (from, aim) = self.line(me, laid.target)?;
        if laid.point == laid.target {
            return Some((from, aim));
        }
        let Some(other) = self.at(laid.point) else { return Some((from, aim)) };
        let (one, other) = (self.plan().position(aim), self.plan().position(other));
        let half = |a: u8, b: u8| usize::from(a).midpoint(usize::from(b));
        let between = self.plan().cell(half(one.row, other.row), half(one.column, other.column));
        Some((from, between.filter(|&cell| self.plan().sees(from, cell, self.scene.doors)).unwrap_or(aim)))
    }

    /// The line of a burst, and the strip that it beats along it (FT-beat-1, FT-beat-2).
    #[inline]
    pub(crate) fn strip(&self, battle: &Battle, me: usize, laid: Laid) -> Option<(Line, Strip)> {
        let (width, depth) = battle.profiles[me].arm.zone?;
        let line = self.line_of_fire(me, laid)?;
        let (width, depth) = (width.thousandths() as u32, depth.thousandths() as u32);
        let strip = match battle.rules.beaten_zone_anchor {
            BeatenZoneAnchor::Centred => Strip::centred(width, depth),
            BeatenZoneAnchor::NearEdge => Strip::from_near_edge(width, depth),
        };
        Some((line, strip))
    }

    /// The men in a strip except the firer, ignoring walls.
    #[inline]
    pub(crate) fn within(&self, strip: Strip, (from, aim): Line, me: usize) -> Figures {
        let standing = &self.scene.standing;
        standing.within_strip(self.plan(), from, aim, strip, standing.placed().without(me))
    }

    /// The nearest enemy in a man's sight; among equals the first in the list.
    pub(crate) fn nearest_in_sight(&self, me: usize) -> Option<usize> {
        self.scene.sees[me].iter().min_by_key(|&enemy| self.scene.views[me][enemy].squared)
    }

    /// Whether an enemy makes a man out (FT-save-6), and whether the man can tell: he makes that enemy out himself.
    pub(crate) fn is_made_out(&self, me: usize) -> [bool; 2] {
        let knows = self.knows_he_is_made_out(me);
        [knows || self.is_made_out_by(self.scene.sees[me], me, self.scene.revealed), knows]
    }

    /// Whether a man can tell that an enemy makes him out.
    #[inline]
    pub(crate) fn knows_he_is_made_out(&self, me: usize) -> bool {
        self.is_made_out_by(self.makes_out(me), me, self.scene.knows_it)
    }

    #[inline]
    fn is_made_out_by(&self, enemies: Figures, me: usize, revealed: Figures) -> bool {
        let concealed = &self.scene.concealed;
        !enemies.is_empty() && (revealed.contains(me) || enemies.iter().any(|enemy| !concealed[enemy].contains(me)))
    }

    /// The enemies a man makes out: in sight, and known to be there if they are concealed (FT-save-6, FT-gap-5).
    #[inline(always)]
    pub(crate) fn makes_out(&self, me: usize) -> Figures {
        self.scene.sees[me] - (self.scene.concealed[me] - self.scene.revealed)
    }

    /// The enemies a man may throw at: made out, within reach, and in sight for long enough (FT-gren-1, FT-gren-10).
    pub(crate) fn throw_targets(&self, rules: &Rules, me: usize) -> Figures {
        let Scene { views, saw, saw_before, .. } = &self.scene;
        let known = match rules.grenade_new_target {
            GrenadeNewTarget::InSightAtTurnStart => saw[me],
            GrenadeNewTarget::InSightLastTurn => saw[me] & saw_before[me],
        };
        (self.makes_out(me) & known).filter(|enemy| views[me][enemy].squared <= self.site.throw)
    }

    /// How many grenades of a kind a man has left.
    pub(crate) fn grenades(&self, me: usize, kind: Grenade) -> u8 {
        match kind {
            Grenade::Offensive => self.scene.offensive[me],
            Grenade::Defensive => self.scene.defensive[me],
        }
    }

    /// Whether a man has any left.
    #[inline]
    pub(crate) fn carries_grenades(&self, me: usize) -> bool {
        self.scene.offensive[me] > 0 || self.scene.defensive[me] > 0
    }

    /// The men in the blast circles of a grenade without a solid shield (FT-gren-5, FT-gren-6, FT-gren-12).
    pub(crate) fn in_blast(&self, rules: &Rules, at: Cell, grenade: Grenade) -> Figures {
        let (standing, radius) = (&self.scene.standing, Exposed::reach(rules, grenade).thousandths() as u32);
        match rules.grenade_blast_cover {
            GrenadeBlastCover::BlockedByHardCover => {
                standing.within_burst(self.plan(), at, radius, self.scene.doors, standing.placed())
            }
            GrenadeBlastCover::Ignored => standing.within_radius(self.plan(), at, radius, standing.placed()),
        }
    }

    /// A man near a burst.
    pub(crate) fn exposed(&self, man: &Man, who: usize, at: Cell) -> Exposed {
        let distance = self.site.length((at, self.at(who).unwrap_or(at)));
        Exposed { distance, posture: man.posture, movement: man.movement, wounded: man.wounded }
    }
}
