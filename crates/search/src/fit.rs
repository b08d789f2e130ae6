//! Fits a logistic model by Newton's method.

/// A row of a fit: what explains a share, and the share.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) explains: Vec<f64>,
    /// Log-odds that are known.
    pub(crate) known: f64,
    pub(crate) won: f64,
    pub(crate) played: f64,
}

/// Newton steps after which a fit has converged, or never will.
const STEPS: usize = 60;

/// Weight of one engagement won by half, which keeps the fit finite where one side always wins.
const PRIOR: f64 = 1.0;

/// The share at these log-odds.
#[must_use]
pub fn logistic(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// The product of a line and the coefficients.
fn explained(line: &[f64], coefficients: &[f64]) -> f64 {
    line.iter().zip(coefficients).map(|(x, b)| x * b).sum()
}

/// The coefficients with which the log-odds of each share are closest to a sum of what explains it; `None` if the lines do
/// not determine them.
pub(crate) fn fit(lines: &[Line], from: &[f64]) -> Option<Vec<f64>> {
    let mut coefficients = from.to_vec();
    let count = coefficients.len();
    for _ in 0..STEPS {
        let mut curvature = vec![vec![0.0; count]; count];
        let mut slope = vec![0.0; count];
        for Line { explains, known, won, played } in lines {
            let (won, played) = (won + PRIOR / 2.0, played + PRIOR);
            let share = logistic(known + explained(explains, &coefficients));
            for (row, x) in explains.iter().enumerate().filter(|(_, x)| **x != 0.0) {
                slope[row] += x * (won - played * share);
                for (column, y) in explains.iter().enumerate() {
                    curvature[row][column] += x * y * played * share * (1.0 - share);
                }
            }
        }
        let step = solved(curvature, slope)?;
        // A step far from the optimum may overshoot.
        let longest = step.iter().fold(0.0_f64, |longest, part| longest.max(part.abs()));
        let scale = if longest > 2.0 { 2.0 / longest } else { 1.0 };
        coefficients.iter_mut().zip(&step).for_each(|(own, part)| *own += scale * part);
        if longest < 1e-10 {
            return Some(coefficients);
        }
    }
    None
}

/// The solution of a system of linear equations, by elimination; `None` if there is no single one.
pub(crate) fn solved(mut rows: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let count = right.len();
    for pivot in 0..count {
        let largest = (pivot..count).max_by(|&a, &b| rows[a][pivot].abs().total_cmp(&rows[b][pivot].abs()))?;
        rows.swap(pivot, largest);
        right.swap(pivot, largest);
        if rows[pivot][pivot].abs() < 1e-12 {
            return None;
        }
        for row in pivot + 1..count {
            let factor = rows[row][pivot] / rows[pivot][pivot];
            let (above, below) = rows.split_at_mut(row);
            below[0].iter_mut().zip(&above[pivot]).skip(pivot).for_each(|(own, theirs)| *own -= factor * theirs);
            right[row] -= factor * right[pivot];
        }
    }
    for row in (0..count).rev() {
        let known: f64 = (row + 1..count).map(|column| rows[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / rows[row][row];
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::{Line, fit, logistic, solved};

    #[test]
    fn a_system_is_solved_or_refused() {
        let solution = solved(vec![vec![0.0, 2.0], vec![4.0, 1.0]], vec![6.0, 11.0]).unwrap();
        assert!((solution[0] - 2.0).abs() < 1e-12 && (solution[1] - 3.0).abs() < 1e-12);
        assert_eq!(solved(vec![vec![1.0, 2.0], vec![2.0, 4.0]], vec![1.0, 2.0]), None);
    }

    #[test]
    fn what_made_the_shares_is_found_again() {
        let truth = [1.7, -0.4, 0.25];
        let lines: Vec<Line> = (0..40)
            .map(|place| {
                let x = f64::from(place) / 10.0 - 2.0;
                let explains = vec![x, f64::from(place % 3) - 1.0, 1.0];
                let share = logistic(super::explained(&explains, &truth));
                Line { explains, known: 0.0, won: share * 1e9, played: 1e9 }
            })
            .collect();
        let found = fit(&lines, &[0.0; 3]).unwrap();
        assert!(found.iter().zip(truth).all(|(own, truth)| (own - truth).abs() < 1e-6), "{found:?}");
        // One side always wins: a finite answer all the same.
        let lost = [Line { explains: vec![1.0], known: 0.0, won: 0.0, played: 1000.0 }];
        assert!(fit(&lost, &[0.0]).unwrap()[0].is_finite());
    }
}
