//! A fire action shot by shot, one question at a time.

use chance::exact::{self, Distribution, Flow, Ratio};
use chance::{AskedDeck, Asking, Chance, Deck};
use engage::{Problem, distribution, too_large};

use super::firing::Parameters;
use super::shared::ANYWHERE;
use crate::figure::{Condition, Wound};
use crate::fire::{Decks, Effect, Fired, Firing, HitTable, Shot, Volley, hostage, hostage_pack, shot};
use crate::options::{AutoBurst, HostageStop, RecoilCount, Reshuffle, StopWhenDown};
use crate::rules::Rules;
use crate::weapon::Fire;

/// A fire action under way and its results so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct VolleyState<D> {
    deck: D,
    hostage_deck: D,
    volley: Volley,
    target: Condition,
    counts: Counts,
    line: Line,
}

/// Number of hostages checked in one step. All of them in one step would make too many branches; more steps count as
/// more cards drawn.
const AT_ONCE: u8 = 4;

/// The hostages in the line of fire of the last shot. A shot that checks none goes through the same steps, so that all
/// shots of one number begin in the same step.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
struct Line {
    /// Hostages left.
    left: u8,
    /// Whether hostages are still checked.
    open: bool,
    /// Whether the shot is the only one asked about.
    picked: bool,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
struct Counts {
    hits: u8,
    jam: bool,
    knocked_down: bool,
    hostage_hits: u8,
}

/// A question about a fire action. One question at a time needs fewer states than all at once.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asks {
    /// The number of hits, with all shots resolved whatever happens to the target, and a jam.
    Hits,
    /// What happens to the target, with one flesh wound standing for any number, and a jam.
    Target,
    /// Whether the target is knocked down.
    KnockedDown,
    /// Whether a hostage is hit.
    AnyHostage,
    /// The hostages hit by one of [`SHOTS`] shots, picked at random; shots that are not fired hit none.
    HostagesOfOne,
    /// The same for flesh wounds of the target.
    FleshOfOne,
}

/// More than the shots of any fire action.
const SHOTS: u32 = 256;

impl Asks {
    /// Whether the next shot is the only one asked about.
    fn picks(self, chance: &mut impl Chance, shots: u8) -> bool {
        let of_one = matches!(self, Asks::HostagesOfOne | Asks::FleshOfOne);
        of_one && chance.pick(ANYWHERE, &[(true, 1), (false, SHOTS - 1 - u32::from(shots))])
    }

    /// Whether an outcome counts.
    fn wants(self, (target, counts): &(Condition, Counts), most_flesh: u8) -> bool {
        match self {
            Asks::Hits | Asks::Target => true,
            Asks::KnockedDown => counts.knocked_down,
            Asks::AnyHostage | Asks::HostagesOfOne => counts.hostage_hits > 0,
            Asks::FleshOfOne => target.flesh == most_flesh,
        }
    }

    /// Forgets what is not asked. Returns whether the answer is known. `before` is the target before the shot.
    fn settle<D>(self, before: &Condition, most_flesh: u8, state: &mut VolleyState<D>) -> bool {
        let VolleyState { target, counts, line, .. } = state;
        (target.knocked, target.dropped) = (false, false);
        counts.hostage_hits = match self {
            Asks::AnyHostage => counts.hostage_hits.min(1),
            Asks::HostagesOfOne if line.picked => counts.hostage_hits,
            _ => 0,
        };
        counts.knocked_down &= self == Asks::KnockedDown;
        target.flesh = match self {
            Asks::Target => target.flesh.min(most_flesh),
            Asks::FleshOfOne if line.picked => target.flesh,
            _ => before.flesh,
        };
        let known = match self {
            Asks::Hits | Asks::Target => false,
            Asks::KnockedDown => counts.knocked_down,
            Asks::AnyHostage => counts.hostage_hits > 0,
            Asks::HostagesOfOne => line.picked && (line.left == 0 || !line.open),
            Asks::FleshOfOne => line.picked,
        };
        if known && self != Asks::FleshOfOne {
            *target = Condition::default();
        }
        known
    }
}

/// The number of rounds of automatic fire, as the chance after each round that fire goes on, instead of dice before
/// each burst. An entry, by the rounds fired, holds the weights of going on and of ending. Counting rounds takes far
/// fewer states than places in bursts.
struct AutoRounds(Vec<[(bool, u32); 2]>);

impl AutoRounds {
    /// Computed from the dice of [`Volley::next`]. `None` if more than the number of rounds matters, or no dice are
    /// rolled.
    fn of(firing: &Firing, rules: &Rules, asks: Asks) -> Option<AutoRounds> {
        let rolled = firing.fire == Fire::Auto && rules.auto_burst == AutoBurst::AverageDie;
        let by_burst = rules.recoil_count == RecoilCount::Burst
            || asks != Asks::Hits && rules.stop_when_down == StopWhenDown::FinishBurst;
        if !rolled || by_burst {
            return None;
        }
        let odds =
            distribution(Volley::default(), |mut volley, chance| match volley.next(chance, rules, firing, ANYWHERE) {
                Some(_) => Flow::Go(volley),
                None => Flow::Done(volley.shots),
            });
        let odds = odds.ok()?;
        let rolls = 6u64.checked_pow(firing.rate.into())?;
        let weight = |odds: Ratio| u32::try_from(odds.scaled(rolls).lowest_terms().0).ok();
        let most = odds.outcomes.iter().map(|outcome| outcome.0).max()?;
        let after = |shots: u8| {
            Some([(true, weight(odds.sum(|&all| all > shots))?), (false, weight(odds.probability(&shots))?)])
        };
        (0..=most).map(after).collect::<Option<_>>().map(AutoRounds)
    }

    /// Draws whether there is a further round, and if so loads it in the volley.
    fn go_on(&self, chance: &mut impl Chance, volley: &mut Volley) -> bool {
        *volley = Volley { left: 1, in_burst: 0, ..*volley };
        chance.pick(ANYWHERE, &self.0[usize::from(volley.shots)])
    }
}

/// Fires until the volley ends or the answer is known.
fn volley(parameters: &Parameters, asks: Asks) -> Result<Distribution<(Condition, Counts), Ratio>, Problem> {
    let rules = &parameters.options;
    let firing = parameters.firing()?;
    let hits = HitTable::new(rules, &firing);
    let action = AskedAction {
        firing: &firing,
        hits: &hits,
        rounds: AutoRounds::of(&firing, rules, asks),
        asks,
        most_flesh: parameters.target().flesh + 1,
    };
    let packs = [rules.pack(parameters.ability, parameters.jokers), hostage_pack(rules)];
    // Deals can be counted at the end only if no card goes back into its deck.
    if rules.reshuffle != Reshuffle::EveryDraw {
        let [own, hostage] = packs;
        let decks = [AskedDeck::numbered(own, 0), AskedDeck::numbered(hostage, 1)];
        let start = parameters.start(decks, asks);
        return exact::distribution_of_deals(
            start,
            exact::ANY_STATES,
            |told| asks.wants(told, action.most_flesh),
            |state, chance: &mut Asking| outcome(next_shot(rules, &action, state, chance)),
        )
        .map_err(too_large);
    }
    let start = parameters.start(packs.map(Deck::whole), asks);
    distribution(start, |state, chance| outcome(next_shot(rules, &action, state, chance)))
}

/// What all shots of the fire action share.
struct AskedAction<'a> {
    firing: &'a Firing,
    hits: &'a HitTable,
    rounds: Option<AutoRounds>,
    asks: Asks,
    /// The count of flesh wounds that stands for any new ones.
    most_flesh: u8,
}

impl Parameters {
    fn start<D>(&self, [deck, hostage_deck]: [D; 2], asks: Asks) -> VolleyState<D> {
        VolleyState {
            deck,
            hostage_deck,
            volley: Volley { change: self.change(), ..Volley::default() },
            // When only hits count, the target is down, so that effects change nothing.
            target: Condition { down: asks == Asks::Hits, ..self.target() },
            counts: Counts::default(),
            line: Line::default(),
        }
    }
}

/// The result of a finished fire action.
fn outcome<D>(flow: Flow<VolleyState<D>, VolleyState<D>>) -> Flow<VolleyState<D>, (Condition, Counts)> {
    match flow {
        Flow::Go(state) => Flow::Go(state),
        Flow::Done(state) => Flow::Done((state.target, state.counts)),
    }
}

/// The next shot of the fire action, or its end.
fn next_shot<C: Chance>(
    rules: &Rules,
    action: &AskedAction<'_>,
    mut state: VolleyState<C::Deck>,
    chance: &mut C,
) -> Flow<VolleyState<C::Deck>, VolleyState<C::Deck>> {
    let &AskedAction { firing, hits, asks, .. } = action;
    let before = state.target;
    if state.line.left == 0 {
        if asks != Asks::Hits && !state.volley.goes_on(rules, &state.target) {
            return Flow::Done(state);
        }
        if action.rounds.as_ref().is_some_and(|rounds| !rounds.go_on(chance, &mut state.volley)) {
            return Flow::Done(state);
        }
        let Some(number) = state.volley.next(chance, rules, firing, ANYWHERE) else { return Flow::Done(state) };
        let target_number = firing.target_number(rules, firing.shared(rules), number);
        state.line = Line { left: firing.hostages, open: false, picked: asks.picks(chance, state.volley.shots - 1) };
        let VolleyState { deck, hostage_deck, target, counts, .. } = &mut state;
        let mut decks = Decks { firer: deck, hostage: hostage_deck };
        let fired = Fired { firing, hits, target_number };
        match shot(chance, rules, fired, target, &mut decks, ANYWHERE) {
            Shot::Jam => {
                counts.jam = true;
                return Flow::Done(state);
            }
            Shot::Misfire => {}
            Shot::Miss => state.line.open = true,
            Shot::Hit(effect) => {
                counts.hits += u8::from(asks == Asks::Hits);
                counts.suffer(target, effect, rules);
            }
            Shot::NearMiss(effect) => counts.suffer(target, effect, rules),
        }
    }
    check(rules, action, &mut state, chance);
    if asks.settle(&before, action.most_flesh, &mut state) { Flow::Done(state) } else { Flow::Go(state) }
}

/// Checks the next hostages in the line of fire.
fn check<C: Chance>(rules: &Rules, action: &AskedAction<'_>, state: &mut VolleyState<C::Deck>, chance: &mut C) {
    let VolleyState { deck, hostage_deck, counts, line, .. } = state;
    let now = line.left.min(AT_ONCE);
    line.left -= now;
    let mut decks = Decks { firer: deck, hostage: hostage_deck };
    for _ in 0..now {
        if line.open && hostage(chance, rules, action.firing, &mut decks, ANYWHERE, false).is_some() {
            counts.hostage_hits += 1;
            line.open = rules.hostage_stop == HostageStop::All;
        }
    }
    line.open &= line.left > 0;
}

impl Counts {
    fn suffer(&mut self, target: &mut Condition, effect: Effect, rules: &Rules) {
        if target.down {
            return;
        }
        self.knocked_down |= matches!(effect, Effect::Out(_) | Effect::Fatal | Effect::Stopped { knocks_down: true });
        target.suffer(effect, rules, false);
    }
}

/// CQB-5.1, CQB-5.2.
pub(super) fn hit_count(parameters: &Parameters) -> Result<Vec<(String, Ratio)>, Problem> {
    let odds = volley(parameters, Asks::Hits)?;
    let most = odds.outcomes.iter().map(|((_, counts), _)| counts.hits).max().unwrap_or(0);
    let mut values = vec![("jam".to_owned(), odds.sum(|(_, counts)| counts.jam))];
    values.extend((0..=most).map(|hits| (format!("hits_{hits}"), odds.sum(|(_, counts)| counts.hits == hits))));
    Ok(values)
}

/// CQB-5.1 to CQB-5.5.
pub(super) fn fire_action(parameters: &Parameters) -> Result<Vec<(String, Ratio)>, Problem> {
    let odds = volley(parameters, Asks::Target)?;
    let knocked_down = volley(parameters, Asks::KnockedDown)?;
    let flesh = volley(parameters, Asks::FleshOfOne)?;
    let hostages = |asks| if parameters.hostages > 0 { volley(parameters, asks) } else { Ok(nobody()) };
    let (any_hostage, hostages) = (hostages(Asks::AnyHostage)?, hostages(Asks::HostagesOfOne)?);
    let before = parameters.target();
    let new_wound = |target: &Condition, wound: Wound| !target.down && target.wound == wound && before.wound != wound;
    let new_flesh = |target: &Condition| u64::from(target.flesh - before.flesh);
    let no_wound = |target: &Condition| !target.down && target.wound == before.wound;
    let share =
        |condition: &dyn Fn(&Condition, &Counts) -> bool| odds.sum(|(target, counts)| condition(target, counts));
    let values = [
        ("incapacitated", share(&|target, _| target.down)),
        ("leg_out", share(&|target, _| new_wound(target, Wound::Leg))),
        ("strong_arm_out", share(&|target, _| new_wound(target, Wound::StrongArm))),
        ("weak_arm_out", share(&|target, _| new_wound(target, Wound::WeakArm))),
        ("flesh_only", share(&|target, _| no_wound(target) && new_flesh(target) > 0)),
        ("unhurt", share(&|target, _| no_wound(target) && new_flesh(target) == 0)),
        ("jam", share(&|_, counts| counts.jam)),
        ("knocked_down", knocked_down.sum(|(_, counts)| counts.knocked_down)),
        ("mean_flesh", flesh.mean(|(target, _)| new_flesh(target)).scaled(SHOTS.into())),
        ("any_hostage_hit", any_hostage.sum(|(_, counts)| counts.hostage_hits > 0)),
        ("mean_hostage_hits", hostages.mean(|(_, counts)| counts.hostage_hits.into()).scaled(SHOTS.into())),
    ];
    Ok(values.map(|(word, value)| (word.to_owned(), value)).into())
}

/// The answer about hostages if there are none.
const fn nobody() -> Distribution<(Condition, Counts), Ratio> {
    Distribution { outcomes: Vec::new(), states: 0 }
}
