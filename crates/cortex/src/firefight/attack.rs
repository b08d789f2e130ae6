//! Attacks and their effects (CX2-attack-1 to -7, CX2-spec-1, CX2-spec-2, CX2-zone-4).

use chance::{Chance, Die, Keep, Pool};

use super::battle::{Body, Firefight, Specialist};
use super::log::{self, Resisted, Tries};
use super::state::{Fallen, FirefightStage, Flanked, Kind, figures};
use crate::action::Attack;
use crate::combat::harmed;
use crate::facts::Change;
use crate::grenade::{self, AttackRoll, shared_out};
use crate::group::Part;
use crate::handling::Handling;
use crate::options::{EffectDiceVsCharacter, FlankEffect, Hitches, SpecialistLoss};
use crate::played::Play;
use crate::player::Players;
use crate::purpose;
use crate::recover::{attacked, complication, given_again};
use crate::roll::{ByRole, Opposed, Role, Rolled, Roller};

impl<C: Chance, P: Players> Play<'_, Firefight, C, P> {
    pub(super) fn hitches(&self) -> bool {
        self.battle.rules.hitches != Hitches::Never
    }

    /// One side of a roll: its dice, and the plot points it may spend on them.
    fn roller(&self, who: usize, pool: Pool, handling: &Handling) -> Roller {
        let player = self.battle.is_player(who);
        Roller {
            keep: handling.keep,
            point: player && handling.saves && self.state.points > 0,
            spare: player && handling.buys && self.state.points > 0,
            hitches: player && self.hitches(),
            ..Roller::new(pool)
        }
    }

    /// The most effect dice on a target (CX2-attack-4, CX2-attack-5).
    fn limit(&self, who: usize) -> chance::Limit {
        match self.state.pieces[who].kind {
            Kind::Character => self.battle.rules.on_character(0),
            _ => self.battle.rules.on_unit(0),
        }
    }

    /// An attack.
    pub(super) fn attack(&mut self, me: usize, attack: &Attack) {
        let (battle, target) = (self.battle, attack.target);
        let mut attacks = battle.attack_pool(self.state, me, target);
        if attack.takes_specialists() {
            self.state.edge_points -= attack.price();
            attacks = battle.with_specialists(self.state, me, attack, attacks);
            if attack.others > 0 {
                return self.attack_several(me, attack, attacks);
            }
        }
        let resists = battle.resist_pool(self.state, me, target, attack.marksman).and(battle.hampers(self.state, me));
        let (ours, theirs) = (self.handling(me, true), self.handling(target, false));
        let (limit, riposte, at) = (self.limit(target), battle.rules.riposte, self.at(me, purpose::ACTOR, 0));
        let (opposed, rolled) = if !riposte && self.state.points == 0 && !self.hitches() {
            let actor = Roller::new(attacks).keeping(ours.keep).limited(limit);
            let opposed = Opposed::new(&battle.rules, actor, Roller::new(resists));
            (opposed, opposed.roll_plainly(self.chance, at))
        } else {
            let actor = self.roller(me, attacks, &ours).limited(limit);
            let opposition = self.roller(target, resists, &theirs).limited(self.limit(me));
            let opposed = Opposed { riposte, ..Opposed::new(&battle.rules, actor, opposition) };
            (opposed, opposed.roll(self.chance, at))
        };
        self.state.points -= u8::from(rolled.spent);
        self.log(|at| log::attacks(at, me, attack, &opposed, &rolled));
        match rolled.winner {
            Some(Role::Actor) => {
                let effects = self.with_one_bought(target, &ours, &rolled);
                self.harm(target, effects, &ours);
                if attack.flames {
                    self.set_on_fire(target, rolled.effects.first());
                }
            }
            Some(Role::Opposition) if riposte => {
                let effects = self.with_one_bought(me, &theirs, &rolled);
                self.harm(me, effects, &theirs);
            }
            _ => {}
        }
        if rolled.hitches > 0 {
            let acts = battle.is_player(me);
            let (player, own, dice) = if acts { (me, &ours, attacks) } else { (target, &theirs, resists) };
            self.hitched(player, rolled.hitches, dice.dice(), own);
        }
    }

    /// The effect dice, plus one bought with a plot point if it takes one more enemy out (CX0-15, CX2-attack-7).
    fn with_one_bought(&mut self, target: usize, handling: &Handling, rolled: &Rolled) -> Pool {
        let sizes = rolled.effects.sizes();
        // The last point may have been spent on the total.
        let Some(die) = rolled.spare.filter(|_| self.state.points > 0) else { return sizes };
        let (rules, piece) = (&self.battle.rules, self.state.pieces[target]);
        let character = piece.kind == Kind::Character;
        if character && rules.effect_dice_vs_character == EffectDiceVsCharacter::One {
            return sizes;
        }
        let left = |dice: Pool| match character {
            true => u8::from(harmed(rules, piece.harm, dice).in_action()),
            false => piece.group.harmed(rules, *handling, dice, Part::Two).qualities.dice(),
        };
        if left(sizes.with(die, 1)) >= left(sizes) {
            return sizes;
        }
        self.state.points -= 1;
        self.log(|at| log::bought(at, target, die));
        sizes.with(die, 1)
    }

    /// One attack roll on several targets; each resists with its own roll (CX2-spec-2). The drawbacks of the first
    /// target named count in the pool.
    fn attack_several(&mut self, me: usize, attack: &Attack, attacks: Pool) {
        let (battle, rules) = (self.battle, &self.battle.rules);
        let all = std::iter::once(attack.target).chain(figures(attack.others));
        self.log(|at| log::shells(at, me, attack));
        let drawn = self.at(me, purpose::ACTOR, 0);
        let mut hand = self.chance.with("actor").throw(drawn, &attacks, Keep::BEST);
        let roll = self.chance.look(&mut hand, |kept| AttackRoll { total: kept.total, left: kept.left.dice });
        let mut limits = [0; grenade::MOST];
        let mut hitches = [(0, 0, Handling::default()); grenade::MOST];
        for (nth, target) in all.clone().enumerate() {
            let resists =
                battle.resist_pool(self.state, me, target, attack.marksman).and(battle.hampers(self.state, me));
            let (most, handling) = (self.limit(target), self.handling(target, false));
            let roller = self.roller(target, resists, &handling);
            let at = self.at(me, purpose::OPPOSITION, nth as u16);
            let keep = Keep { third: roller.point, ..Keep::BEST };
            let mut theirs = self.chance.with("opposition").throw(at, &resists, keep);
            let (limit, saved, ones, total) = self.chance.look(&mut theirs, |theirs| {
                let limit = roll.dice_for(rules, most, theirs.total);
                let saved = roller.point && limit > 0 && roll.dice_for(rules, most, theirs.total_of_three()) == 0;
                let total = if saved { theirs.total_of_three() } else { theirs.total };
                let ones = if roller.hitches { theirs.hitches } else { 0 };
                // Only an observer sees the total.
                (if saved { 0 } else { limit }, saved, ones, if C::OBSERVED { total } else { 0 })
            });
            self.state.points -= u8::from(saved);
            (limits[nth], hitches[nth]) = (limit, (ones, resists.dice(), handling));
            let pools = ByRole { actor: attacks, opposition: resists };
            let totals = ByRole { actor: roll.total, opposition: total };
            self.log(|at| log::shelled(at, me, attack, &Resisted { target, pools, totals, beaten: limit > 0, saved }));
        }
        let handling = self.handling(me, true);
        let given = shared_out(roll.left, limits);
        for ((target, dice), _) in all.clone().zip(given).zip(limits).filter(|(_, limit)| *limit > 0) {
            self.log(|at| log::shared(at.turn, me, target, dice));
            if dice.is_empty() {
                continue;
            }
            self.harm(target, dice, &handling);
            if attack.flames && target == attack.target {
                self.set_on_fire(target, dice.largest().unwrap_or(Die::D4));
            }
        }
        for (target, (ones, dice, handling)) in all.zip(hitches) {
            self.hitched(target, ones, dice, &handling);
        }
    }

    /// Applies effect dice to a target.
    fn harm(&mut self, target: usize, sizes: Pool, handling: &Handling) {
        if let Body::Character(_) = self.battle.profiles[target].body {
            let piece = &mut self.state.pieces[target];
            let before = piece.harm;
            piece.harm = harmed(&self.battle.rules, before, sizes);
            let harm = piece.harm;
            self.log(|at| log::harmed(at.turn, target, sizes, Change { before: &before, after: &harm }));
            self.tidy(target);
        } else {
            self.harm_unit(target, sizes, handling);
        }
    }

    /// Harms a unit or a machine as in Part I (CX2-scope-5); members may fall (CX2-attack-4, CX2-unit-3).
    fn harm_unit(&mut self, who: usize, sizes: Pool, handling: &Handling) {
        let battle = self.battle;
        let before = self.state.pieces[who].group;
        let after = before.harmed(&battle.rules, *handling, sizes, Part::Two);
        let fallen = if after.qualities == before.qualities {
            Fallen::nobody(who)
        } else {
            self.fallen(who, &before.qualities, &after.qualities)
        };
        self.state.pieces[who].group = after;
        self.log(|at| {
            log::unit_harmed(at.turn, who, sizes, Change { before: &before, after: &after }, fallen.specialists)
        });
        self.tidy(who);
        let men = matches!(self.battle.profiles[who].body, Body::Unit(_));
        let any = men && (!fallen.plain.is_empty() || fallen.specialists > 0);
        if any && self.state.edge_points > 0 && battle.medic_for(self.state, who).is_some() {
            self.state.stage = FirefightStage::Tend(fallen);
        }
    }

    /// The members that fall as a unit's Quality Dice go from `before` to `after`.
    fn fallen(&mut self, who: usize, before: &Pool, after: &Pool) -> Fallen {
        let battle = self.battle;
        let specialists = battle.profiles[who].specialists();
        let mut fallen = Fallen::nobody(who);
        let mut standing = before.dice();
        for die in Die::ALL {
            let mut in_action = before.count(die);
            for _ in after.count(die)..before.count(die) {
                let up = self.state.pieces[who].up;
                let is_up = |(nth, one): &(usize, &Specialist)| up >> nth & 1 == 1 && one.die == die;
                let own = || specialists.iter().enumerate().filter(is_up).map(|(nth, _)| nth);
                let plain = in_action - own().count() as u8;
                let falls = match battle.rules.specialist_loss {
                    SpecialistLoss::PlainFirst if plain > 0 => None,
                    SpecialistLoss::PlainFirst => own().next_back(),
                    SpecialistLoss::Random if plain == in_action => None,
                    SpecialistLoss::Random => {
                        // Each fall has its own luck: fewer stand after it, unless an Edge Point has brought a member
                        // back.
                        let number = self.state.edge_points << 8 | u16::from(standing);
                        let at = self.at(who, purpose::FALLS, number);
                        own().nth(self.chance.below(at, in_action.into()) as usize)
                    }
                };
                match falls {
                    None => fallen.plain = fallen.plain.with(die, 1),
                    Some(nth) => {
                        fallen.specialists |= 1 << nth;
                        self.state.pieces[who].up &= !(1 << nth);
                    }
                }
                in_action -= 1;
                standing -= 1;
            }
        }
        fallen
    }

    /// Sets a target on fire that a flamethrower has harmed (CX2-spec-1); fire has no effect on those out of action.
    fn set_on_fire(&mut self, target: usize, die: Die) {
        let piece = &mut self.state.pieces[target];
        if piece.in_action() {
            let before = piece.on_fire;
            piece.on_fire = Some(given_again(before, die));
            let fire = Change { before, after: piece.on_fire };
            self.battle.note(self.state, target);
            self.log(|at| log::catches_fire(at.turn, target, fire));
        }
    }

    /// An attack on a target's cover (CX2-zone-4).
    pub(super) fn flank(&mut self, me: usize, target: usize) {
        let (battle, rules) = (self.battle, &self.battle.rules);
        let attacks = battle.attack_pool(self.state, me, target);
        let resists = battle.resist_pool(self.state, me, target, false).and(battle.hampers(self.state, me));
        let cover = battle.cover_against(self.state, me, target);
        if let Some(effect) = self.test(me, Tries::Flank(target), Roller::new(attacks), Roller::new(resists)) {
            let left = cover.map(|die| match rules.flank_effect {
                FlankEffect::Removes => None,
                FlankEffect::EffectDie => die.and_then(|die| attacked(rules, die, effect)),
            });
            self.state.pieces[me].flank = Some(Flanked { target: target as u8, left });
            self.log(|at| log::flanked(at.turn, me, target, Change { before: cover, after: left }));
        }
    }

    /// Turns the hitches of a player's roll into the roller's Stress (CX0-16, CX1-comp-1): he is in the Hotseat.
    pub(super) fn hitched(&mut self, who: usize, hitches: u8, dice: u8, handling: &Handling) {
        let rules = &self.battle.rules;
        let Some(die) = complication(rules, hitches).filter(|_| self.battle.is_player(who)) else { return };
        let piece = &mut self.state.pieces[who];
        if piece.in_action() {
            let before = piece.harm.stress;
            piece.harm.stress = before.harmed(die, rules.floor());
            let stress = Change { before, after: piece.harm.stress };
            self.log(|at| log::stressed(at.turn, who, die, stress));
            self.tidy(who);
        }
        // The points belong to the team: any member may earn and spend them (clarification 17).
        let of_use = || handling.saves || handling.buys || self.battle.spends_points();
        if hitches < dice && of_use() {
            self.state.points = self.state.points.saturating_add(1);
            self.log(|at| log::handed(at, who, die));
        }
    }
}
