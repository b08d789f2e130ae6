//! Probabilities of things known by number.

/// Things by number with their probabilities, in the order in which they were first met.
#[derive(Debug, Default)]
pub(super) struct Masses {
    met: Vec<(usize, f64)>,
    /// For each number its place among those met; [`Masses::NOWHERE`] if it was not met.
    places: Vec<u32>,
}

impl Masses {
    const NOWHERE: u32 = u32::MAX;

    /// Adds probability to a number.
    pub(super) fn add(&mut self, number: usize, mass: f64) {
        *self.of(number) += mass;
    }

    /// The probability of a number, which counts as met from now on.
    pub(super) fn of(&mut self, number: usize) -> &mut f64 {
        if self.places.len() <= number {
            self.places.resize(number + 1, Masses::NOWHERE);
        }
        let place = &mut self.places[number];
        if *place == Masses::NOWHERE {
            *place = u32::try_from(self.met.len()).expect("as many as states fit in memory");
            self.met.push((number, 0.0));
        }
        &mut self.met[*place as usize].1
    }

    /// How many numbers have been met.
    pub(super) fn len(&self) -> usize {
        self.met.len()
    }

    /// The numbers met, with their probabilities.
    pub(super) fn met(&self) -> &[(usize, f64)] {
        &self.met
    }

    /// Forgets all, and keeps the memory for others.
    pub(super) fn clear(&mut self) {
        for (number, _) in self.met.drain(..) {
            self.places[number] = Masses::NOWHERE;
        }
    }

    /// Bytes that it takes up.
    pub(super) fn room(&self) -> usize {
        self.met.capacity() * size_of::<(usize, f64)>() + self.places.capacity() * size_of::<u32>()
    }
}
