//! The purpose of a draw, which is the second part of its address.

engage::purposes! {
    SPOT = "spot",
    SHOT = "shot",
    EFFECT = "effect",
    THROW = "throw",
    DIRECTION = "direction",
    DISTANCE = "distance",
    BLAST = "blast",
    DEPLOY = "deploy",
    STRAY = "stray",
    LOOK_AHEAD = "look ahead",
}
