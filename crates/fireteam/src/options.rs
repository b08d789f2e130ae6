//! The options: readings of the text that a scenario may choose between. The first value is what is played by default.

engage::options! {
    /// Whether something is allowed that the text does not forbid.
    Allowed {
        /// It is.
        Yes,
        /// It is not.
        No,
    }
    /// Whether something holds that the text does not say.
    Refused {
        /// It does not.
        No,
        /// It does.
        Yes,
    }
    /// The row of the assault rifle's single shots; one cell may be a misprint (FT-fire-4a).
    AssaultRifleRow {
        /// As printed: no shot up to 6", then 5 to 12.
        AsPrinted,
        /// One column to the left: 5 up to 6", nothing beyond 48".
        ShiftedLeft,
        /// As printed, and the number for 12" up to 6" as well.
        SixInchAsTwelve,
    }
    /// A blank cell of a firing table, and a target beyond the last column (FT-fire-3).
    BlankCell {
        /// No shot.
        CannotFire,
        /// A shot that only a double six makes a hit.
        DoubleSixOnly,
    }
    /// For whom the double six hits up to 12" only (FT-hit-2, FT-pin-5).
    DoubleSixLimit {
        /// For pinned firers.
        PinnedOnly,
        /// For everyone.
        Everyone,
    }
    /// What makes a man lose his aim, besides firing, moving and the target's loss (FT-hit-9).
    AimLost {
        /// Nothing.
        Never,
        /// Being pinned.
        Pinned,
        /// Being pinned or wounded.
        PinnedOrWounded,
    }
    /// Where the beaten zone lies (FT-beat-2).
    BeatenZoneAnchor {
        /// Around the figure aimed at.
        Centred,
        /// From that figure on, away from the firer.
        NearEdge,
    }
    /// What a burst may be aimed at (FT-beat-2).
    BurstAimPoint {
        /// A visible enemy.
        Figure,
        /// Any point: the automatic player then aims at the ground between two enemies, too.
        AnyPoint,
    }
    /// The range of a burst (FT-beat-3).
    BeatenZoneRange {
        /// That of the figure aimed at, for the whole zone.
        AimPoint,
        /// Each figure's own.
        EachFigure,
    }
    /// Figures in the beaten zone behind solid walls (FT-beat-4).
    BeatenZoneWalls {
        /// They are left out.
        Blocked,
        /// They are tested like the others.
        All,
    }
    /// Whether a number two fires his own weapon (FT-fire-6).
    NumberTwoDuty {
        /// He may.
        MayFire,
        /// He may not.
        MayNotFire,
    }
    /// A natural 1 of the saving throw (FT-save-3).
    SaveNaturalOne {
        /// A score like any other.
        NoSpecial,
        /// It fails.
        AlwaysFails,
    }
    /// From whom a pinned man may run (FT-pin-2).
    PinnedFleeFrom {
        /// The nearest enemy in sight.
        NearestVisible,
        /// The man who shot or threw at him last.
        LastShooter,
    }
    /// Whether a pinned man who lies down may get up to run (FT-pin-2).
    PinnedMayStand {
        /// He may not.
        No,
        /// As the start of a rush.
        AsStartOfRush,
    }
    /// When pinned men throw (FT-unpin-5).
    UnpinWhen {
        /// At the start of their side's turn.
        StartOfTurn,
        /// At its end.
        EndOfTurn,
    }
    /// The men whom a superior in sight helps (FT-unpin-4).
    SuperiorHelps {
        /// The leader.
        LeaderOnly,
        /// Everyone in the squad.
        WholeSquad,
    }
    /// Who leads when the leader is lost (FT-unpin-6).
    LeaderLost {
        /// The next in the list.
        NextInList,
        /// Nobody: no one is un-pinned any more.
        NoUnpin,
    }
    /// Equal dice for the first move (FT-seq-2).
    InitiativeTie {
        /// Both roll again.
        Reroll,
        /// The order of the last pair stands.
        KeepOrder,
    }
    /// How a side's turn goes (FT-seq-4).
    TurnStructure {
        /// All move, then all fire.
        MoveThenFire,
        /// Each moves and fires before the next.
        FigureByFigure,
    }
    /// When targets are named (FT-seq-4).
    TargetDeclaration {
        /// Shot by shot.
        OneByOne,
        /// All before the first shot: what is fired at one who falls before is lost.
        AllFirst,
    }
    /// How far a man rushes (FT-move-2).
    RushDistance {
        /// Any distance up to the score.
        UpTo,
        /// The score, as far as the way goes.
        Exact,
    }
    /// When a man may go prone (FT-move-4).
    GoProneWhen {
        /// At any time, but not between a hit and its saving throw.
        AnyTime,
        /// In his own side's turn.
        OwnTurn,
    }
    /// What is left of a rush after standing up (FT-move-6).
    StandThenRush {
        /// Half the roll.
        HalfRoll,
        /// Nothing.
        No,
    }
    /// What standing up and going nowhere counts as (FT-move-6).
    StandUpCountsAs {
        /// A move.
        Moving,
        /// No move.
        Stationary,
    }
    /// The speed of a vehicle that makes up no whole die (FT-move-8, FT-move-9).
    VehiclePartDice {
        /// Nothing.
        Drop,
        /// A whole die.
        RoundUp,
    }
    /// When a grenade explodes (FT-gren-3).
    GrenadeExplodes {
        /// At the end of the thrower's turn.
        EndOfOwnTurn,
        /// After that side's movement, before its fire.
        AfterOwnMovement,
        /// At the end of the pair of moves.
        EndOfPair,
    }
    /// The row of a man who crawled (FT-gren-4).
    GrenadeProneRush {
        /// Prone.
        Prone,
        /// Rushing.
        Rushing,
    }
    /// The targets of a throw (FT-gren-10).
    GrenadeNewTarget {
        /// Enemies in sight at the start of the thrower's turn.
        InSightAtTurnStart,
        /// Enemies in sight in the turn before.
        InSightLastTurn,
    }
    /// Hard cover between a figure and the burst (FT-gren-12).
    GrenadeBlastCover {
        /// It keeps the figure out of the circle, if it is solid.
        BlockedByHardCover,
        /// It does not matter.
        Ignored,
    }
}
