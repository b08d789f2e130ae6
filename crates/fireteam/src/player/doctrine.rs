//! How a player leads a man: an option for every choice that the rules leave open.

engage::options! {
    /// A doctrine by name; the other keys of a squad change single choices.
    Preset {
        /// Goes prone and aims when that pays; leaders stand up to un-pin their men.
        GoToGround,
        /// Stands and fires every turn.
        Stand,
        /// Lies down and stays there.
        Prone,
        /// Stands, aims in one move and fires in the next.
        Aim,
        /// On a map, goes towards the objective and fires on the way.
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
        /// The enemy most likely to be put out; among equals one who is not pinned, then the nearest.
        Likeliest,
        /// The nearest; among equals the first in the list.
        Nearest,
        /// Enemies who are not pinned before those who are.
        Unpinned,
        /// Gunners and leaders before others.
        Key,
        /// The first in the list who is in action.
        First,
    }
    /// Posture when not moving.
    PosturePolicy {
        /// Prone; a leader stands while any of his men is pinned, but on a map only if he is not under fire himself.
        LeaderStands,
        /// Standing.
        Standing,
        /// Prone.
        Prone,
    }
    /// When to go prone in the enemy's turn (FT-move-4).
    DropPolicy {
        /// When shot at, unless it does not help or a leader is standing to un-pin his men.
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
    /// What the men do on a map.
    Orders {
        /// Stays where it is and fires.
        Hold,
        /// Goes towards the objective and fires on the way; under fire without a good shot, half of the squad moves at a time.
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
        /// When that is expected to put more men out than firing.
        WhenBetter,
        /// Whenever there is a target.
        Always,
        /// Never.
        Never,
    }
    /// Whether to fire or throw with friends in the beaten zone or blast circle.
    RiskPolicy {
        /// Never with a friend in it.
        Never,
        /// If it holds more enemies than friends.
        Outnumbered,
    }
    /// A gunner's number two on open ground, where nobody moves (FT-fire-6).
    NumberTwo {
        /// The next man of the squad who has no gun of his own, as long as he is in action and not pinned.
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
    /// Who plays a squad.
    PlayerKind {
        /// The automatic player, by the choices of the doctrine.
        Standard,
        /// Stays where it is and fires at enemies it sees.
        Steady,
        /// On a map: weighs the doctrine against others in play-outs before each move and each fire.
        Ahead,
    }
}
