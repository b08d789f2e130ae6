//! Where things happen on a map, in words.

use std::collections::BTreeMap;

use engage::capital;
use field::Position;
use runner::{Heat, What, Who};
use stats::{Estimate, Level};

use crate::number::{self, Unit, grouped};
use crate::sheet::Sheet;

/// The title of a chart of an event.
pub(crate) const fn title(what: What) -> &'static str {
    match what {
        What::Falls => "Where figures fall",
        What::Shots => "Where shots come from",
        What::Moves => "Where figures move",
    }
}

/// The quantity that the number of a square measures.
pub(crate) const fn of_a_square(what: What) -> &'static str {
    match what {
        What::Falls => "mean falls per engagement in each square",
        What::Shots => "mean shots per engagement from each square",
        What::Moves => "mean entries per engagement into each square",
    }
}

/// The name of the events counted over the whole map.
const fn over_all(what: What) -> &'static str {
    match what {
        What::Falls => "falls",
        What::Shots => "shots",
        What::Moves => "squares entered",
    }
}

/// The exact rule of what counts.
const fn rule(what: What) -> &'static str {
    match what {
        What::Falls => "A figure that goes out of the fight counts in the square where it stood.",
        What::Shots => "A shot counts in the square of the figure that fires it, whatever it hits.",
        What::Moves => "A square counts each time a figure enters it from another; starting squares do not count.",
    }
}

/// The parties to show: both sides, and third parties if there are any and the event may happen to them.
pub(crate) fn parties(heat: &Heat, what: What) -> Vec<Who> {
    let shown = |&who: &Who| match who {
        Who::Blue | Who::Red => true,
        Who::Bystanders => heat.bystanders > 0 && (what == What::Falls || heat.layer(who, what).total.sum > 0),
    };
    Who::ALL.into_iter().filter(shown).collect()
}

/// How often it happens in an engagement, over the whole map: `2.31 ±0.04 falls per engagement`, or `no falls`.
pub(crate) fn total(heat: &Heat, who: Who, what: What) -> String {
    let total = heat.layer(who, what).total;
    let number = if total.sum == 0 {
        "no".to_owned()
    } else {
        number::full(&total.estimate_of_counts(Level::default()), Unit::Count)
    };
    let times = if total.sum == 0 { "" } else { " per engagement" };
    format!("{number} {}{times}", over_all(what))
}

/// The square where it happens most, the first of several equal ones; `None` if it never happens.
pub(crate) fn peak(heat: &Heat, who: Who, what: What) -> Option<(Position, Estimate)> {
    let layer = heat.layer(who, what);
    let cells = layer.counts().zip(heat.map.plan.all().iter());
    let (count, cell) = cells.reduce(|most, next| if next.0 > most.0 { next } else { most })?;
    (count > 0).then(|| (heat.map.plan.position(cell), layer.cell(cell.index()).estimate_of_counts(Level::default())))
}

/// The named room in which it happens most, with its share of all events.
fn room(heat: &Heat, who: Who, what: What) -> Option<(&str, f64)> {
    let layer = heat.layer(who, what);
    let mut rooms: BTreeMap<_, u64> = BTreeMap::new();
    for (count, cell) in layer.counts().zip(heat.map.plan.all().iter()) {
        heat.map.plan.room(cell).into_iter().for_each(|room| *rooms.entry(room).or_default() += count);
    }
    let named = rooms.into_iter().filter_map(|(room, count)| Some((heat.map.name_of(room)?, count)));
    let (name, count) = named.reduce(|most, next| if next.1 > most.1 { next } else { most })?;
    (count > 0).then(|| (name, count as f64 / layer.total.sum as f64))
}

/// The name of a party in sentences.
pub(crate) fn called(sheet: &Sheet, who: Who) -> String {
    let side = match who {
        Who::Blue => &sheet.sides.blue,
        Who::Red => &sheet.sides.red,
        Who::Bystanders => return who.name().to_owned(),
    };
    side.clone()
}

/// The description of a chart: how often the event happens to each party and where most, what counts, and over which
/// engagements.
pub(crate) fn about(sheet: &Sheet, heat: &Heat, what: What) -> String {
    let party = |who: Who| {
        let total = total(heat, who, what);
        let room = room(heat, who, what).map(|(name, share)| format!(", {:.0} % of them in “{name}”", 100.0 * share));
        format!("{}: {total}{}", called(sheet, who), room.unwrap_or_default())
    };
    let parties: Vec<String> = parties(heat, what).into_iter().map(party).collect();
    let engagements = grouped(heat.engagements);
    format!("{}. {} Counted over the first {engagements} engagements.", capital(&parties.join("; ")), rule(what))
}

/// The basis of a run's heat maps, if it has any.
pub(crate) fn fact(cells: usize, heats: &[Heat]) -> Option<String> {
    let counted: Vec<u64> = heats.iter().map(|heat| heat.engagements).filter(|&engagements| engagements > 0).collect();
    let (least, most) = (counted.iter().min(), counted.iter().max());
    let (Some(&least), Some(&most)) = (least, most) else {
        let stopped = "none, the run was stopped before engagements were replayed for them".to_owned();
        return (!heats.is_empty()).then_some(stopped);
    };
    let first = if least == most { grouped(most) } else { format!("{} to {}", grouped(least), grouped(most)) };
    let of = if cells == 1 { String::new() } else { format!(" of {} of the {cells} cells", counted.len()) };
    Some(format!(
        "the first {first} engagements{of}, replayed and counted square by square; the counts are in heat.csv"
    ))
}
