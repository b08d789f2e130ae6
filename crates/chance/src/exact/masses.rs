//! Probabilities of things known by number.

/// Things by number with their probabilities, in the order in which they were first met.
#[derive(Debug, Default)]
pub(super) struct Masses {
    met: Vec<usize>,
    /// The probability of each number, [`Masses::NOT_MET`] if it was not met.
    masses: Vec<f64>,
}

impl Masses {
    const NOT_MET: f64 = -1.0;

    /// Adds probability to a number.
    #[inline]
    pub(super) fn add(&mut self, number: usize, mass: f64) {
        *self.of(number) += mass;
    }

    /// The probability of a number, which counts as met from now on.
    #[inline]
    pub(super) fn of(&mut self, number: usize) -> &mut f64 {
        if self.masses.len() <= number {
            self.masses.resize(number + 1, Masses::NOT_MET);
        }
        let mass = &mut self.masses[number];
        if *mass < 0.0 {
            *mass = 0.0;
            self.met.push(number);
        }
        mass
    }

    /// How many numbers have been met.
    pub(super) fn len(&self) -> usize {
        self.met.len()
    }

    /// The number that was met at this place, and its probability.
    pub(super) fn at(&self, place: usize) -> (usize, f64) {
        let number = self.met[place];
        (number, self.masses[number])
    }

    /// The numbers met, with their probabilities.
    pub(super) fn met(&self) -> impl Iterator<Item = (usize, f64)> {
        self.met.iter().map(|&number| (number, self.masses[number]))
    }

    /// Forgets all, and keeps the memory for others.
    pub(super) fn clear(&mut self) {
        for number in self.met.drain(..) {
            self.masses[number] = Masses::NOT_MET;
        }
    }

    /// Bytes that it takes up.
    pub(super) fn room(&self) -> usize {
        self.met.capacity() * size_of::<usize>() + self.masses.capacity() * size_of::<f64>()
    }
}
