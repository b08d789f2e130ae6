engage::keys! {
    /// Figures that are alike.
    Squad {
        /// Number of figures.
        count "Figures": u8 in 0..=16 = 1,
    }
    doctrine:
    /// The doctrine of the automatic player.
    Doctrine {
        /// Rounds that a figure keeps for a target in the open.
        saves: u8 in 0..=6 "rounds" = 1,
    }
}

/// Whether a figure fires, given what it knows.
pub(super) fn fires(doctrine: &Doctrine, rounds: u8, target_in_cover: bool) -> bool {
    rounds > if target_in_cover { doctrine.saves } else { 0 }
}
