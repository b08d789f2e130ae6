//! The options: readings of the text that a scenario may choose between. The first value is what the rulebook prints, or
//! the reading of it that is played by default.

engage::options! {
    /// Who a deck belongs to (CQB-1.3a, CQB-2.1b).
    DeckOwner {
        /// One deck for each ability level in a team (CQB-1.4.1b).
        Team,
        /// One deck for each figure.
        Figure,
    }
    /// When turned cards go back into the deck (CQB-2.1c).
    Reshuffle {
        /// When a card is needed and none is left.
        Exhausted,
        /// At the start of each turn.
        EveryTurn,
        /// Before the next card.
        EveryDraw,
    }
    /// Whether each team rolls for its luck (CQB-2.2a).
    Luck {
        /// Two jokers in every deck.
        Off,
        /// One average die a team decides between one and three jokers.
        On,
    }
    /// A joker as the to-hit card (CQB-9a).
    JokerFire {
        /// No round leaves the weapon, the fire action ends, and the next action clears the jam.
        Jam,
        /// The shot misses completely.
        Miss,
        /// Set aside; another card is turned over.
        Redraw,
        /// No round leaves the weapon; firing goes on.
        Misfire,
    }
    /// A joker as an effect, location, helmet or hostage card (CQB-9a).
    JokerSecondary {
        /// Set aside; another card is turned over.
        Redraw,
        /// Nothing: no effect, no helmet in the way, no hostage hit.
        Void,
    }
    /// A joker in a stun, gas or task test (CQB-9a).
    JokerTest {
        /// Fails whatever the target number.
        Fail,
        /// Set aside; another card is turned over.
        Redraw,
        /// Passes whatever the target number.
        Pass,
    }
    /// A joker in a reaction test (CQB-3e).
    JokerReaction {
        /// Lower than any card.
        Lowest,
        /// Higher than any card.
        Highest,
        /// Set aside; another card is turned over.
        Redraw,
    }
    /// Whether a joker in the throw of a stun grenade, or in the test to breach a door, starts a fire (CQB-9a).
    JokerFireHazard {
        /// No fire starts.
        Off,
        /// It starts a fire in the room it was meant for, which everybody there resists as gas.
        On,
    }
    /// How long a figure stays on Hold (CQB-3e).
    HoldDuration {
        /// Until it acts.
        UntilActs,
        /// Until the turn ends.
        Turn,
    }
    /// What a failed interrupt costs (CQB-3e).
    FailedInterrupt {
        /// Nothing; it stays on Hold.
        KeepsHold,
        /// Its Hold.
        LosesHold,
    }
    /// A firer that moved Fast in the turn before (CQB-4b).
    FastFirer {
        /// May not fire.
        Barred,
        /// Fires at +2.
        #[schemars(title = "+2")]
        Plus2,
    }
    /// Whether a figure may move and fire in one turn (CQB-3a).
    MoveAndFire {
        /// One action a turn.
        No,
        /// It may move up to its Normal distance and fire.
        UpToNormal,
    }
    /// Which of a target's moves count (CQB-5.3.1).
    MovedWindow {
        /// Those of the turn before.
        PreviousTurn,
        /// Also a move already made in this turn.
        PreviousOrCurrent,
    }
    /// Rounds in a burst of automatic fire (CQB-5.1a).
    AutoBurst {
        /// One average die each.
        AverageDie,
        /// Three.
        #[schemars(title = "Three rounds")]
        #[serde(rename = "fixed3")]
        Fixed3,
    }
    /// Whether a weapon may fire at a lower rate than its own (CQB-5.1a).
    SelectFire {
        /// Automatic weapons may fire bursts or single shots, burst weapons single shots.
        LowerAllowed,
        /// Only at its own rate.
        CategoryOnly,
    }
    /// What becomes of the remaining rounds once the target is down (CQB-5.1b).
    StopWhenDown {
        /// They are not fired.
        Stop,
        /// The burst in progress is finished.
        FinishBurst,
        /// Every round is resolved.
        All,
    }
    /// The deck of effect, location and helmet cards (CQB-5.2b).
    LocationDeck {
        /// The firer's.
        Firer,
        /// The deck of ace to ten with two jokers.
        Neutral,
    }
    /// What declaring an aim costs (CQB-5.3.2a).
    AimCost {
        /// The turn's action.
        Action,
        /// Nothing.
        Free,
    }
    /// How long an aim lasts (CQB-5.3.2a).
    AimPersistence {
        /// A fire action spends it.
        Spent,
        /// Until the figure moves, is knocked down or drops its weapon.
        Kept,
    }
    /// Which shots of an aimed fire action are aimed (CQB-5.3.2b).
    AimApplies {
        /// All.
        All,
        /// The first.
        First,
    }
    /// The aiming modifier of a shotgun (CQB-5.3.2b).
    ShotgunAim {
        /// None: the table has no line for it.
        None,
        /// As a poor rifle.
        AsPoorRifle,
    }
    /// Whether naming a location needs an aimed shot (CQB-5.3.3a).
    LocationNeedsAim {
        /// It does not.
        No,
        /// It does.
        Yes,
    }
    /// A helmet against a brain-stem hit (CQB-5.3.3b).
    BrainstemHelmet {
        /// It does not help.
        Ignores,
        /// It helps as against a head hit.
        Applies,
    }
    /// How many hostages one missed round can hit (CQB-5.3.3e).
    HostageStop {
        /// One: the checks end with the first hit.
        First,
        /// All of them are checked.
        All,
    }
    /// The deck of the card that says whether a hostage is hit (CQB-5.3.3e).
    HostageCheckDeck {
        /// The firer's.
        Firer,
        /// The hostages' own.
        Hostage,
    }
    /// Range modifiers beyond the table (CQB-5.3.4).
    LongRange {
        /// The bands go on doubling, +1 each.
        Doubling,
        /// +1 for each further 48" begun.
        #[schemars(title = "+1 for each 48 in")]
        #[serde(rename = "linear48")]
        Linear48,
    }
    /// Over what the single shots of a heavy weapon are counted (CQB-5.3.5a).
    SingleRecoil {
        /// The fire action.
        Turn,
        /// The run of fire actions without a break.
        Series,
    }
    /// Over what the rounds of bursts are counted (CQB-5.3.5c).
    RecoilCount {
        /// The fire action.
        Turn,
        /// The burst.
        Burst,
    }
    /// Which shots pay for a change of target (CQB-5.3.6c).
    ChangeTarget {
        /// The shot that makes it.
        First,
        /// Every later shot at the new target too.
        All,
    }
    /// What cover does (CQB-5.3.7).
    Cover {
        /// Nothing.
        None,
        /// Only parts that show can be fired at, by name.
        ExposedParts,
    }
    /// A magnum round against soft armour (CQB-5.5.3a).
    MagnumVsSoft {
        /// Stopped like any pistol round.
        Stopped,
        /// Weakened like a rifle round.
        AsRifle,
    }
    /// What soft armour covers (CQB-5.5.3a).
    SoftCoverage {
        /// The torso.
        Torso,
        /// Everything but the head.
        All,
    }
    /// Whether a stopped hit with a red card knocks down (CQB-5.5.3b).
    ArmourKnockdown {
        /// It does not.
        Off,
        /// It does.
        On,
    }
    /// What a figure hit in the arm drops (CQB-5.5.4d).
    ArmDrop {
        /// Anything it held.
        Everything,
        /// What that arm held: the strong arm the weapon, the weak arm a two-handed one.
        ThatArm,
    }
    /// A two-handed weapon with one arm (CQB-5.5.4d).
    OneArmLongGun {
        /// It kicks like a heavy-recoil weapon.
        HeavyRecoil,
        /// Rifles and shotguns kick as they did.
        Unchanged,
        /// It cannot be fired.
        Barred,
    }
    /// Whether wounds and gas count in stun and gas tests (CQB-5.5.4e).
    PenaltiesOnResist {
        /// They do not.
        No,
        /// They do.
        Yes,
    }
    /// What being knocked down costs (CQB-5.5.4f).
    Knockdown {
        /// The next action.
        LoseAction,
        /// Nothing.
        None,
    }
    /// The test to clear a jam or pick up a weapon (CQB-8a).
    RecoveryTest {
        /// None.
        None,
        /// An easy one.
        Easy,
    }
    /// The test to open a door (CQB-4c, CQB-8a).
    DoorTest {
        /// None: it takes the figure's action.
        None,
        /// An easy one.
        Easy,
        /// A moderate one.
        Moderate,
        /// A difficult one.
        Difficult,
        /// A very difficult one.
        VeryDifficult,
    }
    /// When a stunned figure that recovers may act (CQB-6c).
    StunRecover {
        /// In the same turn.
        SameTurn,
        /// In the next.
        NextTurn,
    }
    /// What being overcome by gas means (CQB-7b).
    GasOvercome {
        /// The penalty alone.
        Penalty,
        /// The turn's action is lost as well.
        NoAction,
    }
    /// When the penalties from gas end (CQB-7b).
    GasRecovery {
        /// Never.
        Never,
        /// On leaving the gas.
        OnLeaving,
    }
    /// Hostages behind the target (CQB-5.3.3e).
    LineOfFireBeyond {
        /// The line of fire goes on until a wall.
        UntilWall,
        /// It ends at the target.
        None,
    }
    /// Who acts first in a turn (CQB-3b).
    Order {
        /// The reaction test decides.
        Reaction,
        /// Blue, figure by figure, then red.
        BlueFirst,
        /// Red, figure by figure, then blue.
        RedFirst,
        /// All at once.
        Simultaneous,
    }
}
