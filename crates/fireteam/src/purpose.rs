//! What a draw is for: the second part of its address.

engage::purposes! {
    INITIATIVE = "initiative",
    ATTACK = "attack",
    SAVE = "save",
    EFFECT = "effect",
    UNPIN = "unpin",
    RUSH = "rush",
    BLAST = "blast",
    DEPLOY = "deploy",
    LOOK_AHEAD = "look ahead",
}
