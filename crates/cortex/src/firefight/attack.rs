//! Attacks, and what comes of them (CX2-attack-1 to -7, CX2-spec-1, CX2-spec-2, CX2-zone-4).

use chance::{Chance, Die, Keep, Pool};

use super::battle::{Body, Specialist};
use super::game::Play;
use super::log::{self, Scene, Tries};
use super::state::{Fallen, Flank, Kind, Stage, figures};
use crate::action::Attack;
use crate::combat::harmed;
use crate::grenade::{self, dice_for, shared_out};
use crate::group::Part;
use crate::handling::Handling;
use crate::options::{EffectDiceVsCharacter, FlankEffect, Hitches, SpecialistLoss};
use crate::player::Players;
use crate::purpose;
use crate::recover::{attacked, complication, given_again};
use crate::roll::{Opposed, Party, Role, Rolled};

impl<C: Chance, P: Players> Play<'_, C, P> {
    pub(super) fn hitches(&self) -> bool {
        self.battle.rules.hitches != Hitches::Never
    }

    /// A side of a roll: its dice, and what a player of it may spend on them.
    fn party(&self, who: usize, pool: Pool, handling: Handling) -> Party {
        let player = self.battle.is_player(who);
        Party {
            keep: handling.keep,
            point: player && handling.saves && self.state.points > 0,
            spare: player && handling.buys && self.state.points > 0,
            hitches: player && self.hitches(),
            ..Party::new(pool)
        }
    }

    /// The limit of effect dice on somebody (CX2-attack-4, CX2-attack-5).
    fn limit(&self, who: usize) -> chance::Limit {
        match self.state.pieces[who].kind {
            Kind::Character => self.battle.rules.on_character(0),
            _ => self.battle.rules.on_unit(0),
        }
    }

    /// An attack.
    pub(super) fn attack(&mut self, me: usize, attack: &Attack) {
        self.state.edge_points -= attack.price();
        if attack.others > 0 {
            return self.attack_several(me, attack);
        }
        let (battle, target, turn) = (self.battle, attack.target, self.turn);
        let attacks = battle.with_specialists(self.state, me, attack, battle.attack_pool(self.state, me, target));
        let resists = battle.resist_pool(self.state, me, target, attack.marksman).and(battle.hampers(self.state, me));
        let (ours, theirs) = (self.handling(me, true), self.handling(target, false));
        let actor = self.party(me, attacks, ours).limited(self.limit(target));
        let opposition = self.party(target, resists, theirs).limited(self.limit(me));
        let riposte = battle.rules.riposte;
        let opposed = Opposed { riposte, ..Opposed::new(&battle.rules, actor, opposition) };
        let rolled = opposed.roll(self.chance, self.at(me, purpose::ACTOR, 0));
        self.state.points -= u8::from(rolled.spent);
        let state = &*self.state;
        self.chance.log(|| {
            let at = Scene { battle, state, turn };
            log::attacks(at, me, attack, [&attacks, &resists], actor.keep, &rolled)
        });
        match rolled.winner {
            Some(Role::Actor) => {
                let effects = self.with_one_bought(target, ours, &rolled);
                self.harm(target, effects, ours);
                if attack.flames {
                    self.set_on_fire(target, rolled.effects.first());
                }
            }
            Some(Role::Opposition) if riposte => {
                let effects = self.with_one_bought(me, theirs, &rolled);
                self.harm(me, effects, theirs);
            }
            _ => {}
        }
        let (player, own, dice) = if battle.is_player(me) { (me, ours, attacks) } else { (target, theirs, resists) };
        self.hitched(player, rolled.hitches, dice.dice(), own);
    }

    /// The effect dice, and one more if a plot point takes one more enemy out with it (CX0-15, CX2-attack-7).
    fn with_one_bought(&mut self, target: usize, handling: Handling, rolled: &Rolled) -> Pool {
        let sizes = rolled.effects.sizes();
        let (rules, piece) = (&self.battle.rules, self.state.pieces[target]);
        let character = piece.kind == Kind::Character;
        let counts = !character || rules.effect_dice_vs_character == EffectDiceVsCharacter::Margin;
        // The last point may have been spent on the total.
        let Some(die) = rolled.spare.filter(|_| counts && self.state.points > 0) else { return sizes };
        let left = |dice: Pool| match character {
            true => u8::from(harmed(rules, piece.harm, dice).in_action()),
            false => piece.group.harmed(rules, handling, dice, Part::Two).qualities.dice(),
        };
        if left(sizes.with(die, 1)) >= left(sizes) {
            return sizes;
        }
        self.state.points -= 1;
        let at = Scene { battle: self.battle, state: &*self.state, turn: self.turn };
        self.chance.log(|| log::bought(at, target, die));
        sizes.with(die, 1)
    }

    /// One attack roll on several targets, each resisting with a roll of its own (CX2-spec-2).
    fn attack_several(&mut self, me: usize, attack: &Attack) {
        let (battle, rules, turn) = (self.battle, &self.battle.rules, self.turn);
        let all = std::iter::once(attack.target).chain(figures(attack.others));
        // Drawbacks of the first named are those that show where it goes off.
        let attacks =
            battle.with_specialists(self.state, me, attack, battle.attack_pool(self.state, me, attack.target));
        let at = Scene { battle, state: &*self.state, turn };
        self.chance.log(|| log::shells(at, me, attack));
        let drawn = self.at(me, purpose::ACTOR, 0);
        let mut hand = self.chance.with("actor").throw(drawn, &attacks, Keep::BEST);
        let kept = self.chance.look(&mut hand, |kept| (kept.total, kept.left.dice));
        let mut limits = [0; grenade::MOST];
        let mut hitches = [(0, 0, Handling::default()); grenade::MOST];
        for (nth, target) in all.clone().enumerate() {
            let resists =
                battle.resist_pool(self.state, me, target, attack.marksman).and(battle.hampers(self.state, me));
            let (most, handling) = (self.limit(target), self.handling(target, false));
            let party = self.party(target, resists, handling);
            let at = self.at(me, purpose::OPPOSITION, nth as u16);
            let keep = Keep { third: party.point, ..Keep::BEST };
            let mut theirs = self.chance.with("opposition").throw(at, &resists, keep);
            let (limit, saved, ones, total) = self.chance.look(&mut theirs, |theirs| {
                let limit = dice_for(rules, most, kept, theirs.total);
                let saved = party.point && limit > 0 && dice_for(rules, most, kept, theirs.total_of_three()) == 0;
                let total = if saved { theirs.total_of_three() } else { theirs.total };
                let ones = if party.hitches { theirs.hitches } else { 0 };
                // Only an observer sees the total.
                (if saved { 0 } else { limit }, saved, ones, if C::OBSERVED { total } else { 0 })
            });
            self.state.points -= u8::from(saved);
            (limits[nth], hitches[nth]) = (limit, (ones, resists.dice(), handling));
            let at = Scene { battle, state: &*self.state, turn };
            let (pools, totals) = ([&attacks, &resists], [kept.0, total]);
            self.chance.log(|| log::shelled(at, me, (target, attack), pools, totals, (limit > 0, saved)));
        }
        let handling = self.handling(me, true);
        let given = shared_out(kept.1, limits);
        for ((target, dice), _) in all.clone().zip(given).zip(limits).filter(|(_, limit)| *limit > 0) {
            self.chance.log(|| log::shared(turn, me, target, dice));
            if dice.is_empty() {
                continue;
            }
            self.harm(target, dice, handling);
            if attack.flames && target == attack.target {
                self.set_on_fire(target, dice.largest().unwrap_or(Die::D4));
            }
        }
        for (target, (ones, dice, handling)) in all.zip(hitches) {
            self.hitched(target, ones, dice, handling);
        }
    }

    /// Effect dice on somebody.
    fn harm(&mut self, target: usize, sizes: Pool, handling: Handling) {
        let turn = self.turn;
        if let Body::Character(_) = self.battle.profiles[target].body {
            let piece = &mut self.state.pieces[target];
            let before = piece.harm;
            piece.harm = harmed(&self.battle.rules, before, sizes);
            let harm = piece.harm;
            self.chance.log(|| log::harmed(turn, target, sizes, &before, &harm));
            self.tidy(target);
        } else {
            self.harm_unit(target, sizes, handling);
        }
    }

    /// A unit or a machine is harmed as in Part I (CX2-scope-5), and some of its members fall (CX2-attack-4, CX2-unit-3).
    fn harm_unit(&mut self, who: usize, sizes: Pool, handling: Handling) {
        let (battle, turn) = (self.battle, self.turn);
        let before = self.state.pieces[who].group;
        let after = before.harmed(&battle.rules, handling, sizes, Part::Two);
        let fallen = self.fallen(who, &before.qualities, &after.qualities);
        self.state.pieces[who].group = after;
        self.chance.log(|| log::unit_harmed(turn, who, sizes, [&before, &after], fallen.specialists));
        self.tidy(who);
        let men = matches!(self.battle.profiles[who].body, Body::Unit(_));
        let any = men && (!fallen.plain.is_empty() || fallen.specialists > 0);
        if any && self.state.edge_points > 0 && battle.medic_for(self.state, who).is_some() {
            self.state.stage = Stage::Tend(fallen);
        }
    }

    /// Who falls in a unit that loses these numbers of Quality Dice.
    fn fallen(&mut self, who: usize, before: &Pool, after: &Pool) -> Fallen {
        let battle = self.battle;
        let specialists = battle.profiles[who].specialists();
        let mut fallen = Fallen { unit: who as u8, plain: Pool::EMPTY, specialists: 0, tries: 0 };
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
                        // Luck of its own for each fall: fewer stand after it, unless a point has brought somebody back.
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

    /// A target that an attack with a flamethrower has harmed catches fire (CX2-spec-1); fire has no effect on those who are out.
    fn set_on_fire(&mut self, target: usize, die: Die) {
        let piece = &mut self.state.pieces[target];
        if piece.in_action() {
            let before = piece.on_fire;
            piece.on_fire = Some(given_again(before, die));
            let (turn, fire) = (self.turn, piece.on_fire);
            self.chance.log(|| log::catches_fire(turn, target, before, fire));
        }
    }

    /// An attack on a target's cover (CX2-zone-4).
    pub(super) fn flank(&mut self, me: usize, target: usize) {
        let (battle, rules) = (self.battle, &self.battle.rules);
        let attacks = battle.attack_pool(self.state, me, target);
        let resists = battle.resist_pool(self.state, me, target, false).and(battle.hampers(self.state, me));
        let cover = battle.cover_against(self.state, me, target);
        if let Some(effect) = self.test(me, Tries::Flank(target), Party::new(attacks), Party::new(resists)) {
            let left = cover.map(|die| match rules.flank_effect {
                FlankEffect::Removes => None,
                FlankEffect::EffectDie => die.and_then(|die| attacked(rules, die, effect)),
            });
            self.state.pieces[me].flank = Some(Flank { target: target as u8, left });
            let turn = self.turn;
            self.chance.log(|| log::flanked(turn, me, target, cover, left));
        }
    }

    /// The hitches of a player's roll become the roller's Stress (CX0-16, CX1-comp-1): he is the one in the Hotseat.
    pub(super) fn hitched(&mut self, who: usize, hitches: u8, dice: u8, handling: Handling) {
        let rules = &self.battle.rules;
        let Some(die) = complication(rules, hitches).filter(|_| self.battle.is_player(who)) else { return };
        let piece = &mut self.state.pieces[who];
        if piece.in_action() {
            let before = piece.harm.stress;
            piece.harm.stress = before.harmed(die, rules.floor());
            let (turn, stress) = (self.turn, piece.harm.stress);
            self.chance.log(|| log::stressed(turn, who, die, before, stress));
            self.tidy(who);
        }
        // The points are the team's, for any roller and any spender (clarification 17).
        let of_use = || handling.saves || handling.buys || self.battle.spends_points();
        if hitches < dice && of_use() {
            self.state.points = self.state.points.saturating_add(1);
            let at = Scene { battle: self.battle, state: &*self.state, turn: self.turn };
            self.chance.log(|| log::handed(at, who, die));
        }
    }
}
