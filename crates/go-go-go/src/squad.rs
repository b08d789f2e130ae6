//! A squad as a scenario gives it: every key with its allowed values and its default, and the checks of several keys
//! together.

use engage::{Deploy, Inches, Problem, Side};

use crate::figure::{Man, Pace, Weapon};
use crate::grenade::{Grenade, Kit};
use crate::options::Allowed;
use crate::player::doctrine::{Advance, Orders, PlayerKind, TargetPolicy, Throw};
use crate::rules::Rules;

engage::options! {
    /// How a figure sees its enemies on open ground, where nobody turns.
    Sees {
        /// They are in front of it: it sees them all (GGG-see-1).
        #[schemars(title = "Without a roll")]
        Auto,
        /// They are to its side: it rolls for each of them in each turn (GGG-see-2).
        #[schemars(title = "By a roll")]
        Roll,
    }
}

engage::keys! {
    /// A squad: figures alike in weapons and doctrine. Blue are the Counter-Terrorists, red the Terrorists.
    Squad {
        /// Number of figures; a side has at most 16. A squad of 0 takes no part.
        count "Figures": u8 in 0..=16 = 1,
        /// Their weapon (GGG-fire-1, GGG-snipe-1).
        weapon: Weapon = Weapon::default(),
        /// Whether their enemies are in front of them or to their side, on open ground (GGG-see-1, GGG-see-2).
        sees: Sees on open = Sees::Auto,
        /// Wounds that each figure begins with (GGG-eff-3). They count towards `rules.wound_limit`, but not towards the
        /// loss of the Counter-Terrorists: for that only wounds received in the assault count (GGG-mis-5).
        wounds: u8 in 0..=20 = 0,
        /// For how many turns, including the first, they begin stunned (GGG-stun-1, GGG-stun-3): −2 on their dice, and
        /// half speed on a map.
        stun_turns "Stunned for": u8 in 0..=20 "turns" = 0,
        /// Whether this squad is the VIP, on a map. The VIP is one blue figure and takes part only under `escort`
        /// (GGG-am-1).
        vip "VIP": bool on map = false,
        /// Grenades that each figure carries on a map: blue at most one smoke and one stun grenade, red at most one of
        /// any kind (GGG-gren-1, GGG-gren-2).
        grenades: Vec<Grenade> on map = Vec::new(),
    }
    chosen {
        /// Their pace in every turn, on open ground (GGG-move-2).
        pace: Pace on open = Pace::Stationary,
        /// The area of the map where they begin; by default the area named after their side.
        at "Starting area": Option<String> on map ["x-places" = true],
        /// How they are placed at the start; by default blue begins together and red apart.
        deploy: Option<Deploy> on map,
        /// An area or a room that they go to before they carry out their orders.
        via "Way by": Option<String> on map ["x-places" = true],
    }
    doctrine:
    /// Every choice that the automatic player makes for a squad's figures.
    Doctrine {
        /// The player that gives them their orders.
        player: PlayerKind = PlayerKind::Standard,
        /// With `player = "ahead"`: the most play-outs of each choice that is weighed.
        playouts "Play-outs": u16 in 8..=1024 "play-outs" on map = 64,
        /// Which enemy they fire at.
        target: TargetPolicy = TargetPolicy::Likeliest,
        /// Number of turns that a sniper aims before firing (GGG-snipe-6).
        aim "Aims for": u8 in 0..=20 "turns" = 0,
        /// Whether they hide (GGG-see-8). By default they hide on a map wherever they can, and not on open ground.
        hiding: bool by "field.map" = true,
        /// What they do on a map when they are in no fight.
        orders: Orders on map = Orders::Mission,
        /// How they move on a map.
        advance: Advance on map = Advance::Careful,
        /// When they throw their grenades, on a map.
        throw: Throw on map = Throw::Known,
        /// How many of those on their way into a room that the team has not looked into gather outside it, if there are
        /// enough; with 1 nobody waits.
        stack: u8 in 1..=16 "figures" on map = 2,
        /// How near to one of the room's openings another figure must be to count as stacked up, in inches.
        stack_within: Inches in 0..=100 on map = Inches::whole(4),
        /// Turns that they wait for their stack to form, that a patrol listens after hearing somebody, and that they
        /// keep trying to reach a place when others block it.
        patience: u8 in 0..=100 "turns" on map = 2,
        /// Turns without progress after which a figure that searches or patrols goes elsewhere, and after which one gives
        /// up a place that it was to go to first.
        stuck_after: u8 in 0..=100 "turns" on map = 4,
        /// How far friends, hostages and the thrower must be from the point at which HE is thrown, in inches. Whatever the
        /// distance, HE is thrown only if it is expected to harm the enemy more than the own side.
        safety: Inches in 0..=100 on map = Inches::whole(0),
        /// Margin for scatter, in inches: friends and the thrower must be farther than the radius plus this from the
        /// point at which a stun grenade is thrown.
        scatter_margin: Inches in 0..=100 on map = Inches::whole(3),
        /// How many enemies HE or a stun grenade must reach to be thrown at enemies in sight; under `throw = "always"`
        /// one is enough. The throw must pay, too.
        cluster: u8 in 1..=16 "figures" on map = 1,
        /// By how many the enemies in sight must outnumber the figures that see them before these throw smoke on their way;
        /// with 0 they throw it at any enemy.
        smoke_when_outnumbered_by: u8 in 0..=16 "figures" on map = 0,
        /// By how many the enemies in sight must outnumber the figures that see them before these draw back, or throw
        /// smoke before anything else.
        outnumbered_by: u8 in 1..=16 "figures" on map = 2,
        /// Turns that figures wait for others after drawing back.
        regroup: u8 in 0..=100 "turns" on map = 2,
        /// For how many turns they take into account where an enemy was last seen.
        minds_for: u16 in 0..=1000 "turns" on map = 3,
        /// How near the place where an enemy was last seen must be to be taken into account, in inches.
        minds_within: Inches in 0..=1000 on map = Inches::whole(20),
        /// For how many turns after an enemy was last seen nearby, figures with `advance = "careful"` move stealthily.
        careful_for: u16 in 0..=1000 "turns" on map = 2,
        /// How near an enemy must have been last seen for figures with `advance = "careful"` to move stealthily, in
        /// inches.
        careful_within: Inches in 0..=1000 on map = Inches::whole(12),
        /// How near an enemy that their team has just seen must be for others to come and help, in inches.
        help_within: Inches in 0..=1000 on map = Inches::whole(15),
        /// How far figures with `orders = "reposition"` go towards a sound, in inches.
        after_sound: Inches in 0..=1000 on map = Inches::whole(14),
        /// Turns without an enemy in sight after which a figure on overwatch gives up its watch.
        watch_for: u8 in 0..=100 "turns" on map = 8,
        /// How near a hostage must be for a figure that already leads hostages to fetch it too, in inches.
        fetch_within: Inches in 0..=1000 on map = Inches::whole(6),
        /// How many turns before it is too late to plant a bomb, to bring hostages in or the VIP away, they press on and
        /// stop for no enemy.
        spare_turns: u16 in 0..=1000 "turns" on map = 3,
        /// How many turns after a bomb was found they begin to defuse it whatever happens.
        defuse_after: u16 in 0..=1000 "turns" on map = 4,
        /// How far the VIP stays behind the foremost figure of the escort, in inches.
        vip_behind "VIP behind": Inches in 0..=1000 on map = Inches::whole(8),
        /// How near to the escape point the VIP must be to go on alone, in inches.
        vip_last_leg "VIP’s last leg": Inches in 0..=1000 on map = Inches::whole(30),
        /// Number of turns in a row that the VIP waits for a fight to end.
        vip_waits "VIP waits": u8 in 0..=100 "turns" on map = 0,
        /// How far ahead of the VIP the escort may go, in inches.
        screen: Inches in 0..=1000 on map = Inches::whole(18),
        /// How far short of the mission's place figures stop that have nothing to do there, in inches.
        clear_of_place: Inches in 0..=1000 on map = Inches::from_thousandths(2500),
        /// Gap that figures keep between each other when they go ahead, in inches.
        apart: Inches in 0..=100 on map = Inches::whole(4),
        /// Number of stations around the mission's place among which its guards are distributed; with 0 they go into the
        /// place itself.
        stations: u8 in 0..=16 "places" on map = 0,
        /// How far from the mission's place a station may be, in inches.
        stations_within: Inches in 0..=1000 on map = Inches::whole(12),
        /// The least distance between two stations, in inches.
        stations_apart: Inches in 0..=1000 on map = Inches::whole(5),
        /// How far ahead along its way a moving figure looks, in squares.
        looks_ahead: u8 in 1..=100 "squares" on map = 4,
        /// How far along the way by which the enemy will come a guard looks for an opening to watch, in squares.
        watches_ahead: u8 in 1..=100 "squares" on map = 12,
        /// How far along the way by which the enemy will come a guard looks if there is no opening, in squares.
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
        let in_the_open = self.hides_moving(rules).into_iter().chain(self.looks_ahead());
        let all = wrong.chain(in_the_open.filter(|_| !on_a_map));
        all.map(|(what, message)| Problem::new(format!("{key}.{what}"), message)).collect()
    }

    fn wrong_with_figures(&self, side: Side) -> Vec<(&'static str, String)> {
        let checks = [
            (
                "weapon",
                self.weapon == Weapon::Sniper && side == Side::Red,
                "only blue, the Counter-Terrorists, may have sniper rifles, expected `automatic`",
            ),
            ("vip", self.vip && side == Side::Red, "the VIP belongs to blue, the Counter-Terrorists"),
        ];
        checks.into_iter().filter(|check| check.1).map(|(key, _, message)| (key, message.to_owned())).collect()
    }

    /// Problem: figures that begin with enough wounds to be out of action (GGG-eff-4).
    fn out_before_it_begins(&self, rules: &Rules) -> Option<(&'static str, String)> {
        let limit = rules.wound_limit;
        let message =
            || format!("{limit} wounds put a figure out of action (`rules.wound_limit`), expected 0 to {}", limit - 1);
        (limit > 0 && self.wounds >= limit).then(|| ("wounds", message()))
    }

    /// The number of counters is no limit (GGG-cnt-1).
    fn wrong_with_kit(&self, side: Side) -> Option<(&'static str, String)> {
        let all = &self.grenades;
        let twice = (1..all.len()).any(|place| all[..place].contains(&all[place]));
        let message = match side {
            Side::Blue if all.contains(&Grenade::He) => {
                "blue, the Counter-Terrorists, may not carry `HE`, expected `smoke`, `stun` or both"
            }
            Side::Blue if twice => "at most one of each kind, expected `smoke`, `stun` or both",
            Side::Red if all.len() > 1 => {
                "red, the Terrorists, may carry only one grenade each, expected `HE`, `smoke` or `stun`"
            }
            _ => return None,
        };
        Some(("grenades", message.to_owned()))
    }

    /// Problem: figures that look ahead on open ground.
    fn looks_ahead(&self) -> Option<(&'static str, String)> {
        let ahead = self.player == Some(PlayerKind::Ahead);
        ahead.then(|| ("player", "`ahead` needs ground: set `field.map`".to_owned()))
    }

    /// Problem: figures that hide on open ground while they move (GGG-see-8).
    fn hides_moving(&self, rules: &Rules) -> Option<(&'static str, String)> {
        let wrong = self.hiding == Some(true) && !rules.lets_hide(self.pace);
        wrong.then(|| ("hiding", "figures cannot hide while they move, expected `pace = \"stationary\"`".to_owned()))
    }
}
