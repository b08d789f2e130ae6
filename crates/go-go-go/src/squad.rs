//! A squad as a scenario gives it: every key with what it may be and what it is if left out, and what hangs on several of them.

use engage::{Deploy, Inches, Problem, Side};

use crate::figure::{Man, Pace, Weapon};
use crate::grenade::{Grenade, Kit};
use crate::options::Allowed;
use crate::player::doctrine::{Advance, Orders, PlayerKind, TargetPolicy, Throw};
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

engage::keys! {
    /// Figures alike in arms and conduct. Blue are the Counter-Terrorists, red the Terrorists.
    Squad {
        /// Number of figures; a side has at most 16. A squad of 0 takes no part.
        count "Figures": u8 in 0..=16 = 1,
        /// What they fire (GGG-fire-1, GGG-snipe-1).
        weapon: Weapon = Weapon::default(),
        /// Whether their enemies are before them or to one side, on open ground (GGG-see-1, GGG-see-2).
        sees: Sees on open = Sees::Auto,
        /// Wounds with which they begin (GGG-eff-3); they count for `rules.wound_limit`. Only wounds received in the assault lose
        /// the Counter-Terrorists (GGG-mis-5).
        wounds: u8 in 0..=20 = 0,
        /// Turns that they begin stunned, the first included (GGG-stun-1, GGG-stun-3): −2 on their dice, and half speed on a
        /// map.
        stun_turns "Stunned for": u8 in 0..=20 "turns" = 0,
        /// Whether this is the VIP, on a map: one figure of blue, who takes part under `escort` only (GGG-am-1).
        vip "VIP": bool on map = false,
        /// What each carries on a map: blue a smoke and a stun grenade, red one of any kind (GGG-gren-1, GGG-gren-2).
        grenades: Vec<Grenade> on map = Vec::new(),
    }
    chosen {
        /// Their pace in every turn, on open ground (GGG-move-2).
        pace: Pace on open = Pace::Stationary,
        /// The area of the map where they begin; left out, the one with their side's name.
        at "Starting area": Option<String> on map,
        /// How they take up their places; left out, blue begins together and red apart.
        deploy: Option<Deploy> on map,
        /// An area or a room that they go to before they go about their orders.
        via "Way by": Option<String> on map,
    }
    doctrine:
    /// What a squad's figures go by.
    Doctrine {
        /// Who gives them their orders.
        player: PlayerKind = PlayerKind::Standard,
        /// At whom they fire.
        target: TargetPolicy = TargetPolicy::Likeliest,
        /// Aiming turns that a sniper wants before he fires (GGG-snipe-6).
        aim "Aims for": u8 in 0..=20 "turns" = 0,
        /// Whether they hide (GGG-see-8); left out, on a map they do wherever they can, and on open ground they do not.
        hiding: bool by "field.map" = true,
        /// What they are about on a map.
        orders: Orders on map = Orders::Mission,
        /// How they go on a map.
        advance: Advance on map = Advance::Careful,
        /// When they throw what they carry, on a map.
        throw: Throw on map = Throw::Known,
        /// How many gather before a room that the team has not looked into, as far as it has them; 1 never
        /// waits.
        stack: u8 in 1..=16 "figures" on map = 2,
        /// How near to an opening somebody stands who is stacked up at it, in inches.
        stack_within: Inches in 0..=100 on map = Inches::whole(4),
        /// Turns that they wait for their stack to form, that a patrol listens to footsteps, and that they go on towards a
        /// place where others stand.
        patience: u8 in 0..=100 "turns" on map = 2,
        /// Turns without progress after which a figure that searches or patrols goes elsewhere.
        stuck_after: u8 in 0..=100 "turns" on map = 4,
        /// How far friends, hostages and the thrower must be from where HE is to burst, in inches.
        safety: Inches in 0..=100 on map = Inches::whole(11),
        /// How much farther than its radius a stun or smoke grenade must burst from them, in inches: it may scatter.
        scatter_margin: Inches in 0..=100 on map = Inches::whole(3),
        /// Enemies in sight that are worth a grenade, unless they always throw.
        cluster: u8 in 1..=16 "figures" on map = 2,
        /// By how many enemies have to outnumber them for smoke to be thrown.
        smoke_when_outnumbered_by: u8 in 0..=16 "figures" on map = 1,
        /// By how many enemies have to outnumber them to make them draw back, or throw smoke before anything else.
        outnumbered_by: u8 in 1..=16 "figures" on map = 2,
        /// Turns that men who drew back wait for others.
        regroup: u8 in 0..=100 "turns" on map = 2,
        /// Turns for which they mind where an enemy was last seen.
        minds_for: u16 in 0..=1000 "turns" on map = 3,
        /// How near an enemy must have been last seen to be minded, in inches.
        minds_within: Inches in 0..=1000 on map = Inches::whole(20),
        /// Turns for which careful men go stealthily after an enemy was last seen.
        careful_for: u16 in 0..=1000 "turns" on map = 2,
        /// How near he must have been, in inches.
        careful_within: Inches in 0..=1000 on map = Inches::whole(12),
        /// How near an enemy whom their team sees has to be for others to come, in inches.
        help_within: Inches in 0..=1000 on map = Inches::whole(15),
        /// How far `reposition` goes after a sound, in inches.
        after_sound: Inches in 0..=1000 on map = Inches::whole(14),
        /// Turns without an enemy in sight after which somebody on overwatch gives it up.
        watch_for: u8 in 0..=100 "turns" on map = 8,
        /// How near a hostage has to be for a figure that leads others to fetch it too, in inches.
        fetch_within: Inches in 0..=1000 on map = Inches::whole(6),
        /// How many turns before it would be too late to plant a bomb, or to bring hostages in, they stop for nobody.
        spare_turns: u16 in 0..=1000 "turns" on map = 3,
        /// Turns after a bomb was found from which it is defused whatever happens.
        defuse_after: u16 in 0..=1000 "turns" on map = 4,
        /// What the VIP keeps behind the foremost of his escort, in inches.
        vip_behind "VIP behind": Inches in 0..=1000 on map = Inches::whole(6),
        /// How far from the escape point the VIP goes on alone, in inches.
        vip_last_leg "VIP’s last leg": Inches in 0..=1000 on map = Inches::whole(12),
        /// Turns running that the VIP waits for the end of a fight.
        vip_waits "VIP waits": u8 in 0..=100 "turns" on map = 3,
        /// How far his escort may be ahead of the VIP, in inches.
        screen: Inches in 0..=1000 on map = Inches::whole(18),
        /// How far before the mission's place those stop who have no business in it, in inches.
        clear_of_place: Inches in 0..=1000 on map = Inches::from_thousandths(2500),
        /// How far men who go ahead keep apart, in inches.
        apart: Inches in 0..=100 on map = Inches::whole(2),
        /// Places around the mission's place among which its guards are shared out.
        stations: u8 in 0..=16 "places" on map = 8,
        /// How far from the mission's place these may be, in inches.
        stations_within: Inches in 0..=1000 on map = Inches::whole(12),
        /// How far they are apart, in inches.
        stations_apart: Inches in 0..=1000 on map = Inches::whole(3),
        /// How far along its way a figure looks that goes somewhere, in squares.
        looks_ahead: u8 in 1..=100 "squares" on map = 4,
        /// How far along the way that the enemy will come a guard looks for the opening to watch, in squares.
        watches_ahead: u8 in 1..=100 "squares" on map = 12,
        /// How far along it he looks if there is no opening, in squares.
        watches_open: u8 in 1..=100 "squares" on map = 6,
    }
}

impl Squad {
    /// A figure of the squad at the start.
    pub(crate) fn start(&self) -> Man {
        Man { wounds: self.wounds, stun: self.stun_turns, ..Man::FRESH }
    }

    /// The grenades that each figure carries.
    pub(crate) fn kit(&self) -> Kit {
        Kit::of(&self.grenades)
    }

    /// The weapon of each figure (GGG-am-1).
    pub(crate) fn weapon(&self, rules: &Rules) -> Weapon {
        if self.vip && rules.vip_armed == Allowed::No { Weapon::None } else { self.weapon }
    }

    /// The problems of a squad.
    pub(crate) fn problems(&self, rules: &Rules, side: Side, key: &str, on_a_map: bool) -> Vec<Problem> {
        let wrong = self.wrong_with_figures(side).into_iter().chain(self.wrong_with_kit(side));
        let wrong = wrong.chain(self.out_before_it_begins(rules));
        let all = wrong.chain(self.hides_moving(rules).filter(|_| !on_a_map));
        all.map(|(what, message)| Problem::new(format!("{key}.{what}"), message)).collect()
    }

    fn wrong_with_figures(&self, side: Side) -> Vec<(&'static str, String)> {
        let checks = [
            (
                "weapon",
                self.weapon == Weapon::Sniper && side == Side::Red,
                "only blue, the Counter-Terrorists, have sniper rifles, expected `automatic`",
            ),
            ("vip", self.vip && side == Side::Red, "the VIP is one of blue's, the Counter-Terrorists'"),
        ];
        checks.into_iter().filter(|check| check.1).map(|(key, _, message)| (key, message.to_owned())).collect()
    }

    /// Problem: figures that begin with enough wounds to be out of action (GGG-eff-4).
    fn out_before_it_begins(&self, rules: &Rules) -> Option<(&'static str, String)> {
        let limit = rules.wound_limit;
        let message = || format!("{limit} wounds put a figure out (`rules.wound_limit`), expected 0 to {}", limit - 1);
        (limit > 0 && self.wounds >= limit).then(|| ("wounds", message()))
    }

    /// The number of counters is no limit (GGG-cnt-1).
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

    /// Problem: figures that hide on open ground while they move (GGG-see-8).
    fn hides_moving(&self, rules: &Rules) -> Option<(&'static str, String)> {
        let wrong = self.hiding == Some(true) && !rules.lets_hide(self.pace);
        wrong.then(|| ("hiding", "figures that move do not hide, expected `pace = \"stationary\"`".to_owned()))
    }
}
