//! How a player leads a man: a word for every choice that the rules leave open, and every
//! number that a player uses.

use engage::Inches;

use crate::figure::Posture;

engage::options! {
    /// A doctrine by name; the other keys of a squad change single choices.
    Preset {
        /// Goes to ground, aims when that pays, leaders stand for their men.
        GoToGround,
        /// Stands and fires every turn.
        Stand,
        /// Lies down and stays there.
        Prone,
        /// Stands, aims in one move and fires in the next.
        Aim,
        /// On a map: half of the squad moves while the other half fires.
        FireAndMovement,
    }
    /// When to aim rather than fire (FT-hit-8).
    AimPolicy {
        /// When an aimed shot is more than twice as likely to put its target out as a plain one.
        WhenBetter,
        /// Always aim in one move and fire in the next.
        Always,
        /// Never.
        Never,
    }
    /// Which kind of fire to use (FT-fire-2).
    FirePolicy {
        /// Whichever is expected to put more men out.
        Best,
        /// Single shots, if the weapon fires them.
        Single,
        /// Bursts, if the weapon fires them.
        Auto,
    }
    /// The targets to prefer.
    TargetPolicy {
        /// The enemy most likely to be put out; of equals one who is not pinned, then the nearest.
        Likeliest,
        /// The nearest; of equals the first in the list.
        Nearest,
        /// One who is not pinned before one who is.
        Unpinned,
        /// Gunners and leaders before others.
        Key,
        /// The first in the list who is in action.
        First,
    }
    /// How to be placed when not moving.
    PosturePolicy {
        /// Prone; a leader stands while any of his men is pinned, on a map unless he is under fire himself.
        LeaderStands,
        /// Standing.
        Standing,
        /// Prone.
        Prone,
    }
    /// When to go prone in the enemy's turn (FT-move-4).
    DropPolicy {
        /// When shot at, unless that helps nothing or the leader stands for his men.
        WhenShotAt,
        /// Never.
        Never,
    }
    /// What a pinned man does (FT-pin-2, FT-pin-4).
    PinnedPolicy {
        /// Stays, lies down and fires.
        Fire,
        /// Stays, lies down and holds his fire.
        Wait,
        /// Runs away from the enemy.
        Run,
    }
    /// What to do on a map.
    Orders {
        /// Stays where it is and fires.
        Hold,
        /// Half of the squad moves towards the objective while the other half stays and fires, by turns.
        Bound,
        /// Goes to the last of its `via` in the same way, stays there and fires: a base of fire.
        Support,
        /// Walks towards the objective and fires snap shots.
        Walk,
        /// Rushes towards the objective.
        Rush,
    }
    /// When to throw grenades (FT-gren-2).
    ThrowPolicy {
        /// When that is expected to put more men out than fire.
        WhenBetter,
        /// Whenever there is a target.
        Always,
        /// Never.
        Never,
    }
    /// Friends in a beaten zone or a blast circle.
    RiskPolicy {
        /// Never with a friend in it.
        Never,
        /// With more enemies than friends in it.
        Outnumbered,
    }
    /// A gunner's number two on open ground, where nobody moves (FT-fire-6).
    NumberTwo {
        /// A comrade who has no gun of his own: the next one of the squad, as long as he is in action and not pinned.
        Comrade,
        /// Always present.
        Given,
        /// Nobody.
        None,
    }
    /// Which turn to take after winning the roll (FT-seq-2).
    Turn {
        /// The first of the pair.
        First,
        /// The second.
        Second,
    }
}

engage::options! {
    /// Who plays a squad.
    PlayerKind {
        /// The automatic player, by the choices of the doctrine.
        Standard,
        /// Keeps its place and fires at what it sees.
        Steady,
    }
}

/// The numbers that a player uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// A man who searches stays and fires while he has a target within this distance.
    pub fight_within: Inches,
    /// An aim pays when the aimed shot is over this many percent as likely to put its target out as a plain one.
    pub aim_gain: u16,
    /// In a squad that moves by bounds every nth man stays and fires, by turns.
    pub bounds: u8,
    /// The most posts from which a place is searched.
    pub posts: u8,
    /// How near to a post one has to come.
    pub post_radius: Inches,
}

impl Default for Numbers {
    fn default() -> Numbers {
        Numbers {
            fight_within: Inches::whole(12),
            aim_gain: 200,
            bounds: 2,
            posts: 12,
            post_radius: Inches::from_thousandths(1500),
        }
    }
}

impl Numbers {
    /// Whether a place is searched from the same posts.
    #[must_use]
    pub fn search_alike(&self, other: &Numbers) -> bool {
        (self.posts, self.post_radius) == (other.posts, other.post_radius)
    }
}

/// Every choice that a player makes by for a man.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Doctrine {
    /// Who plays him.
    pub player: PlayerKind,
    /// When to aim.
    pub aim: AimPolicy,
    /// Which kind of fire to use.
    pub fire: FirePolicy,
    /// The targets to prefer.
    pub target: TargetPolicy,
    /// How to be placed.
    pub posture: PosturePolicy,
    /// When to go prone in the enemy's turn.
    pub drop: DropPolicy,
    /// What to do when pinned.
    pub pinned: PinnedPolicy,
    /// What to do on a map.
    pub orders: Orders,
    /// When to throw grenades.
    pub throw: ThrowPolicy,
    /// Friends in a zone or a circle.
    pub risk: RiskPolicy,
    /// The numbers.
    pub numbers: Numbers,
}

impl Doctrine {
    /// A doctrine by name.
    #[must_use]
    pub fn new(preset: Preset) -> Doctrine {
        let ground = Doctrine {
            player: PlayerKind::Standard,
            aim: AimPolicy::WhenBetter,
            fire: FirePolicy::Best,
            target: TargetPolicy::Likeliest,
            posture: PosturePolicy::LeaderStands,
            drop: DropPolicy::WhenShotAt,
            pinned: PinnedPolicy::Fire,
            orders: Orders::Hold,
            throw: ThrowPolicy::WhenBetter,
            risk: RiskPolicy::Never,
            numbers: Numbers::default(),
        };
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

    /// A man's posture at the start: one with somewhere to go is on his feet.
    #[must_use]
    pub const fn starting_posture(&self) -> Posture {
        match (self.posture, self.orders) {
            (PosturePolicy::LeaderStands | PosturePolicy::Prone, Orders::Hold) => Posture::Prone,
            _ => Posture::Standing,
        }
    }
}
