//! The options: readings of the text that a scenario may choose between. The first value is what is played by default.

engage::options! {
    /// Whether something is allowed, or counts, that the text does not speak of.
    Allowed {
        /// No.
        No,
        /// Yes.
        Yes,
    }
    /// Whether something holds as the text is read here.
    Holds {
        /// Yes.
        Yes,
        /// No.
        No,
    }
    /// Natural rolls of spotting, hitting and throwing; never of effect dice (GGG-die-3).
    NaturalRolls {
        /// Plain arithmetic.
        Plain,
        /// A 6 succeeds whatever is needed.
        SixSucceeds,
        /// A 1 fails whatever is needed.
        OneFails,
        /// Both.
        Both,
    }
    /// Whose wounds and stun lower the effect die of fire (GGG-die-4).
    FireEffectPenalty {
        /// Nobody's.
        None,
        /// The target's.
        Target,
        /// The firer's.
        Firer,
    }
    /// Whose wounds and stun lower the effect dice of grenades (GGG-die-4).
    GrenadeEffectPenalty {
        /// Nobody's.
        None,
        /// The victim's.
        Target,
    }
    /// A distance between the two range bands (GGG-fire-3).
    RangeGap {
        /// Long.
        Long,
        /// Short.
        Short,
        /// Long from half way on.
        Nearest,
    }
    /// The sniper's row of the fire table (GGG-fire-2).
    SniperRow {
        /// As printed: better far than near.
        Printed,
        /// The other way round.
        Swapped,
    }
    /// Whether one hides while moving (GGG-see-8).
    HidingWhileMoving {
        /// No.
        No,
        /// Stealthily.
        Stealthy,
    }
    /// A hiding figure that fires (GGG-fire-7).
    HiderFiring {
        /// Stays hidden.
        StaysHidden,
        /// Does not count as hiding for fire at it in that turn.
        Revealed,
    }
    /// A throw that falls short by more than its length (GGG-gren-7).
    ShortThrow {
        /// Falls at the thrower's feet.
        StopsAtThrower,
        /// May fall behind him.
        MayPassBehind,
    }
    /// When the turns of a stunned figure begin (GGG-stun-3).
    StunClock {
        /// With the turn after the burst.
        NextTurn,
        /// With the turn of the burst.
        ThisTurn,
    }
    /// Stunned while stunned (GGG-stun-4).
    StunRepeat {
        /// The longer time holds.
        Refresh,
        /// The times add up.
        Extend,
    }
    /// When the Counter-Terrorists are lost (GGG-mis-5).
    CtLostWhen {
        /// When each has been hit, if only wounded.
        AllHit,
        /// When each is out of action.
        AllOut,
    }
    /// Who wins when both teams fail at the same moment (GGG-mis-4).
    BothFail {
        /// Nobody.
        Draw,
        /// The Counter-Terrorists.
        #[schemars(title = "Counter-Terrorists")]
        Ct,
        /// The Terrorists.
        Terrorists,
    }
    /// What the Terrorists must have done in time (GGG-dm-3).
    BombDeadline {
        /// The bomb must have gone off.
        Detonated,
        /// It must have been planted, and may run on.
        Planted,
    }
    /// Defused at the end of the turn in which it is due (GGG-bomb-6).
    BombTie {
        /// Defused.
        Defused,
        /// It goes off.
        Explodes,
    }
    /// The time is up and the VIP alive and not away (GGG-am-6).
    VipTimeout {
        /// The Counter-Terrorists have bungled it.
        #[schemars(title = "CTs have bungled it")]
        CtBungled,
        /// A draw.
        Draw,
        /// The Terrorists lose.
        TerroristsLose,
    }
    /// When figures fire (GGG-seq-1).
    FireTiming {
        /// After all movement, by pace.
        AfterMovement,
        /// Stationary figures before anybody moves, then stealthy ones when they have moved, then the others.
        StationaryFirst,
    }
    /// How long a spotting lasts (GGG-see-7).
    SpottingMemory {
        /// For the turn.
        EachTurn,
        /// While the enemy stays in sight and not behind.
        UntilLost,
    }
    /// Whether one may fire at what only a comrade has spotted (GGG-see-7).
    SpottingShared {
        /// No.
        No,
        /// Yes, if one has it in sight and before one.
        Team,
    }
    /// What smoke does (GGG-gren-10).
    SmokeSight {
        /// Nobody sees into it, out of it or through it.
        Blocks,
        /// A figure in it or behind it counts as hiding.
        Hides,
    }
    /// A grenade that scatters into a wall (GGG-gren-7).
    ScatterWall {
        /// Stops before it.
        Stops,
        /// Lands beyond it.
        Passes,
    }
    /// What undoes work on a bomb besides leaving it (GGG-bomb-5).
    WorkInterruptedBy {
        /// Nothing.
        Leaving,
        /// Any wound or stun.
        AnyHit,
    }
    /// Whether Terrorists are taken prisoner (GGG-mis-6).
    Capture {
        /// No.
        None,
        /// Those who are stunned, within reach of a Counter-Terrorist and seen by no comrade.
        Helpless,
    }
    /// Whose harm to Counter-Terrorists counts for their loss (GGG-mis-5).
    CtLossBy {
        /// Anybody's.
        Any,
        /// That of Terrorists only.
        Terrorists,
    }
    /// Shots that miss (GGG-host-5).
    StrayFire {
        /// Hit nobody.
        Off,
        /// Hit a hostage near the target, or in the line of fire, on a 1 of a further die: a house rule.
        NearMiss,
    }
}
