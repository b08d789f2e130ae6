//! Showdown, a ruleset in rooms: rules that choose nothing, players that know no more than their men, and what joins them.

pub(crate) mod player;
pub(crate) mod rules;

use std::sync::Arc;

use chance::exact::{Flow, Ratio};
use chance::{Address, Chance, Deck, Enumerated, KnownDeck};
use engage::game::OneShape;
use engage::{
    Battle, BySide, Clause, Coverage, Ending, Figure, Finding, Game, Kind, MAX_MEASURES, Map, Measure, Problem,
    Progress, Rulebook as _, Ruleset, Setup, Side, distribution, read,
};
use schemars::JsonSchema;
use serde::Deserialize;

use player::{Knowledge, Player};
use rules::{Action, Man, PACK, Rules, Street};

pub(crate) static SHOWDOWN: Ruleset = Ruleset {
    id: "showdown",
    title: "Showdown",
    purposes: &["shot"],
    clauses: &[
        Clause { id: "SD-1", title: "Blue acts, then red", coverage: Coverage::Played },
        Clause { id: "SD-2", title: "A shot takes a round and a card; a hit ends it", coverage: Coverage::Played },
        Clause { id: "SD-3", title: "Reloading", coverage: Coverage::Played },
        Clause { id: "SD-4", title: "Cover lasts until one fires", coverage: Coverage::Played },
    ],
    endings: &[
        Ending { id: "blue.win", label: "Blue wins", about: "red is hit", winner: Some(Side::Blue) },
        Ending { id: "red.win", label: "Red wins", about: "blue is hit", winner: Some(Side::Red) },
        Ending { id: "turn_limit", label: "Turn limit", about: "the turn limit was reached", winner: None },
    ],
    measures: &[Measure::lost(Side::Blue, "men", "blue is hit"), Measure::lost(Side::Red, "men", "red is hit")],
    kinds: &[Kind::of::<Shot>()],
    openings: &[],
    accounts: "",
    rules: || serde_json::to_value(Rules::default()).unwrap_or_default(),
    schema: |types| types.subschema_for::<Setup<Rules, (), Squad>>(),
    compile,
};

/// A man of one side.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Squad {
    /// Rounds in his revolver at the start.
    rounds: u8,
    /// How he fights.
    #[serde(default)]
    player: Player,
    /// Rounds that a wary man does not fire at a man in cover, 0 to 6.
    #[serde(default = "one")]
    #[schemars(range(max = 6))]
    saves: u8,
}

const fn one() -> u8 {
    1
}

fn compile(value: &serde_json::Value, _: Option<&Arc<Map>>) -> Result<Box<dyn Battle>, Vec<Problem>> {
    let setup: Setup<Rules, (), Squad> = read(value).map_err(|problem| vec![problem])?;
    let mut problems = setup.rules.problems("rules.");
    let mut only = |side: Side| {
        let mut own = setup.squads().filter(|&(other, ..)| other == side);
        let (Some((_, name, squad)), None) = (own.next(), own.next()) else {
            problems.push(Problem::new(side.name(), "expected one man"));
            return None;
        };
        let limits = [("rounds", squad.rounds, setup.rules.cylinder), ("saves", squad.saves, 6)];
        for (key, _, most) in limits.into_iter().filter(|(_, given, most)| given > most) {
            problems.push(Problem::new(format!("{}.{name}.{key}", side.name()), format!("expected 0 to {most}")));
        }
        Some((Figure { side, squad: name.to_owned(), name: name.to_owned() }, squad.clone()))
    };
    match (only(Side::Blue), only(Side::Red)) {
        (Some((ann, blue)), Some((bob, red))) if problems.is_empty() => {
            let game = Showdown { rules: setup.rules, squads: BySide { blue, red }, turn_limit: setup.turn_limit };
            Ok(Box::new(OneShape { figures: vec![ann, bob], game }))
        }
        _ => Err(problems),
    }
}

engage::situation! {
    Rules;
    /// One shot from a whole deck.
    struct Shot {
        /// Whether the target is in cover.
        in_cover: bool,
    }
    id: "shot",
    label: "Shot",
    findings: &[Finding::chance("hit")],
    solve: shot,
}

fn shot(parameters: &Shot) -> Result<Vec<(&'static str, Ratio)>, Problem> {
    let fire = |(), chance: &mut Enumerated| {
        let (mut deck, at) = (KnownDeck::whole(PACK), Address::new(0, 0, 0));
        Flow::Done(parameters.options.hits(&mut deck, chance, at, parameters.in_cover))
    };
    Ok(vec![("hit", distribution((), fire)?.probability(&true))])
}

#[derive(Debug)]
struct Showdown {
    rules: Rules,
    squads: BySide<Squad>,
    turn_limit: u16,
}

impl Game for Showdown {
    type State<D: Deck> = Street<D>;

    const STOPPED: u8 = 2;

    fn turn_limit(&self) -> u16 {
        self.turn_limit
    }

    fn start<D: Deck>(&self) -> Street<D> {
        let man = |squad: &Squad| Man { rounds: squad.rounds, ..Man::default() };
        Street { men: self.squads.each_ref().map(man), deck: D::whole(PACK), go: Side::Blue }
    }

    /// Blue acts, then red (SD-1). The player is asked, the rules check what he wants, and do it.
    fn advance<C: Chance>(&self, street: &mut Street<C::Deck>, chance: &mut C, turn: u16) -> Progress {
        loop {
            let (me, squad) = (street.go, &self.squads[street.go]);
            let wanted = squad.player.choose(&Knowledge::of(&street.men, me), squad.saves);
            let action = if self.rules.may(&street.men[me], wanted).is_ok() { wanted } else { Action::Hold };
            self.rules.perform(street, chance, (me, action), turn);
            street.go = me.enemy();
            if street.men[me.enemy()].down {
                return Progress::Ended { ending: me as u8, begun: true };
            }
            if me == Side::Red {
                return Progress::RoundOver;
            }
            if C::STEPWISE {
                return Progress::Step;
            }
        }
    }

    fn measures<D: Deck>(&self, street: &Street<D>) -> [u16; MAX_MEASURES] {
        [street.men.blue.down.into(), street.men.red.down.into(), 0, 0, 0, 0, 0]
    }
}
