//! Showdown, a ruleset in rooms: rules that choose nothing, players that know no more than their men, and what joins them.

pub(crate) mod player;
pub(crate) mod rules;

use std::sync::Arc;

use chance::exact::{Flow, Ratio};
use chance::{Address, Chance, Deck, Enumerated, KnownDeck};
use engage::game::OneShape;
use engage::{
    Battle, BySide, Ending, Figure, Finding, Game, Kind, MAX_MEASURES, Map, Measure, Problem, Progress, Ruleset, Setup,
    Side, distribution,
};
use player::{Knowledge, Player};
use rules::{Action, Man, PACK, Rules, Street};

pub(crate) static SHOWDOWN: Ruleset = Ruleset {
    id: "showdown",
    title: "Showdown",
    purposes: &["shot"],
    letters: &["SD"],
    endings: &[
        Ending { id: "blue.win", label: "Blue wins", about: "red is hit", winner: Some(Side::Blue) },
        Ending { id: "red.win", label: "Red wins", about: "blue is hit", winner: Some(Side::Red) },
        Ending { id: "turn_limit", label: "Turn limit", about: "the turn limit was reached", winner: None },
    ],
    measures: &[Measure::lost(Side::Blue, "men", "blue is hit"), Measure::lost(Side::Red, "men", "red is hit")],
    kinds: &[Kind::of::<Shot>()],
    openings: &[],
    accounts: "| SD-1 | Blue acts, then red | `advance` | |
        | SD-2 | A shot takes a round and a card; a hit ends it | `perform`, `hits` | |
        | SD-3 | Reloading | `perform` | |
        | SD-4 | Cover lasts until one fires | `perform` | |",
    rules: || serde_json::to_value(Rules::default()).unwrap_or_default(),
    schema: |types| types.subschema_for::<Setup<Rules, (), Squad>>(),
    compile,
};

engage::keys! {
    /// A man of one side.
    Squad {
        /// Rounds in his revolver at the start.
        rounds: u8 in 0..=6,
    }
    doctrine:
    /// What he goes by.
    Doctrine {
        /// How he fights.
        player: Player = Player::Bold,
        /// Rounds that a wary man does not fire at a man in cover.
        saves: u8 in 0..=6 "rounds" = 1,
    }
}

fn compile(value: &serde_json::Value, _: Option<&Arc<Map>>) -> Result<Box<dyn Battle>, Vec<Problem>> {
    let (setup, mut problems) = Setup::<Rules, (), Squad>::read(value, &[])?;
    let mut only = |side: Side| {
        let mut own = setup.squads().filter(|&(other, ..)| other == side);
        let (Some((_, name, squad)), None) = (own.next(), own.next()) else {
            problems.push(Problem::new(side.name(), "expected one man"));
            return None;
        };
        let most = setup.rules.cylinder;
        if squad.rounds > most {
            problems.push(Problem::new(format!("{}.{name}.rounds", side.name()), format!("expected 0 to {most}")));
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
            let Doctrine { player, saves } = squad.doctrine(Doctrine::default());
            let wanted = player.choose(&Knowledge::of(&street.men, me), saves);
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
