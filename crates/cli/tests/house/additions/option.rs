engage::rules! {
    /// The rulebook.
    Rules {
        /// What a jam costs: “he loses his weapon for now” can be read in two ways (EX-4).
        jam: Jam {
            /// His next go, in which he clears it.
            Go,
            /// The weapon, for the rest of the fight.
            Weapon,
        },
        /// The highest roll at which a weapon jams (EX-4).
        jams_on: u8 in 0..=6 = 1,
    }
}

impl engage::Rulebook for Rules {
    fn problems(&self, _: &str) -> Vec<engage::Problem> {
        Vec::new()
    }
}

impl Rules {
    /// How many of the goes that are left a jam costs (EX-4).
    pub(super) fn goes_lost(&self, left: u16) -> u16 {
        match self.jam {
            Jam::Go => left.min(1),
            Jam::Weapon => left,
        }
    }
}
