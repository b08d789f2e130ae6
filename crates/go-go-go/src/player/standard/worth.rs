//! What a grenade that harms is worth: the harm that it is expected to do to the enemy, less the harm to the own side.

use std::iter;

use engage::{Inches, Side};
use field::{Cell, Figures};

use super::choice::{Choice, thousandths};
use crate::assault::EVERYBODY;
use crate::figure::Man;
use crate::grenade::{Direction, Grenade, lowered, off, throw};
use crate::options::CtLostWhen;
use crate::player::Throw;
use crate::rules::{Blast, Rules};

/// The harm of putting a figure out of action. Other harm is a part of it.
const OUT: i32 = 12;
/// The harm of a wound, which spoils all later dice.
const WOUND: i32 = 6;
/// The harm of a first wound where it counts towards the loss of the Counter-Terrorists (GGG-mis-5).
const FIRST_WOUND: i32 = 8;
/// The harm of a stun by HE.
const STUN: i32 = 4;
/// The harm of a stun by a stun grenade: less, because it does nothing else and costs its thrower a shot.
const ONLY_STUN: i32 = 2;
/// The loss of a hostage or of the VIP to their own side's grenade: it ends the game (GGG-hm-4, GGG-am-4).
const OF_ALL: i32 = 16;
/// The greatest distance by which a grenade scatters, in thousandths of an inch (GGG-gren-6).
const SCATTER: u32 = 6_000;

impl Choice<'_> {
    /// Whether a throw at these enemies pays: it is expected to do more harm to them than to the own side, and is worth
    /// more than a shot at one of these threats. For HE, which is wasted on a figure that falls before it throws, half
    /// of a shot is enough.
    pub(super) fn pays(&self, aim: Cell, grenade: Grenade, (enemies, threats): (Figures, Figures)) -> bool {
        let faces = threats.iter().map(|enemy| self.to_hit(enemy)).max().unwrap_or(0) as i32;
        // Of six hits two put a figure out and four wound it; a throw has six dice for its effect and 216 landings.
        let shot = faces * (2 * OUT + 4 * WOUND) * 36;
        let instead = match (self.doctrine().throw, grenade) {
            (Throw::Always, _) => 0,
            (_, Grenade::He) => shot / 2,
            _ => shot,
        };
        self.is_worth_more(instead, aim, grenade, enemies)
    }

    /// Whether a throw can be on target, and the harm expected of it, over all its 216 dice, is more than this. Most
    /// answers are known before every landing is weighed.
    fn is_worth_more(&self, instead: i32, aim: Cell, grenade: Grenade, enemies: Figures) -> bool {
        let (plan, rules, knows) = (self.plan(), self.knows.rules(), &self.knows);
        let radius = thousandths(rules.radius);
        let near = |cell: Option<Cell>| cell.filter(|&cell| plan.distance(cell, aim) <= radius + SCATTER);
        let enemies =
            enemies.iter().filter_map(|enemy| Some((near(self.last_seen(enemy))?, self.harm_to_enemy(enemy, grenade))));
        let friends = knows
            .team()
            .iter()
            .filter_map(|friend| Some((near(knows.at(friend))?, -self.harm_to_friend(friend, grenade))));
        // Stunned hostages do not matter.
        let hostages = if grenade == Grenade::He { knows.hostages() } else { Figures::NONE };
        let hostages = hostages.iter().filter_map(|hostage| Some((near(knows.hostage(hostage))?, -OUT * OF_ALL)));
        // Everybody whom a burst could reach: the cell of each, and the harm to it, less than nothing if it is of the own side.
        let (mut victims, mut count) = ([(aim, 0); EVERYBODY], 0);
        let (mut most, mut least) = (0, 0);
        for (cell, harm) in enemies.chain(friends).chain(hostages) {
            most += harm.max(0);
            least += harm.min(0);
            victims[count] = (cell, harm);
            count += 1;
        }
        let victims = &victims[..count];
        let at = |burst: Cell| -> i32 {
            let reached = |cell: Cell| plan.distance(burst, cell) <= radius && plan.sees(burst, cell, knows.doors());
            victims.iter().filter(|&&(cell, _)| reached(cell)).map(|&(_, harm)| harm).sum()
        };
        let distance = Inches::from_thousandths(plan.distance(self.here, aim) as i32);
        let on = throw(rules, knows.man(self.me), plan.through_opening(self.here, aim)).faces() as i32;
        if on == 0 {
            return false;
        }
        let scattered = |(die, faces): (i8, i32)| {
            let landing = move |by: i32| off(rules, Direction::of(die), Inches::whole(by), distance);
            (1..=6).map(move |by| ((6 - on) * faces, knows.lands(self.here, aim, landing(by))))
        };
        // One die of each direction, and how many faces give it.
        let directions = [(1, 2), (3, 2), (5, 1), (6, 1)];
        let landings = iter::once((on * 36, aim)).chain(directions.into_iter().flat_map(scattered));

        let weighed = || {
            let (mut harm, mut left) = (0, 216);
            for (dice, burst) in landings.clone() {
                if harm + left * most <= instead {
                    return false;
                }
                if harm + left * least > instead {
                    return true;
                }
                harm += dice * at(burst);
                left -= dice;
            }
            harm > instead
        };
        let answer = weighed();
        let all = || landings.clone().map(|(dice, burst)| dice * at(burst)).sum::<i32>();
        debug_assert_eq!(answer, all() > instead, "every landing weighed says otherwise");
        answer
    }

    fn harm_to_enemy(&self, enemy: usize, grenade: Grenade) -> i32 {
        let seen = self.knows.sighting(enemy).map(|seen| Man {
            wounds: seen.state.wounds,
            stun: seen.state.stun,
            ..Man::FRESH
        });
        harm(self.knows.rules(), &seen.unwrap_or(Man::FRESH), grenade, self.side().enemy())
    }

    fn harm_to_friend(&self, friend: usize, grenade: Grenade) -> i32 {
        let worth = if self.knows.vip() == Some(friend) { OF_ALL } else { 1 };
        harm(self.knows.rules(), self.knows.man(friend), grenade, self.side()) * worth
    }
}

/// The harm of a burst to a figure in it, over the six faces of its die.
fn harm(rules: &Rules, man: &Man, grenade: Grenade, side: Side) -> i32 {
    let first = side == Side::Blue && man.wounds == 0 && rules.ct_lost_when == CtLostWhen::AllHit;
    let (table, stun) = if grenade == Grenade::He { (&rules.he, STUN) } else { (&rules.stun, ONLY_STUN) };
    let effect = |die: i8| table[(die - lowered(rules, man)).clamp(1, 6) as usize - 1];
    let harm = |die: i8| match effect(die) {
        Blast::Stunned if man.stun <= 1 => stun,
        Blast::Wounded if first => FIRST_WOUND,
        Blast::Wounded => WOUND,
        Blast::Out => OUT,
        Blast::Nothing | Blast::Stunned => 0,
    };
    (1..=6).map(harm).sum()
}
