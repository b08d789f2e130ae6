//! Sums of probabilities that keep their last digits.

/// A sum of numbers that also adds up what each addition rounds off (Neumaier 1974), so that it is right to the last
/// digit regardless of how many numbers there are. An empty sum is zero without a sign.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sum {
    sum: f64,
    rest: f64,
}

impl Sum {
    /// Adds a number.
    pub fn add(&mut self, number: f64) {
        let sum = self.sum + number;
        let (large, small) = if self.sum.abs() >= number.abs() { (self.sum, number) } else { (number, self.sum) };
        self.rest += (large - sum) + small;
        self.sum = sum;
    }

    /// The sum of all numbers added.
    #[must_use]
    pub fn total(self) -> f64 {
        self.sum + self.rest
    }
}

impl FromIterator<f64> for Sum {
    fn from_iter<N: IntoIterator<Item = f64>>(numbers: N) -> Sum {
        let mut sum = Sum::default();
        numbers.into_iter().for_each(|number| sum.add(number));
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::Sum;

    #[test]
    fn nothing_is_lost() {
        let tenths = [0.1; 10];
        assert!(tenths.iter().sum::<f64>() < 1.0);
        for (numbers, total) in [(&tenths[..], 1.0), (&[1.0, 1e100, 1.0, -1e100], 2.0)] {
            assert_eq!(numbers.iter().copied().collect::<Sum>().total().to_bits(), f64::to_bits(total), "{numbers:?}");
        }
    }

    #[test]
    fn nothing_adds_up_to_zero_without_a_sign() {
        let nothing: [f64; 0] = [];
        assert_eq!(nothing.into_iter().collect::<Sum>().total().to_bits(), 0);
        assert_eq!([-0.0].into_iter().collect::<Sum>().total().to_bits(), 0);
    }
}
