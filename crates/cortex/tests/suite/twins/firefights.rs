//! Firefights without movement, go by go.

use serde_json::{Value, json};
use testkit::chain::Chain;
use testkit::pick::{Pick, situations};
use testkit::twin::{Odds, count, list, option, word};
use testkit::{Share, States, add, each};

use super::attacks::wounded;
use super::dice::{Most, Rolls, flag_option, harmed, opposed, size, sizes, step, track};
use super::fights::{Near, Stage, tell_end};
use super::harm::{Member, Men, struck, up};
use super::trials::{difficulty, effect_of, left_of};
use super::{Words as _, hold};

/// A member of a unit: his die, what he is, whether he is in action.
type Soldier = (i64, String, bool);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Unit {
    soldiers: Vec<Soldier>,
    complication: i64,
    has_suppressed: bool,
    /// The gunner, his target, and the die of the condition.
    keeps: Option<(usize, usize, i64)>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Field {
    stage: Stage,
    /// Tracks, and the fire.
    people: Vec<(Member, Option<i64>)>,
    units: Vec<Unit>,
    edge: i64,
    first: bool,
    /// Whether the players go next, and who has had his go.
    players_go: bool,
    gone: Vec<(bool, usize)>,
}

impl Unit {
    fn men(&self) -> Men {
        let mut dice: Vec<i64> = self.soldiers.iter().filter(|soldier| soldier.2).map(|soldier| soldier.0).collect();
        dice.sort_unstable();
        Men { dice, complication: self.complication }
    }

    /// All but a gunner who suppresses.
    fn pool(&self) -> Vec<i64> {
        let gunner = self.keeps.map(|(gunner, ..)| gunner);
        let rolls = self.soldiers.iter().enumerate().filter(|(nth, soldier)| soldier.2 && Some(*nth) != gunner);
        rolls.map(|(_, soldier)| soldier.0).collect()
    }

    fn specialist(&self, kind: &str) -> Option<usize> {
        self.soldiers.iter().position(|soldier| soldier.2 && soldier.1 == kind)
    }

    fn has_any(&self) -> bool {
        self.soldiers.iter().any(|soldier| soldier.2)
    }
}

/// Sums of steps.
fn steps(dice: &[i64]) -> i64 {
    dice.iter().map(|&die| step(die)).sum()
}

struct Rules<'a>(&'a Value);

impl Rules<'_> {
    fn person(&self, one: usize) -> &Value {
        &list(self.0, "characters")[one]
    }

    fn own(&self, one: usize) -> Vec<i64> {
        [&self.person(one)["approach"], &self.person(one)["direct_action"]].into_iter().filter_map(size).collect()
    }

    fn attack(&self, one: usize) -> Vec<i64> {
        let near = count(self.0, "zones_apart", 0) == 0;
        let person = self.person(one);
        let more = size(&person[if near { "cqb" } else { "marksmanship" }]);
        self.own(one).into_iter().chain(more).chain(sizes(person, "attack")).collect()
    }

    fn range(&self) -> Option<i64> {
        match (count(self.0, "zones_apart", 0), self.0["options"].get("range_dice")) {
            (0, _) => None,
            (1, None) => Some(8),
            (_, None) => Some(10),
            (zones, Some(dice)) => size(&dice[usize::from(zones > 1)]),
        }
    }

    fn cover(&self, key: &str, skill: i64) -> Option<i64> {
        let created = option(self.0, "cover", "automatic") == "created";
        size(&self.0[key]).map(|rating| rating.min(skill)).filter(|_| !created)
    }

    fn resist(&self, one: usize, marksman: bool) -> Vec<i64> {
        let person = self.person(one);
        let mut dice = [self.own(one), sizes(person, "resist")].concat();
        if count(self.0, "zones_apart", 0) == 0 && option(self.0, "specialisations", "by_range") == "by_range" {
            dice.extend(size(&person["cqb"]));
        }
        if !marksman {
            dice.extend(size(&person["armour"]));
        }
        dice.extend(self.range());
        dice.extend(self.cover("player_cover", size(&person["direct_action"]).expect("a die")));
        dice
    }

    /// The largest condition on somebody, with the unit.
    fn suppressed(&self, field: &Field, one: usize) -> Option<(i64, usize)> {
        let all = field.units.iter().enumerate().filter_map(|(unit, of)| Some((unit, of.keeps?)));
        let mut on_him: Vec<(i64, usize)> =
            all.filter(|(_, keeps)| keeps.1 == one).map(|(unit, keeps)| (keeps.2, unit)).collect();
        on_him.sort_by_key(|&(die, unit)| (-die, unit));
        on_him.first().copied()
    }

    /// Drawbacks of somebody: which of suppression and fire count.
    fn drawbacks(&self, field: &Field, one: usize, suppression: bool, fire: bool) -> Vec<i64> {
        let ((trauma, stress), burns) = field.people[one];
        let both: Vec<i64> = [trauma, stress].into_iter().filter(|&die| die > 0).collect();
        let mut dice = match option(self.0, "injury_dice", "per_member") {
            "every_die" => both,
            _ => both.into_iter().max().into_iter().collect(),
        };
        dice.extend(self.suppressed(field, one).map(|(die, _)| die).filter(|_| suppression));
        dice.extend(burns.filter(|_| fire && flag_option(self.0, "fire_hampers", true)));
        dice
    }

    fn on_unit(&self) -> Most {
        if option(self.0, "firefight_effect_dice", "all_remaining") == "margin" { Most::ByMargin(0) } else { Most::All }
    }

    fn on_person(&self) -> Most {
        if option(self.0, "effect_dice_vs_character", "one") == "margin" { Most::ByMargin(0) } else { Most::One }
    }

    /// Conditions and fires of those who are out are no more.
    fn tidied(mut field: Field) -> Field {
        for one in 0..field.people.len() {
            if !up(field.people[one].0) {
                field.people[one].1 = None;
                for unit in &mut field.units {
                    unit.keeps = unit.keeps.filter(|keeps| keeps.1 != one);
                }
            }
        }
        for unit in &mut field.units {
            unit.keeps = unit.keeps.filter(|keeps| unit.soldiers[keeps.0].2);
        }
        field
    }

    /// A unit is harmed; who falls, and whether medics bring them back.
    fn harm_unit(&self, field: &Field, unit: usize, effects: &[i64]) -> States<Field, f64> {
        let before = field.units[unit].men();
        let after = struck(self.0, &before, effects, 2);
        let mut gone = before.dice.clone();
        for die in &after.dice {
            gone.remove(gone.iter().position(|other| other == die).expect("one of them"));
        }
        let mut harmed = field.clone();
        harmed.units[unit].complication = after.complication;
        let mut fields: States<(Field, Vec<usize>), f64> = States::from([((harmed, Vec::new()), 1.0)]);
        for die in gone {
            fields = each(fields, |(field, fallen)| {
                let soldiers = &field.units[unit].soldiers;
                let mut may: Vec<usize> =
                    (0..soldiers.len()).filter(|&nth| soldiers[nth].2 && soldiers[nth].0 == die).collect();
                if option(self.0, "specialist_loss", "plain_first") == "plain_first" {
                    let plain = may.iter().copied().find(|&nth| soldiers[nth].1.is_empty());
                    // Specialists stand in the order listed.
                    may = vec![plain.unwrap_or(*may.last().expect("somebody"))];
                } else if let Some(plain) = may.iter().copied().find(|&nth| soldiers[nth].1.is_empty()) {
                    // Plain soldiers are all alike.
                    let alike = |nth: usize| if soldiers[nth].1.is_empty() { plain } else { nth };
                    may = may.into_iter().map(alike).collect();
                }
                let share = 1.0 / may.len() as f64;
                let falls = |nth: usize| {
                    let mut field = field.clone();
                    field.units[unit].soldiers[nth].2 = false;
                    ((field, [fallen.clone(), vec![nth]].concat()), share)
                };
                may.into_iter().map(falls).collect()
            });
        }
        each(fields, |(field, fallen)| self.tended(Rules::tidied(field), unit, fallen).into_iter().collect())
    }

    fn tended(&self, field: Field, unit: usize, mut fallen: Vec<usize>) -> States<Field, f64> {
        let tries = option(self.0, "medic", "once");
        let own_only = option(self.0, "medic_reach", "same_zone") == "own_unit";
        let medic = (0..field.units.len())
            .filter(|&other| !own_only || other == unit)
            .find_map(|other| Some((other, field.units[other].specialist("medic")?)));
        let soldiers = &field.units[unit].soldiers;
        fallen.sort_by_key(|&nth| (-soldiers[nth].0, soldiers[nth].1.is_empty(), nth));
        let (Some((other, nth)), true, true) = (medic, tries != "never", field.edge > 0 && field.units[unit].has_any())
        else {
            return States::from([(field, 1.0)]);
        };
        if fallen.is_empty() {
            return States::from([(field, 1.0)]);
        }
        let man = fallen[0];
        let helper = &field.units[other];
        let own = option(self.0, "medic_pool", "unit") == "medic_die";
        let pool = if own { vec![helper.soldiers[nth].0] } else { helper.pool() };
        let resist = [8, 8, 8].into_iter().chain(helper.men().complication()).collect();
        let mut after = States::new();
        let back = each(effect_of(self.0, pool, resist), |effect| {
            vec![(effect.is_some_and(|effect| effect >= soldiers[man].0), Share::WHOLE)]
        });
        for (back, share) in back {
            let (mut field, mut fallen) = (field.clone(), fallen.clone());
            field.edge -= 1;
            field.units[unit].soldiers[man].2 = back;
            if back || tries == "once" {
                fallen.remove(0);
            }
            for (field, part) in self.tended(field, unit, fallen) {
                add(&mut after, field, share.decimal() * part);
            }
        }
        after
    }

    fn person_goes(&self, field: &Field, one: usize) -> States<Field, f64> {
        let p = self.0;
        let fire = field.people[one].1.filter(|_| option(p, "put_out", "at_once") == "at_once");
        if let Some(fire) = fire {
            let against = [difficulty(p), vec![fire], self.drawbacks(field, one, true, false)].concat();
            return each(effect_of(p, self.own(one), against), |effect| {
                let mut field = field.clone();
                field.people[one].1 = effect.map_or(Some(fire), |effect| left_of(p, fire, effect));
                vec![(field, Share::WHOLE)]
            })
            .into_iter()
            .map(|(field, share)| (field, share.decimal()))
            .collect();
        }
        let least = match option(p, "shake_off", "never") {
            "never" => 99,
            "always" => 0,
            die => die[1..].parse().expect("a size"),
        };
        if let Some((die, unit)) = self.suppressed(field, one).filter(|&(die, _)| die >= least) {
            let against = [field.units[unit].pool(), vec![die], self.drawbacks(field, one, false, true)].concat();
            return each(effect_of(p, self.own(one), against), |effect| {
                let mut field = field.clone();
                let keeps = field.units[unit].keeps.expect("a condition");
                let left = effect.map_or(Some(die), |effect| left_of(p, die, effect));
                field.units[unit].keeps = left.map(|left| (keeps.0, keeps.1, left));
                vec![(field, Share::WHOLE)]
            })
            .into_iter()
            .map(|(field, share)| (field, share.decimal()))
            .collect();
        }
        let cover = |unit: usize| self.cover("npc_cover", field.units[unit].men().dice[0]);
        let mut targets: Vec<usize> = (0..field.units.len()).filter(|&unit| field.units[unit].has_any()).collect();
        let members = |unit: usize| field.units[unit].men().dice.len() as i64;
        match option(p, "target_players", "first") {
            "fewest" => targets.sort_by_key(|&unit| members(unit)),
            "most" => targets.sort_by_key(|&unit| -members(unit)),
            "weakest_cover" => targets.sort_by_key(|&unit| cover(unit).unwrap_or(0)),
            _ => {}
        }
        let unit = targets[0];
        let dice = self.attack(one).into_iter().chain(field.units[unit].men().complication()).collect();
        let mut resist = field.units[unit].pool();
        resist.extend(cover(unit).into_iter().chain(self.range()));
        resist.extend(self.drawbacks(field, one, true, true));
        self.attacked(field, (dice, resist), true, one, unit, false)
    }

    /// An attack, by a character on a unit or the other way round.
    fn attacked(
        &self,
        field: &Field,
        (attack, resist): (Vec<i64>, Vec<i64>),
        by_person: bool,
        one: usize,
        unit: usize,
        flames: bool,
    ) -> States<Field, f64> {
        let p = self.0;
        let (ours, theirs) =
            if by_person { (self.on_unit(), self.on_person()) } else { (self.on_person(), self.on_unit()) };
        let riposte = flag_option(p, "riposte", false);
        let results = each(opposed(p, &Rolls::new(attack, ours), &Rolls::new(resist, theirs)), |result| {
            let hit = result.winner == "actor";
            let harm = hit || result.winner == "opposition" && riposte;
            vec![((hit, if harm { result.sizes() } else { Vec::new() }), Share::WHOLE)]
        });
        let mut after = States::new();
        for ((hit, effects), share) in results {
            let share = share.decimal();
            if effects.is_empty() {
                add(&mut after, field.clone(), share);
            } else if hit == by_person {
                for (field, part) in self.harm_unit(field, unit, &effects) {
                    add(&mut after, field, share * part);
                }
            } else {
                let mut field = field.clone();
                field.people[one].0 = wounded(p, field.people[one].0, &effects);
                if flames && hit {
                    field.people[one].1 = Some(effects[0]);
                }
                add(&mut after, Rules::tidied(field), share);
            }
        }
        after
    }

    fn unit_goes(&self, field: &Field, unit: usize) -> States<Field, f64> {
        let p = self.0;
        let mut field = field.clone();
        let people = |field: &Field| (0..field.people.len()).filter(|&one| up(field.people[one].0)).collect::<Vec<_>>();
        let alone = field.units[unit].men().dice.len() == 1;
        let dropped = alone && field.units[unit].keeps.take().is_some();
        let gunner = field.units[unit].specialist("machine_gunner");
        let may = option(p, "suppress", "once") == "once" && !field.units[unit].has_suppressed && !dropped && !alone;
        if let Some(gunner) = gunner.filter(|_| may && field.edge > 0) {
            let die = field.units[unit].soldiers[gunner].0;
            let mut targets = people(&field);
            targets.retain(|&one| self.suppressed(&field, one).is_none_or(|(held, _)| held < die));
            targets.sort_by_key(|&one| -steps(&self.attack(one)));
            if let Some(&target) = targets.first() {
                field.units[unit].keeps = Some((gunner, target, die));
                field.units[unit].has_suppressed = true;
                field.edge -= 1;
                if option(p, "suppress_cost", "action") == "action" {
                    return States::from([(field, 1.0)]);
                }
            }
        }
        let mut targets = people(&field);
        let worst = |one: usize| field.people[one].0.0.max(field.people[one].0.1);
        let choice = option(p, "target_npcs", "most_injured");
        match choice {
            "most_injured" => targets.sort_by_key(|&one| -worst(one)),
            "least_injured" => targets.sort_by_key(|&one| worst(one)),
            "smallest_pool" => targets.sort_by_key(|&one| {
                let pool = self.resist(one, false);
                (pool.len(), steps(&pool))
            }),
            _ => {}
        }
        if choice != "random" {
            targets.truncate(1);
        }
        let share = 1.0 / targets.len() as f64;
        let mut after = States::new();
        for one in targets {
            let mut field = field.clone();
            let pays = |field: &mut Field, wanted: bool, kind: &str| {
                let who = field.units[unit].specialist(kind).filter(|_| wanted && field.edge > 0)?;
                field.edge -= 1;
                Some(field.units[unit].soldiers[who].0)
            };
            let near = count(p, "zones_apart", 0) == 0;
            let burns = near && field.people[one].1.is_none() && option(p, "flamethrower", "always") == "always";
            let flames = pays(&mut field, burns, "flamethrower").is_some();
            let grenade = pays(&mut field, option(p, "grenadier", "die") == "die", "grenadier");
            let armour = size(&self.person(one)["armour"]).is_some() && option(p, "marksman", "armour") == "armour";
            let marksman = pays(&mut field, armour, "marksman").is_some();
            let all = option(p, "suppressed_applies", "all") == "all";
            let attack =
                [field.units[unit].pool(), grenade.into_iter().collect(), self.drawbacks(&field, one, all, true)];
            let resist = self.resist(one, marksman).into_iter().chain(field.units[unit].men().complication()).collect();
            for (field, part) in self.attacked(&field, (attack.concat(), resist), false, one, unit, flames) {
                add(&mut after, field, share * part);
            }
        }
        after
    }

    fn judged(mut field: Field) -> Field {
        if !field.units.iter().any(Unit::has_any) {
            field.stage = Stage::PlayersWin;
        } else if !field.people.iter().any(|(member, _)| up(*member)) {
            field.stage = Stage::NpcsWin;
        }
        field
    }

    /// The next go, or the end of the turn: stage 0 is before a turn, 1 within one.
    fn go(&self, field: &Field) -> States<Field, f64> {
        let mut field = field.clone();
        field.stage = Stage::Next(1);
        let next = |field: &Field, players: bool| {
            let waits = |one: &usize| !field.gone.iter().any(|&(side, gone)| side == players && gone >= *one);
            if players {
                (0..field.people.len()).filter(waits).find(|&one| up(field.people[one].0))
            } else {
                (0..field.units.len()).filter(waits).find(|&one| field.units[one].has_any())
            }
        };
        let side = if next(&field, field.players_go).is_some() { field.players_go } else { !field.players_go };
        let Some(one) = next(&field, side) else {
            for person in &mut field.people {
                if let Some(fire) = person.1 {
                    let stress = option(self.0, "harm_track", "trauma") == "stress";
                    let track = if stress { &mut person.0.1 } else { &mut person.0.0 };
                    *track = harmed(self.0, *track, fire);
                }
            }
            if option(self.0, "new_turn_first", "same") == "swap" {
                field.first = !field.first;
            }
            (field.stage, field.players_go, field.gone) = (Stage::Next(0), field.first, Vec::new());
            return States::from([(Rules::judged(Rules::tidied(field)), 1.0)]);
        };
        field.gone.retain(|&(of, _)| of != side);
        field.gone.push((side, one));
        field.gone.sort_unstable();
        field.players_go = !side;
        let after = if side { self.person_goes(&field, one) } else { self.unit_goes(&field, one) };
        each(after, |field| vec![(Rules::judged(field), 1.0)])
    }
}

fn begin(p: &Value) -> Field {
    let people = list(p, "characters").iter().map(|one| ((track(&one["trauma"]), track(&one["stress"])), None));
    let unit = |unit: &Value| {
        let mut soldiers: Vec<Soldier> = Vec::new();
        let mut plain = sizes(unit, "qualities");
        for specialist in list(unit, "specialists") {
            let die = size(&specialist["die"]).expect("a die");
            plain.remove(plain.iter().position(|&other| other == die).expect("one of them"));
            soldiers.push((die, word(specialist, "kind", "").to_owned(), true));
        }
        soldiers.extend(plain.into_iter().map(|die| (die, String::new(), true)));
        Unit { soldiers, complication: size(&unit["complication"]).map_or(0, step), has_suppressed: false, keeps: None }
    };
    let first = word(p, "first", option(p, "first", "players")) != "npcs";
    Field {
        stage: Stage::Next(0),
        people: people.collect(),
        units: list(p, "units").iter().map(unit).collect(),
        edge: count(p, "edge_points", 0),
        first,
        players_go: first,
        gone: Vec::new(),
    }
}

pub(super) fn firefight(p: &Value) -> Odds {
    let rules = Rules(p);
    let mut told = Near::default();
    let limit = count(p, "turn_limit", 0);
    let mut ends: States<Field, f64> = States::new();
    if limit > 0 {
        let mut fields = States::from([(begin(p), 1.0)]);
        for turn in 1..=limit {
            let mut over = States::new();
            while !fields.is_empty() {
                let mut within = States::new();
                for (field, share) in fields {
                    for (field, part) in rules.go(&field) {
                        let still = field.stage == Stage::Next(1);
                        add(if still { &mut within } else { &mut over }, field, share * part);
                    }
                }
                fields = within;
            }
            let (left, done): (States<Field, f64>, States<Field, f64>) =
                over.into_iter().partition(|(field, _)| field.stage == Stage::Next(0));
            told.tell(format!("ends_on_turn_{turn}"), done.values().sum());
            done.into_iter().for_each(|(field, share)| add(&mut ends, field, share));
            fields = left;
        }
        fields.into_iter().for_each(|(field, share)| add(&mut ends, field, share));
    } else {
        let chain = Chain::new(begin(p), |field| match field.stage {
            Stage::Next(_) => rules.go(field).into_iter().collect(),
            _ => Vec::new(),
        });
        let visits = chain.visits(|_| false);
        let starts = chain.places.iter().zip(&visits).filter(|(field, _)| field.stage == Stage::Next(0));
        told.tell("mean_turns", starts.map(|(_, times)| times).sum());
        let over = chain.places.iter().cloned().zip(visits).filter(|(field, _)| !matches!(field.stage, Stage::Next(_)));
        ends.extend(over);
    }
    for (field, share) in ends {
        let players = field.people.iter().filter(|(member, _)| up(*member)).count();
        let npcs = field.units.iter().map(|unit| unit.men().dice.len()).sum();
        tell_end(&mut told, field.stage, players, npcs, share);
    }
    told.odds()
}

fn fight(pick: &mut Pick, people: &[usize], units: &[usize]) -> Value {
    let small = |pick: &mut Pick| Value::from(pick.of(&["d4", "d6", "d8"]));
    let person = |pick: &mut Pick| {
        json!({
            "approach": small(pick), "direct_action": small(pick), "cqb": pick.of(&["none", "d6"]),
            "marksmanship": pick.of(&["none", "d6"]), "attack": [], "armour": pick.of(&["none", "d4"]),
            "trauma": pick.of(&["none", "d10", "d12"]), "stress": pick.of(&["none", "none", "d12"]),
        })
    };
    let unit = |pick: &mut Pick| {
        let qualities = pick.some(&[1, 2, 3], small);
        let kinds = ["machine_gunner", "medic", "marksman", "grenadier", "flamethrower"];
        let mut specialists = Vec::new();
        for die in &qualities {
            if pick.yes() {
                specialists.push(json!({ "kind": pick.of(&kinds), "die": die }));
            }
        }
        json!({ "qualities": qualities, "specialists": specialists, "complication": "none" })
    };
    let mut options = pick.readings();
    options.remove("keep");
    options.remove("leader_down");
    for (name, others) in [
        ("new_turn_first", &["swap"][..]),
        ("specialist_loss", &["random"]),
        ("medic_pool", &["medic_die"]),
        ("medic_reach", &["own_unit"]),
        ("medic", &["never", "until_up"]),
        ("suppress_cost", &["free"]),
        ("suppress", &["never"]),
        ("shake_off", &["always", "d6"]),
        ("target_players", &["fewest", "most", "weakest_cover"]),
        ("target_npcs", &["least_injured", "random", "smallest_pool"]),
    ] {
        if pick.of(&[true, false, false]) {
            options.insert(name.to_owned(), pick.of(others).into());
        }
    }
    json!({
        "characters": pick.some(people, person), "units": pick.some(units, unit), "zones_apart": pick.of(&[0, 0, 1, 2]),
        "npc_cover": pick.maybe(), "player_cover": pick.maybe(), "edge_points": pick.of(&[0, 1, 2, 3]),
        "first": pick.of(&["players", "npcs"]), "options": options,
    })
}

/// CX2-init-1, CX2-init-2, CX2-unit-3, CX2-spec-1, CX2-spec-3, CX2-spec-6, CX0-17.
#[test]
fn grid_of_short_firefights() {
    let short = |pick: &mut Pick| {
        let mut p = fight(pick, &[1, 2], &[1, 2]);
        p["turn_limit"] = pick.of(&[1, 2]).into();
        p
    };
    hold("firefight", situations(51, 20, short));
}

/// To the end.
#[test]
fn grid_of_whole_firefights() {
    hold("firefight", situations(52, 30, |pick| fight(pick, &[1], &[1])));
}
