//! Exchanges of fire between lone figures, round a corner, and between one figure and a group (CR-exchange, CR-corner,
//! CR-group-exchange).

use std::collections::BTreeMap;

use chance::exact::{ANY_STATES, Limits};
use chance::{Chance, Deck};
use engage::{Answer, Finding, Game, Inches, MAX_MEASURES, Manner, Problem, Progress, Side, Value, game, too_large};
use field::Figures;

use super::shared::{FigureGiven, situation, yes};
use crate::action::Aim;
use crate::battle::{Arms, Battle, Facts, Frame, Profile};
use crate::figure::{Figure, Status};
use crate::game::PlayedBattle;
use crate::melee;
use crate::open::Open;
use crate::player::ByDoctrine;
use crate::player::doctrine::TargetPolicy;
use crate::rules::Rules;
use crate::squad::Doctrine;
use crate::state::{State, Task, Volley};

situation! {
    /// A lone figure fires at another, and fire goes back and forth until it stops: the status of both afterwards.
    struct Exchange {
        /// The figure that fires first.
        a: FigureGiven,
        /// Its target.
        b: FigureGiven,
        /// Distance between the figures.
        range: Inches,
        /// Whether the first volley is snap fire (CR-status-snap).
        #[serde(default)]
        snap: bool,
        /// Whether to report which figures run out of ammunition.
        #[serde(default = "yes")]
        show_ammo: bool,
    }
    id: "exchange",
    label: "Exchange of fire",
    findings: &[Finding::chance("A:* B:*").called("A *, B *")],
    solve: exchange,
}

situation! {
    /// An active figure comes into sight of an inactive figure, which may fire first: the status of both afterwards.
    struct Corner {
        /// The figure that comes into sight.
        a: FigureGiven,
        /// The inactive figure that watches.
        b: FigureGiven,
        /// Distance between the figures.
        range: Inches,
        /// Whether to report which figures run out of ammunition.
        #[serde(default)]
        show_ammo: bool,
    }
    id: "corner",
    label: "Round a corner",
    findings: &[Finding::chance("A:* B:*").called("A *, B *")],
    solve: corner,
}

situation! {
    /// A lone figure fires at a group, and fire goes back and forth until it stops: the status of all afterwards.
    struct GroupExchange {
        /// The figure that fires first.
        a: FigureGiven,
        /// The group that A fires at, 1 to 4 figures.
        #[schemars(length(min = 1, max = 4))]
        group: Vec<FigureGiven>,
        /// Distance between the figures.
        range: Inches,
        /// Rep of the Leader whose die the group rolls, 0 for none.
        #[serde(default)]
        #[schemars(range(max = 6))]
        leader: u8,
        /// Whether the first volley is snap fire (CR-status-snap).
        #[serde(default)]
        snap: bool,
    }
    id: "group_exchange",
    label: "Exchange with a group",
    findings: &[Finding::chance("A:* | *").called("A * | *")],
    solve: group_exchange,
}

/// The battle profile of a figure in a situation.
fn profile(given: &FigureGiven, side: Side, rules: &Rules) -> Profile {
    Profile {
        side,
        star: given.star,
        attributes: given.attributes(),
        arms: Arms {
            group: side as u8,
            weapon: given.weapon,
            melee: melee::impact(rules, given.melee, given.weapon),
            ..Arms::default()
        },
        facts: Facts { cover: given.cover, concealed: given.concealed, prone: given.prone, fast: given.fast },
        doctrine: Doctrine { target: TargetPolicy::First, cheats_death: given.cheats_death, ..Doctrine::default() },
        start: Figure { rep: given.rep, hero: given.hero, retrieving: given.retrieving, ..Figure::default() },
    }
}

/// A lone figure against one or more; the situation gives the groups' Leaders, and no force has an overall Leader.
pub(super) fn battle(a: &FigureGiven, others: &[FigureGiven], leader: u8, (range, rules): (Inches, &Rules)) -> Battle {
    let frame = Frame {
        rules: rules.clone(),
        range,
        cover_near: true,
        answers_first: true,
        from_the_rear: false,
        turn_limit: u16::MAX,
    };
    let blue = std::iter::once(profile(a, Side::Blue, rules));
    let profiles = blue.chain(others.iter().map(|other| profile(other, Side::Red, rules))).collect();
    let battle = Battle::new(frame, Vec::new(), profiles, &[Some(a.leader), Some(leader)]);
    Battle { overall: engage::BySide::default(), ..battle }
}

/// A started exchange, played until nothing is left to do.
pub(super) struct Begun<'a, const N: usize> {
    pub(super) battle: &'a Battle,
    pub(super) state: State<N, Open>,
}

impl<'a, const N: usize> Begun<'a, N> {
    /// Before anything has started.
    pub(super) fn new(battle: &'a Battle) -> Begun<'a, N> {
        Begun { battle, state: PlayedBattle::in_the_open(battle, ByDoctrine).before() }
    }

    /// Puts the first task on the agenda.
    pub(super) fn first(mut self, task: Task) -> Begun<'a, N> {
        let pushed = self.state.agenda.push(task);
        debug_assert!(pushed.is_ok(), "nothing is pending yet");
        self
    }

    /// A figure fires all dice at another.
    pub(super) fn fires(mut self, me: usize, target: usize, snap: bool) -> Begun<'a, N> {
        let weapon = self.battle.frame.rules.weapons.of(self.battle.profiles[me].arms.weapon);
        let mut volley = Volley { shooters: Figures::one(me), ..Volley::default() };
        volley.snap.set(me, snap);
        volley.aims[me] = Aim::at(target, weapon.targets);
        self.state.volley = volley;
        self.first(Task::Aftermath).first(Task::Fire(Figures::one(me)))
    }

    /// The outcomes, by the word for each state.
    pub(super) fn answer(&self, word: impl Fn(&State<N, Open>) -> String) -> Result<Answer, Problem> {
        let limits = Limits { budget: ANY_STATES, rounds: 1, tolerance: 0.0, endless: false };
        let solved = game::solve(self, limits, |state, _, _| {
            state.figures.map(|figure| Figure { hidden_from: Figures::NONE, ..figure })
        })
        .map_err(too_large)?;
        let mut words: BTreeMap<String, f64> = BTreeMap::new();
        for (_, &figures, weight) in solved.outcomes() {
            let state = State { figures, ..self.state };
            *words.entry(word(&state)).or_default() += weight;
        }
        let values = words.into_iter().map(|(word, share)| Value::decimal(word, share)).collect();
        Ok(Answer { manner: Manner::Chain { states: solved.states, unresolved: 0.0 }, values })
    }
}

impl<const N: usize> Game for Begun<'_, N> {
    type State<D: Deck> = State<N, Open>;
    const STOPPED: u8 = 0;

    fn turn_limit(&self) -> u16 {
        1
    }

    fn start<D: Deck>(&self) -> State<N, Open> {
        self.state
    }

    fn advance<C: Chance>(&self, state: &mut State<N, Open>, chance: &mut C, turn: u16) -> Progress {
        let led = PlayedBattle::in_the_open(self.battle, ByDoctrine);
        let again = match state.agenda.pop() {
            Some(task) => led.play(state, chance, turn).perform(task),
            None => return Progress::Ended { ending: 0, begun: true },
        };
        if again { Progress::Again } else { Progress::Step }
    }

    fn break_off<D: Deck>(&self, state: &mut State<N, Open>) {
        PlayedBattle::<_, _, N>::in_the_open(self.battle, ByDoctrine).break_off::<D>(state);
    }

    fn measures<D: Deck>(&self, _state: &State<N, Open>) -> [u16; MAX_MEASURES] {
        [0; MAX_MEASURES]
    }
}

/// The status of a figure and, if requested, whether it is out of ammunition.
pub(super) fn status(figure: &Figure, show_ammo: bool) -> String {
    let fights = matches!(figure.status, Status::CarryingOn | Status::Ducked | Status::Stunned);
    let empty = if show_ammo && fights && figure.empty > 0 { ",empty" } else { "" };
    format!("{}{empty}", figure.status.name())
}

fn exchange(given: &Exchange) -> Result<Answer, Problem> {
    given.a.check("a")?;
    given.b.check("b")?;
    let battle = battle(&given.a, std::slice::from_ref(&given.b), given.b.leader, (given.range, &given.options));
    let word = |state: &State<2, Open>| {
        let [a, b] = state.figures.map(|figure| status(&figure, given.show_ammo));
        format!("A:{a} B:{b}")
    };
    Begun::new(&battle).fires(0, 1, given.snap).answer(word)
}

fn corner(given: &Corner) -> Result<Answer, Problem> {
    given.a.check("a")?;
    given.b.check("b")?;
    let battle = battle(&given.a, std::slice::from_ref(&given.b), given.b.leader, (given.range, &given.options));
    let word = |state: &State<2, Open>| {
        let [a, b] = state.figures.map(|figure| status(&figure, given.show_ammo));
        format!("A:{a} B:{b}")
    };
    let mut begun = Begun::new(&battle);
    begun.state.activation.active = Figures::one(0);
    let sees = Task::InSight { watchers: Figures::one(1), movers: Figures::one(0) };
    begun.first(Task::Voluntary(Figures::one(0))).first(sees).answer(word)
}

/// Maximum number of figures in a group that is fired at.
const MOST: usize = 4;

fn group_exchange(given: &GroupExchange) -> Result<Answer, Problem> {
    given.a.check("a")?;
    if !(1..=MOST).contains(&given.group.len()) {
        return Err(Problem::new("group", format!("{} figures, expected 1 to {MOST}", given.group.len())));
    }
    for (number, figure) in given.group.iter().enumerate() {
        figure.check(&format!("group[{number}]"))?;
    }
    let battle = battle(&given.a, &given.group, given.leader, (given.range, &given.options));
    let figures = battle.profiles.len();
    engage::with_capacity_for!(N in [2, 3, 5], figures => {
        let word = |state: &State<N, Open>| {
            let others = state.figures[1..figures].iter().map(|figure| figure.status.name());
            format!("A:{} | {}", state.figures[0].status.name(), others.collect::<Vec<_>>().join(" "))
        };
        Begun::<N>::new(&battle).fires(0, 1, given.snap).answer(word)
    })
}
