//! Says what decides: how a quantity changes along keys, and which values of a key with words are best.

use engage::lower;

use super::best::Choice;
use super::fact::{Step, Trend};
use super::known::Known;
use super::point::listed;
use crate::frame::numeric;

impl Known {
    /// Phrases about how the quantity changes along each key and which value is best. With several keys a phrase holds
    /// for all values of the other keys.
    pub(super) fn decides(&self) -> Vec<String> {
        let (mut best, mut rises, mut falls, mut same, mut said) = (vec![], vec![], vec![], vec![], vec![]);
        for axis in self.axes() {
            let name = lower(&self.sheet.axes[axis].label);
            let choice = Choice::of_key(self, axis);
            best.extend(choice.everywhere().filter(|_| numeric(&self.sheet.axes[axis]).is_none()));
            let trends = self.trends(axis);
            let all = |trend: Trend| !trends.is_empty() && trends.iter().all(|(_, own, _)| *own == trend);
            if all(Trend::Rises) {
                rises.push(name);
            } else if all(Trend::Falls) {
                falls.push(name);
            } else if all(Trend::Constant) {
                same.push(name);
            } else if let [(_, _, steps)] = trends.as_slice() {
                said.extend(self.steps_said(axis, steps));
            }
        }
        let part = |names: &[String], what: &str, each: &str, end: &str| {
            (!names.is_empty()).then(|| format!("{what}{}{end}", listed_with(each, names)))
        };
        let word = Choice::word(self);
        let parts = [
            part(&best, &format!("is {word}"), " with ", ""),
            part(&rises, "rises at every step", " of ", ""),
            part(&falls, "falls at every step", " of ", ""),
            part(&same, "is the same at every value", " of ", ", exactly"),
        ];
        said.extend(parts.into_iter().flatten());
        if let Some(last) = said.last_mut().filter(|_| self.sheet.axes.len() > 1) {
            last.push_str(", whatever the other keys are");
        }
        said
    }

    /// A phrase about a key along which the direction of only some steps is known.
    fn steps_said(&self, axis: usize, steps: &[Step]) -> Option<String> {
        let key = &self.sheet.axes[axis];
        let unit = key.short_unit();
        let stretch = |goes: Option<&str>| {
            let mut runs: Vec<(usize, usize)> = Vec::new();
            for i in (0..steps.len()).filter(|&i| steps[i].goes == goes) {
                match runs.last_mut() {
                    Some((_, end)) if *end == i => *end = i + 1,
                    _ => runs.push((i, i + 1)),
                }
            }
            let told = |&(from, to): &(usize, usize)| format!("from {} to {}{unit}", key.labels[from], key.labels[to]);
            let told: Vec<String> = runs.iter().map(told).collect();
            (!told.is_empty()).then(|| listed(&told))
        };
        let part = |goes: &str, verb: &str| stretch(Some(goes)).map(|stretch| format!("{verb} {stretch}"));
        let known = [part("rises", "rises"), part("falls", "falls"), part("equal", "stays the same")];
        let known: Vec<String> = known.into_iter().flatten().collect();
        let doubt = stretch(None).map_or_else(String::new, |stretch| format!(" ({stretch} in doubt)"));
        (!known.is_empty()).then(|| format!("by {} {}{doubt}", lower(&key.label), known.join(", ")))
    }
}

/// Joins names, each preceded by `each`: ` of range and of rep`.
fn listed_with(each: &str, names: &[String]) -> String {
    names.iter().map(|name| format!("{each}{name}")).collect::<Vec<_>>().join(" and")
}
