//! Pistols at Dawn, a whole ruleset: each turn both duellists fire at once, and hit on `to_hit` or more on one die.
use chance::exact::{Flow, Limits, Ratio, absorb, distribution};
use chance::{Address, Chance, Keyed, Keys, Observed, Sampled, Step, TooLarge, Witnessed};
use engage::{Answer, Battle, Clause, Coverage, Ending, ExactFight, Figure, Kind, Manner, Measure, Outcome, Problem};
use engage::{Ruleset, Setup, Side, Value, read};

pub(crate) static PISTOLS: Ruleset = Ruleset {
    id: "pistols",
    title: "Pistols at Dawn",
    clauses: &[Clause { id: "PAD-1", title: "Both fire; a hit ends the duel", coverage: Coverage::Played }],
    endings: &[
        Ending { id: "blue.win", title: "only red is hit", winner: Some(Side::Blue) },
        Ending { id: "red.win", title: "only blue is hit", winner: Some(Side::Red) },
        Ending { id: "both_out", title: "both are hit", winner: None },
        Ending { id: "unhurt", title: "the turn limit was reached", winner: None },
    ],
    measures: &[Measure { id: "blue.lost", title: "blue hit" }, Measure { id: "red.lost", title: "red hit" }],
    kinds: &[Kind { id: "shot", about: "One shot: hit.", schema: |types| types.subschema_for::<Squad>(), answer }],
    rules: || serde_json::json!({}),
    schema: |types| types.subschema_for::<Setup<(), (), Squad>>(),
    compile: |value, _| {
        let setup: Setup<(), (), Squad> = read(value).map_err(|problem| vec![problem])?;
        let figure = |side, name: &str| Figure { side, squad: name.to_owned(), name: name.to_owned() };
        let squads = setup.squads().map(|(side, name, squad)| (figure(side, name), squad.to_hit));
        let (figures, to_hit): (Vec<Figure>, Vec<u8>) = squads.unzip();
        let unhurt = Outcome { ending: 3, turns: setup.turn_limit, measures: [0; 6] };
        let fair = figures.iter().map(|figure| figure.side).eq(Side::ALL);
        let duel = || -> Box<dyn Battle> { Box::new(Duel { figures, to_hit, unhurt }) };
        fair.then(duel).ok_or_else(|| vec![Problem::new("blue", "expected one duellist on each side")])
    },
};

#[derive(serde::Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct Squad {
    /// The lowest roll that hits, 1 to 6.
    to_hit: u8,
}

/// PAD-1, in every reading of chance. A draw is addressed by figure, purpose (only one here) and occurrence.
fn hits<C: Chance>(chance: &mut C, figure: u8, to_hit: u8, turn: u16) -> bool {
    let hit = chance.passes(Address::new(figure, 0, turn.into()), u32::from(7 - to_hit.clamp(1, 6)), 6);
    let told = Step { turn: turn.into(), figure: Some(figure), clause: "PAD-1", ..Step::default() };
    let text = if hit { "hits" } else { "misses" };
    chance.tell(|| Step { text: text.to_owned(), target_number: Some(to_hit.into()), ..told });
    hit
}

fn answer(parameters: &serde_json::Value) -> Result<Answer, Problem> {
    let Squad { to_hit } = read(parameters)?;
    let odds = distribution::<_, _, Ratio>((), 100, |(), chance| Flow::Done(hits(chance, 0, to_hit, 1)));
    let hit = odds.map_err(|error| Problem::new("", error.to_string()))?.probability(&true);
    let fraction = Some(hit.lowest_terms()).map(|(over, under)| (over.to_string(), under.to_string()));
    let hit = Value { outcome: "hit".to_owned(), fraction, decimal: hit.to_f64(), error: 0.0 };
    Ok(Answer { manner: Manner::Exact, values: vec![hit] })
}

struct Duel {
    figures: Vec<Figure>,
    to_hit: Vec<u8>,
    unhurt: Outcome,
}

impl Duel {
    /// One turn: how it ends the duel, if it does.
    fn turn<C: Chance>(&self, chance: &mut C, turn: u16) -> Option<Outcome> {
        let [blue, red] = [0, 1].map(|figure| hits(chance, figure, self.to_hit[usize::from(figure)], turn));
        let ending = [[3, 1], [0, 2]][usize::from(blue)][usize::from(red)];
        (blue || red).then_some(Outcome { ending, turns: turn, measures: [red.into(), blue.into(), 0, 0, 0, 0] })
    }
    fn play_one<C: Chance>(&self, chance: &mut C) -> Outcome {
        (1..=self.unhurt.turns).find_map(|turn| self.turn(chance, turn)).unwrap_or(self.unhurt)
    }
}

impl Battle for Duel {
    fn figures(&self) -> &[Figure] {
        &self.figures
    }
    fn play(&self, seed: u64, first: u64, outcomes: &mut [Outcome]) {
        let mut keys = Keys::new(seed, first);
        outcomes.iter_mut().for_each(|outcome| *outcome = self.play_one(&mut Sampled::new(keys.next_key())));
    }
    fn replay(&self, seed: u64, engagement: u64) -> (Outcome, Vec<Step>) {
        let (mut luck, mut seen) = (Sampled::new(Keyed::engagement(seed, engagement)), Witnessed::default());
        (self.play_one(&mut Observed::new(&mut luck, &mut seen)), seen.steps)
    }
    fn exact(&self, budget: usize) -> Result<ExactFight, TooLarge> {
        let limits = Limits { budget, rounds: self.unhurt.turns.into(), tolerance: 0.0, endless: false };
        let solved = absorb((), limits, |(), budget| {
            distribution((), budget, |(), chance| Flow::Done(self.turn(chance, 0).map_or(Flow::Go(()), Flow::Done)))
        })?;
        let ended =
            solved.outcomes.into_iter().map(|(turn, end, share)| (Outcome { turns: turn as u16, ..end }, share));
        let mut outcomes: Vec<_> = ended.chain(solved.live.iter().map(|&(_, share)| (self.unhurt, share))).collect();
        outcomes.sort_by_key(|&(outcome, _)| outcome);
        Ok(ExactFight { outcomes, unresolved: 0.0, states: solved.states })
    }
}
