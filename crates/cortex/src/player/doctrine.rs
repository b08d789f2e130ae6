//! How a player fights: an option for every choice that the rules leave open.

use crate::handling::Handling;
use crate::options::{BreakAt, EffectOrder, KeepDice, Removal, ShownTie};

engage::rules! {
    #[derive(Copy, Eq)]
    /// Every choice that guides a player.
    Doctrine {
        /// Who plays.
        player: PlayerKind {
            /// The automatic player, by the choices of the doctrine.
            Standard,
            /// Attacks the first enemy in the list and does nothing else.
            Steady,
        },
        /// Which two dice make the actor's total (CX0-4).
        keep: KeepDice,
        /// Which of several dice of equal size is the effect die (CX0-5).
        effect_shown_tie: ShownTie,
        /// The order of several effect dice on one unit (CX1-effect-5).
        effect_order: EffectOrder,
        /// The member that an effect die takes out (CX1-harm-6).
        removal: Removal,
        /// When a plot point is spent (CX0-15).
        plot_points: PlotPoints {
            /// Never.
            Never,
            /// On a third die in the total, when that turns a lost roll into a won one.
            SaveRoll,
            /// On one more effect die, when that takes one more enemy out.
            ExtraEffect,
            /// On either.
            Both,
        },
        /// Which figure of the side goes next (CX2-init-1).
        activation: Activation {
            /// In the order of the list.
            Roster,
            /// The most injured first.
            MostInjured,
            /// The largest pool first.
            LargestPool,
        },
        /// When a side withdraws (clarification 14).
        break_at: BreakAt,
        /// When a fire is put out (CX2-spec-1).
        put_out: PutOut {
            /// In each activation.
            AtOnce,
            /// Never.
            Never,
        },
        /// When Suppressed is shaken off (CX2-spec-6).
        shake_off: ShakeOff {
            /// Never.
            Never,
            /// Always.
            Always,
            /// If it is a d4 or larger.
            D4,
            /// If it is a d6 or larger.
            D6,
            /// If it is a d8 or larger.
            D8,
            /// If it is a d10 or larger.
            D10,
            /// If it is a d12.
            D12,
        },
        /// When a machine gunner suppresses (CX2-spec-6).
        suppress: Suppress {
            /// Once in the fight.
            Once,
            /// Never.
            Never,
        },
        /// When a medic tries (CX2-spec-3).
        medic: MedicTries {
            /// Once for each member who falls.
            Once,
            /// Never.
            Never,
            /// Until the member is back or no Edge Points are left.
            UntilUp,
        },
        /// What a grenadier buys (CX2-spec-2).
        grenadier: GrenadierBuys {
            /// One more die.
            Die,
            /// Nothing.
            Never,
            /// One more target.
            Target,
        },
        /// When a marksman is used (CX2-spec-5).
        marksman: MarksmanUse {
            /// Against armour.
            Armour,
            /// Never.
            Never,
        },
        /// When a flamethrower is used (CX2-spec-1).
        flamethrower: FlamethrowerUse {
            /// In each attack in which it may be used.
            Always,
            /// Never.
            Never,
        },
        /// Which drones are deployed (CX2-spec-4).
        drones: DronesUse {
            /// None.
            Never,
            /// A turret.
            TurretFirst,
            /// A surveillance drone.
            SurveillanceFirst,
        },
        /// When to flank (CX2-zone-4).
        flank: Flank {
            /// Never.
            Never,
            /// If the target has cover of d8 or larger.
            FromD8,
        },
        /// When to create cover, if the rules let an action create it (CX2-zone-2).
        take_cover: TakeCover {
            /// In each zone with a Cover Rating, until the character has cover.
            AtOnce,
            /// Never.
            Never,
        },
        /// A character's targets.
        target_players: TargetPlayers {
            /// The first in the list.
            First,
            /// The unit with the fewest members.
            Fewest,
            /// The unit with the most members.
            Most,
            /// The unit in the weakest cover.
            WeakestCover,
        },
        /// A unit's targets.
        target_npcs: TargetNpcs {
            /// The most injured.
            MostInjured,
            /// The least injured.
            LeastInjured,
            /// A random one.
            Random,
            /// The one that resists with the fewest dice.
            SmallestPool,
            /// The most or the least injured, whichever the dice at the start make the better choice.
            Worth,
        },
        /// Where to go (CX2-zone-5).
        movement: Orders {
            /// Nowhere.
            Hold,
            /// To the nearest enemy.
            Close,
            /// To the zone next to the nearest enemy.
            Approach,
            /// To a neighbouring zone with better cover.
            BestCover,
            /// To the nearest enemy, if the dice at the start make that pay; the umpire's side stays.
            Worth,
        },
    }
}

/// The doctrine that these keys of a squad give.
macro_rules! doctrine_of {
    ($squad:expr => $($key:ident)+) => {
        $crate::player::doctrine::Doctrine { $($key: $squad.$key,)+ ..Default::default() }
    };
}
pub(crate) use doctrine_of;

impl Doctrine {
    /// How dice are handled.
    #[must_use]
    pub const fn handling(&self) -> Handling {
        Handling {
            keep: self.keep,
            shown: self.effect_shown_tie,
            order: self.effect_order,
            removal: self.removal,
            saves: matches!(self.plot_points, PlotPoints::SaveRoll | PlotPoints::Both),
            buys: matches!(self.plot_points, PlotPoints::ExtraEffect | PlotPoints::Both),
        }
    }

    /// Whether plot points are ever spent.
    #[must_use]
    pub fn spends_points(&self) -> bool {
        self.plot_points != PlotPoints::Never
    }

    /// Whether a Suppressed condition of this die is shaken off.
    #[must_use]
    pub fn shakes_off(&self, die: chance::Die) -> bool {
        match self.shake_off {
            ShakeOff::Never => false,
            ShakeOff::Always => true,
            least => die as u8 + ShakeOff::D4 as u8 >= least as u8,
        }
    }
}
