//! Ground made of zones: a small graph in place of squares, where distance is counted in borders.

use serde::{Deserialize, Serialize};

/// A zone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Zone {
    /// The author's name for it.
    pub name: String,
    /// What it is like, in a word or two, such as `cover d8`; may be empty.
    pub note: String,
}

/// A border between two zones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Border {
    /// The two zones by number.
    pub ends: [u8; 2],
    /// The cost of crossing it, in actions, 1 or more.
    pub cost: u8,
}

/// Zones and the borders between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zones {
    zones: Vec<Zone>,
    borders: Vec<Border>,
    /// The number of borders between each zone and each other, row by row.
    apart: Vec<u8>,
    /// The first border of the cheapest way between them, likewise.
    first: Vec<Option<(u8, u8)>>,
}

impl Zones {
    /// The most zones.
    pub const MOST: usize = 16;
    /// The distance between zones if there is no way between them.
    pub const NO_WAY: u8 = u8::MAX;

    /// Zones with their borders, each joining two of them.
    #[must_use]
    pub fn new(zones: Vec<Zone>, borders: Vec<Border>) -> Zones {
        let count = zones.len();
        let mut apart = vec![Zones::NO_WAY; count * count];
        (0..count).for_each(|zone| apart[zone * count + zone] = 0);
        for Border { ends: [one, two], .. } in &borders {
            let (one, two) = (usize::from(*one), usize::from(*two));
            (apart[one * count + two], apart[two * count + one]) = (1, 1);
        }
        // Allows one more zone on a way at a time.
        for by in 0..count {
            for from in 0..count {
                for to in 0..count {
                    let way = apart[from * count + by].saturating_add(apart[by * count + to]);
                    let known = &mut apart[from * count + to];
                    *known = (*known).min(way);
                }
            }
        }
        let mut ground = Zones { zones, borders, apart, first: Vec::new() };
        let all = || 0..count as u8;
        ground.first = all()
            .flat_map(|from| all().map(move |to| (from, to)))
            .map(|(from, to)| ground.first_border(from, to))
            .collect();
        ground
    }

    /// The zones by number.
    #[must_use]
    pub fn zones(&self) -> &[Zone] {
        &self.zones
    }

    /// The borders in the order of the file.
    #[must_use]
    pub fn borders(&self) -> &[Border] {
        &self.borders
    }

    /// The smallest number of borders between two zones; [`Zones::NO_WAY`] if there is no way.
    #[inline]
    #[must_use]
    pub fn apart(&self, one: u8, two: u8) -> u8 {
        self.apart[usize::from(one) * self.zones.len() + usize::from(two)]
    }

    /// The number of the zone with this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<u8> {
        self.zones.iter().position(|zone| zone.name == name).map(|number| number as u8)
    }

    /// The borders of a zone: for each the zone beyond, and the cost of crossing.
    pub fn beside(&self, zone: u8) -> impl Iterator<Item = (u8, u8)> + '_ {
        self.borders.iter().filter_map(move |&Border { ends: [one, two], cost }| match zone {
            _ if zone == one => Some((two, cost)),
            _ if zone == two => Some((one, cost)),
            _ => None,
        })
    }

    /// The first border of the cheapest way to a zone: the zone beyond, and the cost of crossing. Among equal ways, the
    /// one whose borders come first in the list. `None` if both zones are the same, or there is no way.
    #[inline]
    #[must_use]
    pub fn towards(&self, from: u8, to: u8) -> Option<(u8, u8)> {
        self.first[usize::from(from) * self.zones.len() + usize::from(to)]
    }

    /// Works out [`Zones::towards`].
    fn first_border(&self, from: u8, to: u8) -> Option<(u8, u8)> {
        let mut costs = vec![u16::MAX; self.zones.len()];
        costs[usize::from(to)] = 0;
        // Costs fall until they settle: no way has more borders than there are zones.
        for _ in 0..self.zones.len() {
            for &Border { ends: [one, two], cost } in &self.borders {
                let (one, two) = (usize::from(one), usize::from(two));
                costs[one] = costs[one].min(costs[two].saturating_add(cost.into()));
                costs[two] = costs[two].min(costs[one].saturating_add(cost.into()));
            }
        }
        let here = costs[usize::from(from)];
        let leads = |&(beyond, cost): &(u8, u8)| {
            let rest = costs[usize::from(beyond)];
            rest != u16::MAX && rest + u16::from(cost) == here
        };
        if from == to { None } else { self.beside(from).find(leads) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A street, a yard behind it, a roof above both, and an island.
    fn town() -> Zones {
        let zone = |name: &str| Zone { name: name.to_owned(), note: String::new() };
        let border = |one, two, cost| Border { ends: [one, two], cost };
        Zones::new(
            ["street", "yard", "roof", "island", "lane"].map(zone).into(),
            vec![border(0, 2, 3), border(0, 1, 1), border(1, 2, 2), border(4, 1, 1)],
        )
    }

    #[test]
    fn distance_is_counted_in_borders() {
        let town = town();
        assert_eq!([(0, 0), (0, 1), (0, 2), (0, 4), (4, 2)].map(|(a, b)| town.apart(a, b)), [0, 1, 1, 2, 2]);
        assert_eq!((town.apart(0, 3), town.apart(3, 3)), (Zones::NO_WAY, 0));
        assert_eq!((town.find("roof"), town.find("moon")), (Some(2), None));
    }

    #[test]
    fn the_cheapest_way_is_taken_and_of_equal_ones_the_first() {
        let town = town();
        assert_eq!(town.towards(0, 2), Some((2, 3)), "as dear as by the yard, and first in the list");
        assert_eq!(town.towards(4, 2), Some((1, 1)));
        assert_eq!((town.towards(2, 2), town.towards(2, 3)), (None, None));
    }
}
