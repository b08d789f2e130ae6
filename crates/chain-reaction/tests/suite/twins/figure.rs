//! Figures of situations, the weapons table, a volley on the faces of real dice, damage, and the rows of the reaction tests.

use std::collections::BTreeMap;

use serde_json::Value;
use testkit::twin::{count, flag, list, option, word};

/// What may come about, and how likely each is.
pub(super) type Dist<T> = Vec<(T, f64)>;

/// The same with everything alike added up.
pub(super) fn merged<T: Ord>(all: impl IntoIterator<Item = (T, f64)>) -> Dist<T> {
    let mut map: BTreeMap<T, f64> = BTreeMap::new();
    for (what, share) in all {
        *map.entry(what).or_default() += share;
    }
    map.into_iter().collect()
}

/// What follows from each, weighed.
pub(super) fn then<S, T: Ord>(all: Dist<S>, mut next: impl FnMut(S) -> Dist<T>) -> Dist<T> {
    let mut out = Vec::new();
    for (what, share) in all {
        out.extend(next(what).into_iter().map(|(what, part)| (what, share * part)));
    }
    merged(out)
}

/// How a figure is, in rising order of what befell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Is {
    Ready,
    Ducked,
    Stunned,
    Retired,
    Out,
    Cheats,
    Dead,
}

impl Is {
    pub(super) fn word(self) -> &'static str {
        ["ready", "ducked", "stunned", "retired", "out", "cheats death", "dead"][self as usize]
    }
}

/// A figure as it is given.
#[derive(Clone, Debug)]
pub(super) struct Given {
    pub(super) rep: i64,
    range: i64,
    targets: usize,
    pub(super) impact: i64,
    pub(super) ranking: i64,
    shotgun: bool,
    marksman: bool,
    pub(super) cover: bool,
    concealed: bool,
    prone: bool,
    fast: bool,
    pub(super) star: bool,
    cheats: bool,
    pub(super) leader: i64,
    pub(super) hero: bool,
    pub(super) retrieving: bool,
    attributes: Vec<String>,
    pub(super) melee: i64,
}

/// Range, dice, Impact, ranking (CR-wpn-table).
const WEAPONS: [(&str, [i64; 4]); 9] = [
    ("pistol", [12, 2, 1, 2]),
    ("ba pistol", [12, 2, 2, 2]),
    ("shotgun", [12, 3, 2, 3]),
    ("bolt action rifle", [48, 1, 3, 1]),
    ("semi-automatic rifle", [48, 2, 3, 2]),
    ("machine pistol", [12, 3, 1, 3]),
    ("submachine gun", [24, 3, 1, 3]),
    ("assault rifle", [48, 3, 3, 3]),
    ("squad automatic weapon", [48, 4, 3, 4]),
];

impl Given {
    pub(super) fn new(p: &Value, options: &Value) -> Given {
        let name = word(p, "weapon", "assault rifle");
        let [range, targets, impact, ranking] = WEAPONS.iter().find(|row| row.0 == name).expect("a gun").1;
        let attributes: Vec<String> =
            list(p, "attributes").iter().map(|name| name.as_str().expect("a word").to_owned()).collect();
        let marksman = name == "bolt action rifle" && attributes.iter().any(|name| name == "Marksman");
        let handgun = ["pistol", "ba pistol", "machine pistol"].contains(&name);
        let melee = match (word(p, "melee", "none"), option(options, "gun_butt", "none")) {
            ("none", "improvised") if handgun => 1,
            ("none", "improvised") | ("one-handed" | "improvised two-handed", _) => 2,
            ("improvised", _) => 1,
            ("two-handed", _) => 3,
            _ => 0,
        };
        Given {
            rep: count(p, "rep", 4),
            range: if marksman { 60 } else { range },
            targets: targets as usize,
            impact,
            ranking,
            shotgun: name == "shotgun",
            marksman,
            cover: flag(p, "cover", false),
            concealed: flag(p, "concealed", false),
            prone: flag(p, "prone", false),
            fast: flag(p, "fast", false),
            star: flag(p, "star", false),
            cheats: flag(p, "cheats_death", true),
            leader: count(p, "leader", 0),
            hero: flag(p, "hero", false),
            retrieving: flag(p, "retrieving", false),
            attributes,
            melee,
        }
    }

    pub(super) fn has(&self, attribute: &str) -> bool {
        self.attributes.iter().any(|name| name == attribute)
    }

    /// How it begins.
    pub(super) fn begins(&self) -> Now {
        Now {
            is: Is::Ready,
            hero: self.hero,
            empty: false,
            lies: false,
            charge: Charge::No,
            exposed: false,
            carries: self.retrieving,
        }
    }
}

/// How a charger is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Charge {
    No,
    Runs,
    Stopped,
}

/// How a figure is now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(super) struct Now {
    pub(super) is: Is,
    pub(super) hero: bool,
    pub(super) empty: bool,
    /// Prone in the open, ducked in plain sight.
    pub(super) lies: bool,
    pub(super) charge: Charge,
    /// It has left its cover.
    pub(super) exposed: bool,
    pub(super) carries: bool,
}

impl Now {
    pub(super) fn able(&self, given: &Given, range: i64) -> bool {
        self.is == Is::Ready && !self.empty && !self.carries && given.range >= range
    }

    pub(super) fn cover(&self, given: &Given) -> bool {
        given.cover && !self.exposed
    }
}

/// The words of the options that a situation is under.
#[derive(Clone, Debug)]
pub(super) struct Options(pub(super) Value);

impl Options {
    pub(super) fn is(&self, name: &str, wanted: &str) -> bool {
        option(&self.0, name, "") == wanted
    }

    pub(super) fn stunned_prone(&self) -> bool {
        self.0.get("options").is_none_or(|options| flag(options, "stunned_prone", true))
    }
}

/// What a total of a die and Rep must come to (CR-hit-table).
fn needed(options: &Options, shooter: &Given, snap: bool, target: (&Given, &Now)) -> i64 {
    let (given, now) = target;
    let hasty = snap || shooter.fast && !shooter.has("Agile");
    if now.cover(given) || hasty {
        return 10;
    }
    let concealed = given.concealed && !now.exposed;
    let lies = now.lies || now.is == Is::Stunned && options.stunned_prone();
    if concealed || given.prone || given.fast || lies { 9 } else { 8 }
}

/// Hits of a volley of all dice on one target, and whether the weapon is empty then.
pub(super) fn volley(options: &Options, shooter: &Given, snap: bool, target: (&Given, &Now)) -> Dist<(usize, bool)> {
    let least = needed(options, shooter, snap, target);
    let (rolled, kept) = match () {
        () if shooter.shotgun => (6, 3),
        () if shooter.marksman => (if shooter.prone { 3 } else { 2 }, 1),
        () => (shooter.targets, shooter.targets),
    };
    let throws = 6_usize.pow(rolled as u32);
    let mut all = BTreeMap::new();
    for number in 0..throws {
        let mut faces: Vec<i64> = (0..rolled).map(|die| (number / 6_usize.pow(die as u32) % 6) as i64 + 1).collect();
        let ones = faces.iter().filter(|&&face| face == 1).count();
        let empty = ones >= 2 && !(shooter.marksman && options.is("marksman_ammo", "kept_die"));
        faces.sort_unstable();
        let kept = &faces[rolled - kept..];
        let hits = kept.iter().filter(|&&face| face + shooter.rep >= least).count();
        let pitiful = kept.iter().filter(|&&face| face + shooter.rep < least && face == 6 && shooter.rep == 3).count();
        // Each pitiful shot is a coin.
        for coins in 0..1_usize << pitiful {
            let more = coins.count_ones() as usize;
            let share = 1.0 / throws as f64 / f64::from(1_u32 << pitiful);
            *all.entry((hits + more, empty)).or_insert(0.0) += share;
        }
    }
    all.into_iter().collect()
}

/// What being killed comes to (CR-star-1, CR-star-2).
pub(super) fn killed(victim: &Given, by: i64) -> Is {
    match victim.star {
        false => Is::Dead,
        true if by < victim.rep => Is::Out,
        true if victim.cheats => Is::Cheats,
        true => Is::Dead,
    }
}

/// What one hit does.
fn hit(impact: i64, by: i64, victim: &Given) -> Dist<Is> {
    let mut all = Vec::new();
    for face in 1..=6 {
        if face == 1 {
            all.push((killed(victim, by), 1.0 / 6.0));
        } else if face <= impact {
            all.push((Is::Out, 1.0 / 6.0));
        } else {
            for (a, b) in pairs() {
                let is = match passes(victim.rep, a) + passes(victim.rep, b) {
                    0 => killed(victim, by),
                    1 => Is::Out,
                    _ => Is::Stunned,
                };
                all.push((is, 1.0 / 216.0));
            }
        }
    }
    merged(all)
}

/// The worst of what was so far and some more hits.
pub(super) fn hits(
    options: &Options,
    before: Option<Is>,
    number: usize,
    (impact, by): (i64, i64),
    victim: &Given,
) -> Dist<Option<Is>> {
    let mut worst = vec![(before, 1.0)];
    for _ in 0..number {
        worst = then(worst, |so_far| {
            if options.is("multiple_hits", "stop_when_out") && so_far > Some(Is::Stunned) {
                return vec![(so_far, 1.0)];
            }
            hit(impact, by, victim).into_iter().map(|(is, share)| (so_far.max(Some(is)), share)).collect()
        });
    }
    worst
}

/// All throws of two dice.
pub(super) fn pairs() -> impl Iterator<Item = (i64, i64)> {
    (1..=6).flat_map(|a| (1..=6).map(move |b| (a, b)))
}

pub(super) fn passes(rep: i64, face: i64) -> i64 {
    i64::from(face <= rep)
}

/// The dice of a test: a pair, a Leader Die and the extra die of a Born Leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Dice {
    pair: (i64, i64),
    led: bool,
    extra: bool,
}

/// All throws; 0 stands for nobody's die.
pub(super) fn throws(leader: i64, born: i64) -> Dist<Dice> {
    let die = |rep: i64| [(true, rep as f64 / 6.0), (false, 1.0 - rep as f64 / 6.0)];
    let mut all = Vec::new();
    for pair in pairs() {
        for (led, a) in die(leader) {
            for (extra, b) in die(born) {
                if a * b > 0.0 {
                    all.push((Dice { pair, led, extra }, a * b / 36.0));
                }
            }
        }
    }
    all
}

/// A test's name, as far as it matters who chooses, who passes as a hero and who reads one die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Test {
    InSight,
    ReceivedFire,
    ManDown,
    Charging,
}

/// The dice that a figure passes, and whether it is a hero then. `choice` is a Star's.
pub(super) fn passed(test: Test, given: &Given, now: &Now, dice: &Dice, choice: i64) -> (i64, bool) {
    let hero_test = test != Test::InSight;
    if given.star && hero_test {
        return (choice, now.hero);
    }
    if now.hero && hero_test {
        return (2, true);
    }
    let rep = given.rep - i64::from(test == Test::InSight && given.has("Slow to React"));
    let one = test == Test::ReceivedFire && given.has("Poser");
    let pair = passes(rep, dice.pair.0) + if one { 0 } else { passes(rep, dice.pair.1) };
    let extra = hero_test && dice.extra && given.has("Born Leader");
    let passed = (pair + i64::from(dice.led) + i64::from(extra)).min(2);
    (passed, hero_test && !one && dice.pair == (1, 1))
}

/// What a figure does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Does {
    Fire,
    Snap,
    Continue,
    Duck,
    Hold,
    Retire,
}

/// The row of Received Fire, in the printed order (CR-rf-1).
pub(super) fn under_fire(options: &Options, given: &Given, now: &Now, able: bool, ranking: i64, dice: i64) -> Does {
    let own = if able { given.ranking } else { 0 };
    let charges = now.charge != Charge::No;
    let nerves = given.has("Nerves of Steel");
    let reads_on = nerves && options.is("nerves_of_steel", "return_fire");
    let outgunned = ranking > own && !given.star && !charges && !now.carries && !reads_on;
    let duck = if nerves { Does::Hold } else { Does::Duck };
    if dice == 0 {
        return Does::Retire;
    }
    if dice >= 2 {
        return if charges || now.carries {
            Does::Continue
        } else if outgunned {
            duck
        } else if able {
            Does::Fire
        } else {
            Does::Hold
        };
    }
    let ducks_outgunned = outgunned && options.is("outgunned_on", "pass_1_too");
    if charges {
        if able { Does::Snap } else { Does::Hold }
    } else if now.carries {
        Does::Continue
    } else if now.cover(given) && !ducks_outgunned {
        if able { Does::Snap } else { Does::Hold }
    } else {
        duck
    }
}

/// A figure carries out what it does, but for fire.
pub(super) fn carry_out(options: &Options, now: &mut Now, does: Does, hidden: bool) {
    match does {
        Does::Retire => {
            now.is = Is::Retired;
            now.charge = Charge::No;
        }
        Does::Duck if now.is == Is::Ready => {
            now.is = Is::Ducked;
            now.lies = !hidden;
            now.charge = Charge::No;
        }
        Does::Snap | Does::Hold if now.charge != Charge::No => {
            now.charge = if options.is("stopped_charger", "charger") { Charge::Stopped } else { Charge::No };
        }
        Does::Continue if now.charge == Charge::Stopped => now.charge = Charge::Runs,
        _ => {}
    }
}
