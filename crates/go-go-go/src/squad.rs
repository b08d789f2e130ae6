//! A squad as a scenario gives it, and what is wrong with it.

use engage::{Deploy, Inches, Problem, Side};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::figure::{Man, Pace, Weapon};
use crate::grenade::{Grenade, Kit};
use crate::options::Allowed;
use crate::player::{Advance, Doctrine, Numbers, Orders, PlayerKind, TargetPolicy, Throw, numbers};
use crate::rules::Rules;

engage::options! {
    /// How a figure sees its enemies where nobody turns round.
    Sees {
        /// They are before it: it sees them all (GGG-see-1).
        #[schemars(title = "At once")]
        Auto,
        /// They are to one side: it rolls for each in each turn (GGG-see-2).
        #[schemars(title = "By a roll")]
        Roll,
    }
}

/// A number of a doctrine as it is checked: in thousandths of what it counts.
trait Number: Copy {
    fn thousandths(self) -> i64;
}

impl Number for Inches {
    fn thousandths(self) -> i64 {
        Inches::thousandths(self).into()
    }
}

impl Number for u8 {
    fn thousandths(self) -> i64 {
        1000 * i64::from(self)
    }
}

impl Number for u16 {
    fn thousandths(self) -> i64 {
        1000 * i64::from(self)
    }
}

/// A squad with a key for each number of its doctrine.
macro_rules! squad {
    ($($(#[$doc:meta])* $key:ident: $kind:ty = $default:expr, $least:literal..=$most:literal $unit:literal $($label:literal)?;)*) => {
        /// Figures alike in arms and conduct. Blue are the Counter-Terrorists, red the Terrorists.
        #[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct Squad {
            /// Number of figures; a side has at most 16. A squad of 0 takes no part.
            #[serde(default = "one")]
            #[schemars(range(min = 0, max = 16))]
            #[schemars(title = "Figures")]
            pub count: u8,
            /// What they fire (GGG-fire-1, GGG-snipe-1).
            #[serde(default)]
            pub weapon: Weapon,
            /// Their pace in every turn, on open ground (GGG-move-2); stationary if left out.
            pub pace: Option<Pace>,
            /// Whether they hide (GGG-see-8); left out, on a map they do wherever they can, and on open ground they do not.
            pub hiding: Option<bool>,
            /// Whether their enemies are before them or to one side, on open ground (GGG-see-1, GGG-see-2).
            pub sees: Option<Sees>,
            /// Who gives them their orders.
            #[serde(default)]
            pub player: PlayerKind,
            /// At whom they fire.
            #[serde(default)]
            pub target: TargetPolicy,
            /// Aiming turns that a sniper wants before he fires (GGG-snipe-6).
            #[serde(default)]
            #[schemars(range(max = 20))]
            #[schemars(title = "Aims for", extend("x-unit" = "turns"))]
            pub aim: u8,
            /// Wounds with which they begin (GGG-eff-3); they count for `rules.wound_limit`. Only wounds received in the assault lose
            /// the Counter-Terrorists (GGG-mis-5).
            #[serde(default)]
            #[schemars(range(max = 20))]
            pub wounds: u8,
            /// Turns that they begin stunned, the first included (GGG-stun-1, GGG-stun-3): −2 on their dice, and half speed on a
            /// map.
            #[serde(default)]
            #[schemars(range(max = 20))]
            #[schemars(title = "Stunned for", extend("x-unit" = "turns"))]
            pub stun_turns: u8,
            /// Whether this is the VIP, on a map: one figure of blue, who takes part under `escort` only (GGG-am-1).
            #[serde(default)]
            #[schemars(title = "VIP")]
            pub vip: bool,
            /// What they are about on a map; left out, the mission of their team.
            pub orders: Option<Orders>,
            /// How they go on a map; left out, carefully: at normal pace, and stealthily near an enemy whom they do not see.
            pub advance: Option<Advance>,
            /// What each carries on a map: blue a smoke and a stun grenade, red one of any kind (GGG-gren-1, GGG-gren-2).
            #[serde(default)]
            pub grenades: Vec<Grenade>,
            /// When they throw it.
            pub throw: Option<Throw>,
            /// The area of the map where they begin; left out, the one with their side's name.
            #[schemars(title = "Starting area")]
            pub at: Option<String>,
            /// How they take up their places; left out, blue begins together and red apart.
            pub deploy: Option<Deploy>,
            /// An area or a room that they go to before they go about their orders.
            #[schemars(title = "Way by")]
            pub via: Option<String>,
            $(
                $(#[$doc])*
                $(#[schemars(title = $label)])?
                #[schemars(extend(
                    "minimum" = $least,
                    "maximum" = $most,
                    "default" = Numbers::default().$key,
                    "x-unit" = $unit,
                ))]
                pub $key: Option<$kind>,
            )*
        }

        impl Squad {
            /// The numbers that they go by.
            fn numbers(&self) -> Numbers {
                let usual = Numbers::default();
                Numbers { $($key: self.$key.unwrap_or(usual.$key),)* }
            }

            /// The numbers that are given and out of their range: the key, and what was expected.
            fn numbers_out_of_range(&self) -> Vec<(&'static str, String)> {
                let mut wrong = Vec::new();
                $(
                    let range = 1000 * $least..=1000 * $most;
                    if self.$key.is_some_and(|number| !range.contains(&Number::thousandths(number))) {
                        let message = format!("expected {} to {} {}", $least, $most, $unit);
                        wrong.push((stringify!($key), message));
                    }
                )*
                wrong
            }

            /// The numbers that are given.
            fn numbers_given(&self) -> impl Iterator<Item = &'static str> {
                [$((stringify!($key), self.$key.is_some()),)*].into_iter().filter(|&(_, given)| given).map(|(key, _)| key)
            }
        }
    };
}
numbers!(squad);

const fn one() -> u8 {
    1
}

impl Squad {
    /// A figure of theirs as it begins.
    pub(crate) fn start(&self) -> Man {
        Man { wounds: self.wounds, stun: self.stun_turns, ..Man::FRESH }
    }

    /// What each of them carries.
    pub(crate) fn kit(&self) -> Kit {
        Kit::of(&self.grenades)
    }

    /// What each of them fires (GGG-am-1).
    pub(crate) fn weapon(&self, rules: &Rules) -> Weapon {
        if self.vip && rules.vip_armed == Allowed::No { Weapon::None } else { self.weapon }
    }

    /// What they go by; the place that they go to first by its number.
    pub(crate) fn doctrine(&self, via: Option<u8>) -> Doctrine {
        Doctrine {
            player: self.player,
            target: self.target,
            aim: self.aim,
            orders: self.orders.unwrap_or_default(),
            advance: self.advance.unwrap_or_default(),
            throw: self.throw.unwrap_or_default(),
            hides: self.hiding.unwrap_or(true),
            via,
            numbers: self.numbers(),
        }
    }

    /// What is wrong with a squad.
    pub(crate) fn problems(&self, rules: &Rules, side: Side, key: &str, on_a_map: bool) -> Vec<Problem> {
        let wrong = self.wrong_with_figures(side).into_iter().chain(self.wrong_with_kit(side));
        let wrong = wrong.chain(self.out_before_it_begins(rules));
        let ground = if on_a_map { self.not_for_maps() } else { self.not_for_open_ground(rules) };
        let all = wrong.chain(self.numbers_out_of_range()).chain(ground);
        all.map(|(what, message)| Problem::new(format!("{key}.{what}"), message)).collect()
    }

    fn wrong_with_figures(&self, side: Side) -> Vec<(&'static str, String)> {
        let checks = [
            ("count", self.count == 0, "expected at least 1 figure"),
            (
                "weapon",
                self.weapon == Weapon::Sniper && side == Side::Red,
                "only blue, the Counter-Terrorists, have sniper rifles, expected `automatic`",
            ),
            ("aim", self.aim > 20, "expected 0 to 20 turns"),
            ("wounds", self.wounds > 20, "expected 0 to 20 wounds"),
            ("stun_turns", self.stun_turns > 20, "expected 0 to 20 turns"),
            ("vip", self.vip && side == Side::Red, "the VIP is one of blue's, the Counter-Terrorists'"),
        ];
        checks.into_iter().filter(|check| check.1).map(|(key, _, message)| (key, message.to_owned())).collect()
    }

    /// Figures that begin with as many wounds as put a figure out (GGG-eff-4).
    fn out_before_it_begins(&self, rules: &Rules) -> Option<(&'static str, String)> {
        let limit = rules.wound_limit;
        let message = || format!("{limit} wounds put a figure out (`rules.wound_limit`), expected 0 to {}", limit - 1);
        (limit > 0 && self.wounds >= limit).then(|| ("wounds", message()))
    }

    /// Counters limit nothing (GGG-cnt-1).
    fn wrong_with_kit(&self, side: Side) -> Option<(&'static str, String)> {
        let all = &self.grenades;
        let twice = (1..all.len()).any(|place| all[..place].contains(&all[place]));
        let message = match side {
            Side::Blue if all.contains(&Grenade::He) => {
                "blue, the Counter-Terrorists, carry no `HE`, expected `smoke`, `stun` or both"
            }
            Side::Blue if twice => "at most one of each kind, expected `smoke`, `stun` or both",
            Side::Red if all.len() > 1 => {
                "red, the Terrorists, carry one grenade each, expected `HE`, `smoke` or `stun`"
            }
            _ => return None,
        };
        Some(("grenades", message.to_owned()))
    }

    /// What is given on a map and is for open ground.
    fn not_for_maps(&self) -> Vec<(&'static str, String)> {
        let given = [("pace", self.pace.is_some()), ("sees", self.sees.is_some())];
        let message = "is for open ground, expected `advance` and `orders` on a map";
        given.into_iter().filter(|&(_, given)| given).map(|(key, _)| (key, message.to_owned())).collect()
    }

    /// What is given on open ground and needs a map, or cannot be there.
    fn not_for_open_ground(&self, rules: &Rules) -> Vec<(&'static str, String)> {
        let given = [
            ("vip", self.vip),
            ("orders", self.orders.is_some()),
            ("advance", self.advance.is_some()),
            ("grenades", !self.grenades.is_empty()),
            ("throw", self.throw.is_some()),
            ("at", self.at.is_some()),
            ("deploy", self.deploy.is_some()),
            ("via", self.via.is_some()),
        ];
        let given = given.into_iter().filter(|&(_, given)| given).map(|(key, _)| key).chain(self.numbers_given());
        let mut wrong: Vec<(&'static str, String)> =
            given.map(|key| (key, "needs ground: set `field.map`".to_owned())).collect();
        if self.hiding == Some(true) && !rules.lets_hide(self.pace.unwrap_or_default()) {
            let message = "figures that move do not hide, expected `pace = \"stationary\"`";
            wrong.insert(0, ("hiding", message.to_owned()));
        }
        wrong
    }
}
