//! The options: readings of the text that a scenario may choose between, and words for what is done with dice. The first value is what
//! is played by default.

engage::options! {
    /// Equal totals (CX0-6).
    Ties {
        /// The opposition wins them.
        Opposition,
        /// The actor wins them.
        Actor,
        /// Nobody does.
        Nobody,
    }
    /// Which two dice the actor keeps for the total (CX0-4).
    KeepDice {
        /// The two highest.
        BestTotal,
        /// Those that win and leave the largest dice for effect; the two highest where none win.
        MaxEffect,
        /// Those that leave the largest dice for effect, whether they win or not.
        BestEffect,
    }
    /// Which of equal sizes is the effect die (CX0-5).
    ShownTie {
        /// The one that shows the highest number.
        Highest,
        /// The one that shows the lowest.
        Lowest,
    }
    /// The least that an empty track takes (CX0-10).
    HarmFloor {
        /// A d6.
        D6,
        /// A d4.
        D4,
    }
    /// An effect die equal to the die attacked (CX0-14).
    RecoverEqual {
        /// It steps that die down.
        StepDown,
        /// It removes it.
        Remove,
    }
    /// An effect die that does not remove the die attacked (CX0-14).
    RecoverPartial {
        /// It steps that die down.
        StepDown,
        /// It does nothing.
        None,
    }
    /// When the umpire makes a complication of hitches (CX0-16).
    Hitches {
        /// Never.
        Never,
        /// Whenever there is one.
        Always,
        /// When there are two or more.
        TwoOrMore,
    }
    /// How the rolls of a turn go in Part I (CX1-seq-1).
    Exchange {
        /// Each side acts once.
        Alternate,
        /// One roll, and its winner harms the other.
        Contest,
    }
    /// One of the two sides.
    Party {
        /// The players.
        Players,
        /// The umpire's side.
        Npcs,
    }
    /// A leader without the Tactics specialisation (CX1-pc-2).
    NoTactics {
        /// No die.
        None,
        /// A d4.
        D4,
    }
    /// A leader out of action (CX1-pc-2).
    LeaderDown {
        /// The next in roster order leads.
        Successor,
        /// The member with the largest Tactics Die.
        Best,
        /// There is no Tactics Die any more.
        Lost,
    }
    /// A CQB specialisation equal to Direct Action (CX1-pc-3).
    CqbEqual {
        /// It steps Direct Action up.
        StepUp,
        /// It adds nothing.
        None,
    }
    /// Which injury dice feed the enemy pool (CX1-factor-1).
    InjuryDice {
        /// One for each injured member, the larger of his two.
        PerMember,
        /// Both dice of every member.
        EveryDie,
        /// One die, the mean of the members' dice.
        Average,
        /// One die, the largest.
        Highest,
    }
    /// Who owns which number (CX1-harm-1).
    OwnedNumbers {
        /// One after another in roster order.
        RoundRobin,
        /// Consecutive runs.
        Blocks,
        /// One after another, in an order drawn before the fight.
        Shuffled,
    }
    /// The numbers of a member who goes out (CX1-harm-1).
    FallenNumbers {
        /// All are shared afresh.
        Redeal,
        /// They stay his, and what strikes him is lost.
        Keep,
    }
    /// The member that the nominal d4 strikes (CX1-harm-3).
    NominalTarget {
        /// The number of a d4 that is rolled.
        RollD4,
        /// The number of a d12.
        RollD12,
    }
    /// The member that an effect die takes out (CX1-harm-6).
    Removal {
        /// The combatant of the lowest Quality Die.
        Lowest,
        /// The best whom it reaches.
        BestReached,
    }
    /// A further die on a Complication (CX1-harm-8).
    ComplicationSum {
        /// Their steps are added.
        Steps,
        /// A larger die replaces it, any other steps it up.
        StepUp,
    }
    /// A Complication that was not needed to take a combatant out (CX1-harm-8).
    ComplicationSpent {
        /// It goes with him.
        Always,
        /// It stays.
        WhenNeeded,
    }
    /// Steps over the threshold (CX1-harm-9).
    Surplus {
        /// They are lost.
        Lost,
        /// They go on to the next combatant.
        Carried,
    }
    /// The order of several effect dice on one unit (CX1-effect-5).
    EffectOrder {
        /// The one that leaves the fewest and weakest.
        Best,
        /// The largest first.
        LargestFirst,
    }
    /// How enemies are grouped (CX2-scope-4).
    Grouping {
        /// In units.
        Units,
        /// Singly.
        Single,
    }
    /// Who goes first in Part II (CX2-init-2).
    First {
        /// The players.
        Players,
        /// The umpire's side.
        Npcs,
        /// The winner of the roll.
        Contest,
    }
    /// Who goes first in the next turn (CX2-init-1).
    NewTurnFirst {
        /// The same side.
        Same,
        /// The other side.
        Swap,
    }
    /// A tie for initiative (CX2-init-3).
    InitiativeTie {
        /// As any other.
        Opposition,
        /// It is rolled again.
        Reroll,
    }
    /// How cover counts (CX2-zone-3).
    Cover {
        /// For everybody, without an action.
        Automatic,
        /// Only what an action created.
        Created,
        /// The larger of the two.
        Larger,
        /// Both dice.
        TwoDice,
    }
    /// What a flanking success does (CX2-zone-4).
    FlankEffect {
        /// It attacks the cover die.
        EffectDie,
        /// It removes all cover.
        Removes,
    }
    /// When specialisations count (CX2-attack-1).
    Specialisations {
        /// By range, in attack and in resistance.
        ByRange,
        /// In attack only.
        AttackOnly,
    }
    /// Which member of a Quality Die falls (CX2-unit-3).
    SpecialistLoss {
        /// Plain soldiers, then specialists from the last listed.
        PlainFirst,
        /// Any.
        Random,
    }
    /// What a medic rolls (CX2-spec-3).
    MedicPool {
        /// His unit's pool.
        Unit,
        /// His own die.
        MedicDie,
    }
    /// The fallen that a medic reaches (CX2-spec-3).
    MedicReach {
        /// Those in his zone.
        SameZone,
        /// Those of his unit.
        OwnUnit,
        /// All.
        Any,
    }
    /// What deploying a drone takes (CX2-spec-4).
    DroneDeploy {
        /// The activation.
        Action,
        /// Nothing.
        Free,
    }
    /// When a turret may first activate (CX2-spec-4).
    TurretActivates {
        /// In the turn in which it comes.
        SameTurn,
        /// In the next.
        NextTurn,
    }
    /// For whom the price of drones doubles (CX2-spec-4).
    DroneCostScope {
        /// For each operator.
        Operator,
        /// For the side.
        Side,
    }
    /// How much a drone stands (CX2-spec-4).
    DroneDurability {
        /// It is one thing of d6.
        Single,
        /// It has three members of d6.
        ThreeDice,
    }
    /// A surveillance drone whose operator falls (CX2-spec-4).
    DroneWithoutOperator {
        /// It ends.
        Ends,
        /// It stays.
        Stays,
    }
    /// What suppressing takes (CX2-spec-6).
    SuppressCost {
        /// The unit's activation.
        Action,
        /// Nothing.
        Free,
    }
    /// Where a Suppressed die counts (CX2-spec-6).
    SuppressedApplies {
        /// Against the bearer's actions, and in attacks on him.
        All,
        /// Against his actions only.
        OwnActions,
    }
    /// Effect dice on a unit in Part II (CX2-attack-4).
    FirefightEffectDice {
        /// Every die left.
        AllRemaining,
        /// By the margin.
        Margin,
    }
    /// The limit of one injury (CX2-attack-4).
    InjuryCap {
        /// One in each attack.
        PerAttack,
        /// And none while a Complication stands.
        Standing,
    }
    /// The track of harm in Part II (CX2-attack-5).
    HarmTrack {
        /// Physical Trauma.
        Trauma,
        /// Physical Stress.
        Stress,
    }
    /// Effect dice on a character (CX2-attack-5).
    EffectDiceVsCharacter {
        /// One.
        One,
        /// By the margin.
        Margin,
    }
    /// When a side withdraws.
    BreakAt {
        /// Never.
        Never,
        /// At half its start.
        Half,
        /// At a third.
        Third,
    }
}
