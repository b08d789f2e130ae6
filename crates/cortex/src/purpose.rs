//! What a draw is for: the second part of its address.

engage::purposes! {
    /// The roll of the actor.
    ACTOR = "actor",
    /// The roll of the opposition.
    OPPOSITION = "opposition",
    /// The number that an effect die shows.
    NUMBER = "number",
    /// The order of the numbers.
    ORDER = "order",
    /// The member of a set that falls.
    FALLS = "falls",
    /// The target.
    TARGET = "target",
    /// A medic's test.
    MEDIC = "medic",
    /// The roll that decides who goes first.
    INITIATIVE = "initiative",
}
