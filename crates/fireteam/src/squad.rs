//! A squad as a scenario gives it: every key with its range and default.

use engage::Inches;

use crate::figure::Posture;
use crate::player::doctrine::{
    AimPolicy, DropPolicy, FirePolicy, NumberTwo, Orders, PinnedPolicy, PlayerKind, PosturePolicy, Preset, RiskPolicy,
    TargetPolicy, ThrowPolicy,
};

engage::keys! {
    /// A squad, or a part of one: men with the same arms and doctrine.
    Squad {
        /// Number of men; a side has at most 16. The first man leads (FT-gap-4). A squad of 0 takes no part.
        count "Men": u8 in 0..=16 = 1,
        /// Weapon, by its name under `rules.single` or `rules.automatic` (FT-fire-2).
        weapon: String ["x-labels" = crate::table::labels(), "x-names" = ["single", "automatic"]],
        /// Whether they are snipers (FT-hit-4).
        sniper: bool = false,
        /// Whether the weapon has a bipod; left out, a weapon that needs a number two
        /// has one, such as a light machine gun (FT-fire-7).
        bipod: Option<bool>,
        /// A gunner's number two on open ground (FT-fire-6); on a map, it is the man beside him.
        number_two: NumberTwo on open = NumberTwo::Comrade,
        /// The name of the squad that these men belong to and whose first man leads them; left out, they are a squad of
        /// their own (FT-unpin-2).
        led_by: Option<String>,
        /// Rank: a leader may use the factor of a man of higher rank in his sight (FT-unpin-4).
        rank: u8 in 0..=20 = 0,
        /// Whether they are in hard cover on open ground (FT-save-6); on a map, the ground decides.
        hard_cover: bool on open = false,
        /// Whether soft cover conceals them totally on open ground (FT-save-6); on a map, the ground decides.
        concealed: bool on open = false,
        /// Wounds of each man at the start: 0, or 1 for a red counter (FT-eff-1). A second wound is a serious one
        /// (FT-eff-4), and a seriously wounded man takes no part (FT-eff-2): leave him out of `count`.
        wounds: u8 in 0..=1 = 0,
        /// Whether they begin pinned, with a yellow counter (FT-pin-1).
        begins_pinned: bool = false,
        /// Offensive grenades that each man carries on a map (FT-gren-5).
        offensive_grenades: u8 in 0..=16 on map = 0,
        /// Defensive grenades that each man carries on a map (FT-gren-6).
        defensive_grenades: u8 in 0..=16 on map = 0,
    }
    chosen {
        /// The automatic player's doctrine for these men; the keys below change single choices.
        doctrine: Preset = Preset::GoToGround,
        /// Posture at the start (FT-move-4); left out, standing if they have somewhere to go or `posture` is
        /// `standing`, otherwise prone.
        begins: Option<Posture>,
        /// Areas or rooms of the map to go to, in this order; the mission's place comes after them, if it has one.
        via "Way by": Vec<String> on map ["x-places" = true] = Vec::new(),
        /// The area of the map where they begin; left out, the one with their side's name.
        at "Starting area": Option<String> on map ["x-places" = true],
    }
    doctrine:
    /// Every choice that a player makes for a man.
    Doctrine {
        /// Who plays them: `standard` follows every key below; `steady` stays where it is and fires at enemies it sees;
        /// `ahead`, on a map, weighs the keys below against other choices in play-outs before each move and each fire.
        player: PlayerKind = PlayerKind::Standard,
        /// With `player = "ahead"`: the most play-outs of each choice that is weighed.
        playouts "Play-outs": u16 in 8..=1024 "play-outs" on map = 64,
        /// When to aim rather than fire (FT-hit-8).
        aim: AimPolicy by "doctrine" = AimPolicy::WhenBetter,
        /// Which kind of fire to use (FT-fire-2).
        fire: FirePolicy = FirePolicy::Best,
        /// The targets to prefer.
        target: TargetPolicy = TargetPolicy::Likeliest,
        /// Posture when not moving.
        posture: PosturePolicy by "doctrine" = PosturePolicy::LeaderStands,
        /// When to go prone in the enemy's turn (FT-move-4).
        drop: DropPolicy by "doctrine" = DropPolicy::WhenShotAt,
        /// What to do when pinned (FT-pin-2).
        pinned: PinnedPolicy = PinnedPolicy::Fire,
        /// Whether to fire or throw with friends in the beaten zone or blast circle.
        risk: RiskPolicy = RiskPolicy::Never,
        /// What the men do on a map.
        orders: Orders on map by "doctrine" = Orders::Hold,
        /// When to throw grenades on a map (FT-gren-2).
        throw: ThrowPolicy on map = ThrowPolicy::WhenBetter,
        /// With `aim = "when_better"`: a man aims if an aimed shot's chance to put its target out exceeds this share of
        /// a plain shot's chance.
        aim_gain: u16 in 0..=10000 "percent" = 200,
        /// With `orders = "bound"` or `"support"`: under fire without a good shot, one man in this many stays while
        /// the others move, in rotation.
        bounds "One stays of": u8 in 2..=16 "men" on map = 2,
        /// A man who searches a place stays and fires while he has a target within this distance, in inches.
        fight_within: Inches in 0..=1000 on map = Inches::whole(12),
        /// The most posts from which a place is searched, on a map.
        posts: u8 in 1..=64 "posts" on map = 12,
        /// Distance from a post within which a man has searched from it, in inches.
        post_radius: Inches in 0..=100 on map = Inches::from_thousandths(1500),
    }
}

impl Doctrine {
    /// A doctrine by name.
    #[must_use]
    pub fn new(preset: Preset) -> Doctrine {
        let ground = Doctrine::default();
        let stand =
            Doctrine { aim: AimPolicy::Never, posture: PosturePolicy::Standing, drop: DropPolicy::Never, ..ground };
        match preset {
            Preset::GoToGround => ground,
            Preset::Stand => stand,
            Preset::Prone => Doctrine { posture: PosturePolicy::Prone, ..ground },
            Preset::Aim => Doctrine { aim: AimPolicy::Always, ..stand },
            Preset::FireAndMovement => Doctrine { orders: Orders::Bound, ..ground },
        }
    }

    /// Whether a place is searched from the same posts.
    #[must_use]
    pub fn searches_alike(&self, other: &Doctrine) -> bool {
        (self.posts, self.post_radius) == (other.posts, other.post_radius)
    }

    /// A man's posture at the start: a man with a goal is on his feet.
    #[must_use]
    pub const fn starting_posture(&self) -> Posture {
        match (self.posture, self.orders) {
            (PosturePolicy::LeaderStands | PosturePolicy::Prone, Orders::Hold) => Posture::Prone,
            _ => Posture::Standing,
        }
    }
}
