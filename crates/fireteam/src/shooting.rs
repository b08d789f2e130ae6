//! Fire (FT-fire, FT-hit, FT-beat): the firer, the men tested, and the effects.

use chance::Chance;
use engage::Side;
use field::Sight;

use crate::action::{Action, Ask, Occasion};
use crate::battle::Profile;
use crate::figure::{Man, Movement, NOBODY, Posture};
use crate::fire::{Attack, Firer, Mode, Preparation, Target, pins, preparation_after};
use crate::ground::Ground;
use crate::line_of_sight::{Laid, LineOfSight, Zone};
use crate::log::{self, Stance};
use crate::options::{AimLost, BeatenZoneRange, Refused};
use crate::play::Play;
use crate::player::Players;
use crate::prepared::firing::FirerBits;
use crate::prepared::rolls::RollIndex;
use crate::purpose;
use crate::rules::Effect;
use crate::state::State;
use crate::turn::Go;
use crate::view::BattleView;

impl<const N: usize, G: Ground<N>> BattleView<'_, N, G> {
    /// A man as a firer, for any target.
    #[inline(always)]
    pub(crate) fn firer(self, me: usize, mode: Mode, preparation: Preparation) -> FirerBits {
        let (profile, man) = (&self.battle.profiles[me], &self.men[me]);
        let hard_cover = G::is_covered_from_all(self, me);
        FirerBits::of(&Firer {
            mode,
            preparation,
            sniper: profile.sniper,
            pinned: self.pinned.contains(me),
            wounded: man.wounded,
            hard_cover,
            number_two: profile.crewed[mode as usize] && G::has_number_two(self, me),
            rested: self.rests(me, hard_cover) || profile.facts.rested,
        })
    }

    /// A firer facing an enemy in sight: on a map his cover depends on the enemy, and counts if he is pinned or has a
    /// bipod (FT-pin-4, FT-fire-7).
    #[inline(always)]
    pub(crate) fn facing(self, me: usize, profile: &Profile, target: usize, firer: FirerBits) -> FirerBits {
        let counts = G::has_sides() && (firer.is_pinned() || profile.bipod);
        if !counts || !G::line_to_seen(self, target, me).sight.covered() {
            return firer;
        }
        firer.in_hard_cover(self.rests(me, true))
    }

    /// A man firing at an enemy: aimed if he has aimed at him, otherwise prepared by his movement in this turn
    /// (FT-hit-3, FT-hit-7, FT-hit-8).
    #[inline(always)]
    fn firer_at(self, me: usize, target: usize, mode: Mode) -> FirerBits {
        let Man { aim, movement, .. } = self.men[me];
        let aimed = usize::from(aim) == target;
        let preparation = if aimed { Preparation::Aimed } else { preparation_after(movement) };
        self.facing(me, &self.battle.profiles[me], target, self.firer(me, mode, preparation))
    }

    /// Whether a man rests his weapon on its bipod (FT-fire-7).
    #[inline(always)]
    fn rests(self, me: usize, hard_cover: bool) -> bool {
        let man = &self.men[me];
        let still = || match man.movement {
            Movement::Stationary => true,
            Movement::Moving => self.battle.rules.bipod_after_move == Refused::Yes,
            Movement::Rushing => false,
        };
        self.battle.profiles[me].bipod && (man.posture == Posture::Prone || hard_cover) && still()
    }

    /// The chance that an attack with this roll puts out a man under this sight.
    #[inline]
    pub(crate) fn worth(self, roll: RollIndex, target: usize, sight: Sight) -> f32 {
        let attacks = &self.battle.attacks;
        attacks.puts_out(roll, attacks.shown(&self.men[target], sight))
    }

    /// The line of sight from one man to another.
    #[inline(always)]
    pub(crate) fn line_of_sight(self, from: usize, to: usize) -> LineOfSight {
        G::line_of_sight(self, from, to)
    }

    /// A firer's line of sight to a man in his beaten zone. The range is that of the point aimed at, or of each man
    /// (FT-beat-3).
    #[inline]
    pub(crate) fn in_zone(self, me: usize, other: usize, zone: Zone) -> LineOfSight {
        let line = self.line_of_sight(me, other);
        match self.battle.rules.beaten_zone_range {
            BeatenZoneRange::AimPoint => LineOfSight { reach: zone.reach, squared: zone.squared, ..line },
            BeatenZoneRange::EachFigure => line,
        }
    }
}

impl<C: Chance, const N: usize, G: Ground<N>, P: Players> Play<'_, C, N, G, P> {
    /// Each man of a side names his target before the first shot of its turn (FT-seq-4).
    #[inline(never)]
    pub(crate) fn name_targets(&mut self, side: Side) {
        for me in self.battle.men_of(side) {
            self.state.named[me] = self.target_named(me);
        }
    }

    /// The target that a man names.
    fn target_named(&mut self, me: usize) -> u8 {
        if !self.state.up.contains(me) {
            return NOBODY;
        }
        match self.ask_for_fire(me, Ask::Name) {
            Action::Fire { target, .. } | Action::Aim { target } => target as u8,
            _ => NOBODY,
        }
    }

    /// Asks a man for his fire, if he may fire and has a target.
    #[inline(always)]
    fn ask_for_fire(&mut self, me: usize, ask: Ask) -> Action {
        let view = self.view();
        if view.targets(me).is_empty() || view.may_use_weapon(me).is_err() {
            return Action::Nothing;
        }
        self.ask(me, ask)
    }

    /// A man aims or fires, if he can (FT-fire-1).
    #[inline]
    pub(crate) fn fire_man(&mut self, me: usize) -> Go {
        // A man who named no target may not fire.
        if self.battle.names_first && self.state.named[me] == NOBODY {
            return Go::Nothing;
        }
        match self.ask_for_fire(me, Ask::Fire) {
            Action::Aim { target } => {
                self.state.men[me].aim = target as u8;
                let Play { battle, turn, .. } = *self;
                let (state, chance) = (&*self.state, &mut *self.chance);
                chance.log(|| log::aims(turn, me, target as u8, BattleView { battle, state }));
                Go::Acted
            }
            Action::Fire { target, mode, point } => self.fire(me, mode, Laid { target, point }),
            _ => Go::Nothing,
        }
    }

    /// A shot or a burst, and the winner after it, if any (FT-fire-2).
    #[inline(always)]
    fn fire(&mut self, me: usize, mode: Mode, laid: Laid) -> Go {
        let (up, keeps) = (self.state.up, self.keeps_aim(me, mode));
        let firer = self.view().firer_at(me, laid.target, mode);
        let stance = if C::OBSERVED { Stance::of(self.view(), me, laid.target) } else { Stance::default() };
        self.state.ground.reveal(me);
        match mode {
            Mode::Single => {
                self.shot_at(me, laid.target);
                self.shoot(me, firer, laid.target, None, stance);
            }
            Mode::Auto => self.burst(me, firer, laid, stance),
        }
        if self.state.up.contains(me) {
            let keeps = keeps && self.state.up.contains(laid.target);
            self.state.men[me].aim = if keeps { laid.target as u8 } else { NOBODY };
        }
        // Only losses decide.
        if self.state.up == up { Go::Acted } else { self.decided().map_or(Go::Acted, Go::Ended) }
    }

    /// Whether a man's fire counts as aiming: an option for a man who may aim (FT-hit-8, FT-hit-10).
    #[inline(always)]
    fn keeps_aim(&self, me: usize, mode: Mode) -> bool {
        mode == Mode::Single
            && self.battle.rules.aim_while_firing == Refused::Yes
            && self.state.men[me].movement == Movement::Stationary
            && self.view().may_aim(me)
    }

    /// All men in the beaten zone may go prone, then a roll is made for each (FT-hit-6, FT-beat).
    fn burst(&mut self, me: usize, firer: FirerBits, laid: Laid, stance: Stance) {
        let zone = G::beaten_zone(self.view(), me, laid);
        let Play { battle, turn, .. } = *self;
        let (state, chance) = (&*self.state, &mut *self.chance);
        chance.log(|| log::burst(turn, me, laid, zone.tested, BattleView { battle, state }));
        for other in zone.tested {
            self.shot_at(me, other);
        }
        for other in zone.tested {
            self.shoot(me, firer, other, Some(zone), stance);
        }
    }

    /// A man who is shot at may go prone before the dice are rolled (FT-move-4).
    #[inline(always)]
    fn shot_at(&mut self, by: usize, me: usize) {
        if self.view().may_lie_down(me) {
            self.may_lie_down(me, Occasion::ShotAt { by });
        }
    }

    /// One firing roll at one man, by a shot or by a burst, with its effect (FT-seq-attack).
    fn shoot(&mut self, me: usize, firer: FirerBits, target: usize, zone: Option<Zone>, stance: Stance) {
        let Play { battle, turn, .. } = *self;
        let at = self.address(me, purpose::ATTACK, battle.luck.of(target).into());
        let (state, chance) = (&*self.state, &mut *self.chance);
        let view = BattleView { battle, state };
        let line = match zone {
            Some(zone) => view.in_zone(me, target, zone),
            None => view.line_of_sight(me, target),
        };
        let profile = &battle.profiles[me];
        let roll = profile.roll(firer, line.reach);
        let man = &state.men[target];
        let range = || G::inches(view, line.squared);
        let shot = || log::Shot {
            view,
            me,
            target,
            firer: Firer { hard_cover: stance.covered, ..firer.firer(profile.sniper) },
            number_two: stance.number_two,
            range: range(),
            distance: G::inches(view, view.line_of_sight(me, target).squared),
            seen: Target::new(man, line.sight),
        };
        if !roll.is_shot() {
            chance.log(|| shot().is_none(turn));
            return;
        }
        let shown = battle.attacks.shown(man, line.sight);
        let in_full = || {
            let seen = Target::new(man, line.sight);
            let to_hit = firer
                .firer(profile.sniper)
                .to_hit(&battle.rules, &profile.arm, range())
                .unwrap_or_else(|| unreachable!("there is a shot"));
            Attack { rules: &battle.rules, to_hit, least_save: seen.least_save(&battle.rules), wounded: seen.wounded }
        };
        let effect = battle.attacks.resolve(chance, roll, shown, in_full, at);
        if C::OBSERVED {
            let attack = in_full();
            chance.log(|| shot().attack(turn, &attack, effect));
        }
        if battle.side_of(me) != battle.side_of(target) {
            self.state.ground.attacked(target, me);
        }
        if let Some(effect) = effect {
            self.suffer(target, effect);
        }
    }

    /// Applies the effect of a hit or a blast to a man (FT-eff, FT-pin, FT-gren-9).
    pub(crate) fn suffer(&mut self, me: usize, effect: Effect) {
        match effect {
            Effect::Nothing => return,
            Effect::Serious | Effect::Dead => return self.put_out(me, effect == Effect::Dead),
            Effect::Wounded => self.state.men[me].wounded = true,
            Effect::Pinned => {}
        }
        // One counter at most: being pinned again changes nothing (FT-pin-6).
        let pinned = pins(&self.battle.rules, effect) && !self.state.pinned.contains(me);
        if pinned {
            self.state.pinned.insert(me);
        }
        let lost = match self.battle.rules.aim_lost {
            AimLost::Never => false,
            AimLost::Pinned => pinned,
            AimLost::PinnedOrWounded => pinned || effect == Effect::Wounded,
        };
        if lost {
            self.state.men[me].aim = NOBODY;
        }
    }

    /// Takes a man out of action; aims at him end (FT-eff-2, FT-eff-3, FT-hit-9).
    pub(crate) fn put_out(&mut self, me: usize, dead: bool) {
        let State { men, up, pinned, ground, .. } = &mut *self.state;
        men[me] = Man::out(dead);
        up.remove(me);
        pinned.remove(me);
        for man in men {
            if usize::from(man.aim) == me {
                man.aim = NOBODY;
            }
        }
        ground.remove(me);
    }
}
