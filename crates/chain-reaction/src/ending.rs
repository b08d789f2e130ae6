//! Indices of [`crate::RULESET`]'s endings.

use engage::Side;

pub(crate) const BLUE_WINS: u8 = 0;
pub(crate) const RED_WINS: u8 = 1;
pub(crate) const BOTH_OUT: u8 = 2;
pub(crate) const TURN_LIMIT: u8 = 3;
/// Won and lost, for a patrol of blue and of red.
pub(crate) const OF_PATROL: [[u8; 2]; 2] = [[4, 5], [6, 7]];

/// The side that an ending is a success of, if any.
pub(crate) fn winner(ending: u8) -> Option<Side> {
    let [[blue_through, blue_beaten], [red_through, red_beaten]] = OF_PATROL;
    match ending {
        _ if [BLUE_WINS, blue_through, red_beaten].contains(&ending) => Some(Side::Blue),
        _ if [RED_WINS, red_through, blue_beaten].contains(&ending) => Some(Side::Red),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    /// As the ruleset lists them.
    #[test]
    fn winners() {
        for (ending, listed) in (0..).zip(crate::RULESET.endings) {
            assert_eq!(super::winner(ending), listed.winner, "{}", listed.id);
        }
    }
}
