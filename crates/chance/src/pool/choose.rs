//! The number of ways to choose some of several dice.

use super::die::MOST_DICE;

/// Binomial coefficients.
const CHOOSE: [[u64; MOST_DICE + 1]; MOST_DICE + 1] = {
    let mut table = [[0; MOST_DICE + 1]; MOST_DICE + 1];
    let mut n = 0;
    while n <= MOST_DICE {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

pub(super) const fn choose(n: u8, k: u8) -> u64 {
    CHOOSE[n as usize][k as usize]
}
