//! Games of two sides in which one side's success is the other's failure, solved exactly.

use num_bigint::BigInt;

/// The solution of a game: how often each side plays each of its strategies, as shares of `whole`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The share of each row.
    pub rows: Vec<BigInt>,
    /// The share of each column.
    pub columns: Vec<BigInt>,
    /// The sum of the shares of a side.
    pub whole: BigInt,
}

/// The first optimum of a game, in fractions: rows want its entries large, columns small. All rows are of one length.
/// Found by the simplex method on whole numbers (pivots without fractions, Bland's rule), so it is the same on every
/// machine. Empty shares for an empty game.
#[must_use]
pub fn solve(payoffs: &[Vec<i64>]) -> Solution {
    let (height, width) = (payoffs.len(), payoffs.first().map_or(0, Vec::len));
    if height == 0 || width == 0 {
        return Solution { rows: vec![BigInt::ZERO; height], columns: vec![BigInt::ZERO; width], whole: BigInt::ZERO };
    }
    // With every entry above zero the value is above zero, and the columns' problem is: the largest sum of y >= 0 with
    // A y <= 1. Rows of the table: A, the slacks, and the right side; the last row is the objective.
    let least = payoffs.iter().flatten().min().copied().unwrap_or(0);
    let columns = width + height + 1;
    let mut table: Vec<Vec<BigInt>> = payoffs
        .iter()
        .enumerate()
        .map(|(row, entries)| {
            let own = entries.iter().map(|&entry| BigInt::from(i128::from(entry) - i128::from(least) + 1));
            let slacks = (0..height).map(|slack| BigInt::from(u8::from(slack == row)));
            own.chain(slacks).chain([BigInt::from(1)]).collect()
        })
        .collect();
    let objective = (0..columns).map(|column| BigInt::from(-i32::from(column < width))).collect();
    table.push(objective);
    let mut basis: Vec<usize> = (width..width + height).collect();
    let mut last = BigInt::from(1);
    while let Some(enters) = (0..columns - 1).find(|&column| table[height][column] < BigInt::ZERO) {
        let Some(leaves) = leaving(&table, &basis, enters) else { break };
        last = pivot(&mut table, leaves, enters, &last);
        basis[leaves] = enters;
    }
    let whole = table[height][columns - 1].clone();
    let rows = (0..height).map(|row| table[height][width + row].clone()).collect();
    let share = |column: usize| {
        let row = basis.iter().position(|&basic| basic == column);
        row.map_or(BigInt::ZERO, |row| table[row][columns - 1].clone())
    };
    Solution { rows, columns: (0..width).map(share).collect(), whole }
}

/// The row whose variable leaves: that with the smallest ratio, of several the one with the first variable.
fn leaving(table: &[Vec<BigInt>], basis: &[usize], enters: usize) -> Option<usize> {
    let right = |row: usize| &table[row][table[row].len() - 1];
    let eligible = (0..basis.len()).filter(|&row| table[row][enters] > BigInt::ZERO);
    eligible.min_by(|&a, &b| {
        let (one, other) = (right(a) * &table[b][enters], right(b) * &table[a][enters]);
        one.cmp(&other).then(basis[a].cmp(&basis[b]))
    })
}

/// Pivots without fractions: every entry stays a whole number, over the pivot as a common denominator. Returns the pivot.
fn pivot(table: &mut [Vec<BigInt>], leaves: usize, enters: usize, last: &BigInt) -> BigInt {
    let line = table[leaves].clone();
    let pivot = line[enters].clone();
    for row in (0..table.len()).filter(|&row| row != leaves) {
        let factor = table[row][enters].clone();
        for (entry, own) in table[row].iter_mut().zip(&line) {
            *entry = (&*entry * &pivot - &factor * own) / last;
        }
    }
    pivot
}

/// Shares of a whole in whole per cent that add up to 100. Each share is rounded down; the remaining points go to the shares
/// that lost most by that, among equals to the first. All go to the first if the whole is zero.
#[must_use]
pub fn percent(shares: &[BigInt], whole: &BigInt) -> Vec<u32> {
    if *whole == BigInt::ZERO {
        return (0..shares.len()).map(|place| if place == 0 { 100 } else { 0 }).collect();
    }
    let hundred = |share: &BigInt| -> BigInt { share * 100 };
    let mut percent: Vec<u32> = shares.iter().map(|share| u32::try_from(hundred(share) / whole).unwrap_or(0)).collect();
    let mut places: Vec<usize> = (0..shares.len()).collect();
    places.sort_by_key(|&place| (std::cmp::Reverse(hundred(&shares[place]) % whole), place));
    let left = 100_u32.saturating_sub(percent.iter().sum());
    for &place in places.iter().take(left as usize) {
        percent[place] += 1;
    }
    percent
}

#[cfg(test)]
mod tests {
    use num_bigint::BigInt;

    use super::{Solution, percent, solve};

    fn fractions(solution: &Solution) -> (Vec<String>, Vec<String>) {
        let share = |share: &BigInt| {
            let divisor = gcd(share.clone(), solution.whole.clone());
            format!("{}/{}", share / &divisor, &solution.whole / &divisor)
        };
        (solution.rows.iter().map(share).collect(), solution.columns.iter().map(share).collect())
    }

    fn gcd(a: BigInt, b: BigInt) -> BigInt {
        if b == BigInt::ZERO { a } else { gcd(b.clone(), a % b) }
    }

    #[test]
    fn known_games_are_solved_to_the_digit() {
        // Rock, paper, scissors; with rock twice as good against scissors; matching pennies with unequal stakes; a saddle.
        let third = ["1/3", "1/3", "1/3"];
        assert_eq!(
            fractions(&solve(&[vec![0, -1, 1], vec![1, 0, -1], vec![-1, 1, 0]])),
            (third.map(str::to_owned).to_vec(), third.map(str::to_owned).to_vec())
        );
        let (rows, columns) = fractions(&solve(&[vec![0, -1, 2], vec![1, 0, -1], vec![-2, 1, 0]]));
        assert_eq!(
            (rows, columns),
            (["1/4", "1/2", "1/4"].map(str::to_owned).to_vec(), ["1/4", "1/2", "1/4"].map(str::to_owned).to_vec())
        );
        let (rows, columns) = fractions(&solve(&[vec![3, -1], vec![-2, 1]]));
        assert_eq!(
            (rows, columns),
            (["3/7", "4/7"].map(str::to_owned).to_vec(), ["2/7", "5/7"].map(str::to_owned).to_vec())
        );
        let (rows, columns) = fractions(&solve(&[vec![4, 2, 5], vec![1, 0, 9]]));
        assert_eq!(
            (rows, columns),
            (["1/1", "0/1"].map(str::to_owned).to_vec(), ["0/1", "1/1", "0/1"].map(str::to_owned).to_vec())
        );
        assert!(solve(&[]).rows.is_empty());
    }

    /// The expected entry of a row against the columns' shares.
    fn against(row: &[i64], solution: &Solution) -> BigInt {
        row.iter().zip(&solution.columns).map(|(&entry, share)| share * entry).sum()
    }

    #[test]
    fn neither_side_of_a_solution_can_do_better() {
        let mut state = 7_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as i64
        };
        for _ in 0..200 {
            let (height, width) = (1 + next() % 7, 1 + next() % 7);
            let game: Vec<Vec<i64>> =
                (0..height).map(|_| (0..width).map(|_| next() % 16_384 - 8192).collect()).collect();
            let solution = solve(&game);
            assert_eq!(solution.rows.iter().sum::<BigInt>(), solution.whole);
            assert_eq!(solution.columns.iter().sum::<BigInt>(), solution.whole);
            assert!(solution.rows.iter().chain(&solution.columns).all(|share| *share >= BigInt::ZERO));
            let best_row = game.iter().map(|row| against(row, &solution)).max().unwrap();
            let column =
                |column: usize| game.iter().zip(&solution.rows).map(|(row, share)| share * row[column]).sum::<BigInt>();
            let best_column = (0..width as usize).map(column).min().unwrap();
            assert_eq!(best_row, best_column, "the value of the game from both sides");
        }
    }

    #[test]
    fn per_cent_add_up() {
        let shares = |all: &[i32]| all.iter().map(|&share| BigInt::from(share)).collect::<Vec<_>>();
        assert_eq!(percent(&shares(&[1, 1, 1]), &BigInt::from(3)), [34, 33, 33]);
        assert_eq!(percent(&shares(&[2, 5, 0]), &BigInt::from(7)), [29, 71, 0]);
        assert_eq!(percent(&shares(&[0, 0]), &BigInt::ZERO), [100, 0]);
    }
}
