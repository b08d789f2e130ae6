//! A card, a shot, a fire action.

use chance::exact::{self, Distribution, Flow, Ratio, distribution};
use chance::{AskedDeck, Asking, Chance, Deck as _, Enumerated};
use engage::{Finding, Inches, Kind, Problem, too_large};
use schemars::JsonSchema;
use serde::Deserialize;

use super::shared::{ANYWHERE, BUDGET, Deck, fractions, fractions_and_target, schema_of, two, whole};
use crate::cards::{turn_over, turn_over_no_joker};
use crate::compile::armour;
use crate::figure::{Condition, Gone, Travel, Wound};
use crate::fire::{
    AimAt, Armour, Decks, Effect, Fired, Firing, Number, Sheet, Shot, ToHit, Volley, hostage, hostage_pack, shot,
    to_hit,
};
use crate::options::{AutoBurst, ChangeTarget, HostageStop, JokerFire, RecoilCount, Reshuffle, StopWhenDown};
use crate::rules::{Ability, Rules};
use crate::setup::Piece;
use crate::weapon::{Category, Fire, Recoil, Round, Weapon, three};

pub(super) const TO_HIT: Kind = Kind {
    id: "to_hit",
    label: "To hit",
    about: "The card of one shot.",
    findings: &[
        Finding::number("target_number"),
        Finding::chance("hit").first(),
        Finding::chance("near_miss"),
        Finding::chance("miss"),
        Finding::chance("joker"),
    ],
    schema: schema_of::<Parameters>,
    answer: |value| fractions_and_target(value, |p: &Parameters| &p.options, Parameters::target_number, card),
};

pub(super) const SHOT: Kind = Kind {
    id: "shot",
    label: "One shot",
    about: "One shot, the first, to its effect on the target, and on hostages in the line of fire.",
    findings: &[
        Finding::chance("jam"),
        Finding::chance("misfire"),
        Finding::chance("miss"),
        Finding::chance("void").called("No effect"),
        Finding::chance("stopped").called("Stopped by armour"),
        Finding::chance("stopped_knockdown").called("Stopped, but knocked down"),
        Finding::chance("flesh").called("Flesh wound"),
        Finding::chance("leg_out").called("Leg out of action"),
        Finding::chance("strong_arm_out").called("Strong arm out of action"),
        Finding::chance("weak_arm_out").called("Weak arm out of action"),
        Finding::chance("incapacitated").called("Incapacitated").first(),
        Finding::chance("fatal").called("Killed"),
        Finding::chance("hostage_*_void").called("Hostage *: no effect"),
        Finding::chance("hostage_*_stopped").called("Hostage *: stopped by armour"),
        Finding::chance("hostage_*_stopped_knockdown").called("Hostage *: stopped, but knocked down"),
        Finding::chance("hostage_*_flesh").called("Hostage *: flesh wound"),
        Finding::chance("hostage_*_leg_out").called("Hostage *: leg out of action"),
        Finding::chance("hostage_*_strong_arm_out").called("Hostage *: strong arm out of action"),
        Finding::chance("hostage_*_weak_arm_out").called("Hostage *: weak arm out of action"),
        Finding::chance("hostage_*_incapacitated").called("Hostage *: incapacitated"),
        Finding::chance("hostage_*_fatal").called("Hostage *: killed"),
        Finding::chance("hostages_hit_*").called("* hostages hit"),
        Finding::chance("hostage").called("Miss that hits a hostage"),
    ],
    schema: schema_of::<Parameters>,
    answer: |value| fractions(value, |p: &Parameters| &p.options, one_shot),
};

pub(super) const HIT_COUNT: Kind = Kind {
    id: "hit_count",
    label: "Hits of a fire action",
    about: "All shots of a fire action, resolved even if the target falls. Near misses are not counted.",
    findings: &[Finding::chance("jam"), Finding::chance("hits_*").called("* hits")],
    schema: schema_of::<Parameters>,
    answer: |value| fractions(value, |p: &Parameters| &p.options, hit_count),
};

pub(super) const FIRE_ACTION: Kind = Kind {
    id: "fire_action",
    label: "Fire action",
    about: "One fire action to what becomes of the target; a jam, a knockdown and hits on hostages may come with it.",
    findings: &[
        Finding::chance("incapacitated").first(),
        Finding::chance("leg_out").called("Leg out of action"),
        Finding::chance("strong_arm_out").called("Strong arm out of action"),
        Finding::chance("weak_arm_out").called("Weak arm out of action"),
        Finding::chance("flesh_only").called("Flesh wounds only"),
        Finding::chance("unhurt"),
        Finding::chance("jam"),
        Finding::chance("knocked_down"),
        Finding::mean("mean_flesh", "wounds").called("New flesh wounds"),
        Finding::chance("any_hostage_hit").called("A hostage is hit"),
        Finding::mean("mean_hostage_hits", "hits").called("Hits on hostages"),
    ],
    schema: schema_of::<Parameters>,
    answer: |value| fractions(value, |p: &Parameters| &p.options, fire_action),
};

/// A limb of the target that is out of action already.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum TargetWound {
    /// None.
    #[default]
    None,
    /// A leg.
    Leg,
    /// The strong arm.
    StrongArm,
    /// The weak arm.
    WeakArm,
}

/// Parameters of fire.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct Parameters {
    /// Ability of the firer.
    ability: Ability,
    /// Jokers in its deck, 0 to 3.
    #[serde(default = "two")]
    jokers: u8,
    /// The weapon by name, instead of `category`, `fire`, `recoil`, `round`, `scope` and `burst_rounds`.
    #[schemars(extend("x-labels" = crate::weapon::labels(), "x-names" = ["weapons"]))]
    weapon: Option<String>,
    /// Category of the weapon.
    category: Category,
    /// Its fire category.
    fire: Fire,
    /// Its recoil class.
    recoil: Recoil,
    /// Its type of round.
    round: Round,
    /// Whether it has a telescopic sight.
    scope: bool,
    /// Rounds in its bursts, 2 or 3.
    burst_rounds: u8,
    /// Distance to the target in inches.
    range: Inches,
    /// How far the firer moved in the turn before, in inches.
    firer_moved: Inches,
    /// How far the target moved in the turn before, in inches.
    target_moved: Inches,
    /// Whether the fire is aimed.
    aimed: bool,
    /// The location named.
    aim_at: AimAt,
    /// Flesh wounds of the firer.
    #[schemars(title = "Flesh wounds")]
    flesh: u8,
    /// Locations of the firer out of action.
    #[schemars(title = "Locations out of action")]
    out_wounds: u8,
    /// Whether the firer uses the weak hand.
    weak_hand: bool,
    /// Whether it fires with one hand.
    one_handed: bool,
    /// Its failed gas tests.
    #[schemars(title = "Failed gas tests")]
    gas: u8,
    /// Distance in inches from the target before, if the first shot changes the target.
    #[schemars(title = "Change of target")]
    change_target: Inches,
    /// Shots fired in the turns before without a break.
    prior_shots: u8,
    /// Whether the target wears soft armour.
    #[schemars(title = "Soft armour")]
    soft: bool,
    /// Whether it wears hard plates.
    #[schemars(title = "Hard plates")]
    plates: bool,
    /// Whether it wears a helmet.
    helmet: bool,
    /// What the target wears, as a list, instead of `soft`, `plates` and `helmet`.
    armour: Option<Vec<Piece>>,
    /// Hostages in the line of fire, at most 16.
    hostages: u8,
    /// Flesh wounds of the target.
    #[schemars(title = "Target’s flesh wounds")]
    target_flesh: u8,
    /// The target's limb out of action.
    #[schemars(title = "Target’s limb out of action")]
    target_wound: TargetWound,
    /// Which shot of the fire action `to_hit` asks for, from 1.
    shot: u8,
    /// Which shot of its burst that is, from 1, for recoil counted by the burst.
    shot_in_burst: Option<u8>,
    /// Rules that differ from the rulebook as printed.
    options: Rules,
}

impl Default for Parameters {
    fn default() -> Parameters {
        Parameters {
            ability: Ability::Experienced,
            jokers: two(),
            weapon: None,
            category: Category::GeneralPistol,
            fire: Fire::Semi,
            recoil: Recoil::Light,
            round: Round::Pistol,
            scope: false,
            burst_rounds: three(),
            range: Inches::whole(12),
            firer_moved: Inches::default(),
            target_moved: Inches::default(),
            aimed: false,
            aim_at: AimAt::None,
            flesh: 0,
            out_wounds: 0,
            weak_hand: false,
            one_handed: false,
            gas: 0,
            change_target: Inches::default(),
            prior_shots: 0,
            soft: false,
            plates: false,
            helmet: false,
            armour: None,
            hostages: 0,
            target_flesh: 0,
            target_wound: TargetWound::None,
            shot: 1,
            shot_in_burst: None,
            options: Rules::default(),
        }
    }
}

impl Parameters {
    fn weapon(&self) -> Result<Weapon, Problem> {
        let Some(name) = &self.weapon else {
            let Parameters { category, fire, recoil, round, scope, burst_rounds, .. } = *self;
            if !(2..=3).contains(&burst_rounds) {
                return Err(Problem::new("burst_rounds", format!("{burst_rounds} rounds, expected 2 or 3")));
            }
            return Ok(Weapon { category, fire, recoil, round, scope, burst_rounds });
        };
        self.options.weapon(name).map_err(|message| Problem::new("weapon", message))
    }

    fn firing(&self) -> Result<Firing, Problem> {
        let rules = &self.options;
        if self.hostages > 16 {
            return Err(Problem::new("hostages", format!("{} hostages, expected at most 16", self.hostages)));
        }
        let weapon = self.weapon()?;
        let moved = Gone::of(self.firer_moved, rules);
        let worn = Armour { soft: self.soft, plates: self.plates, helmet: self.helmet };
        let firing = Firing {
            weapon,
            fire: weapon.fire,
            rate: rules.rate_of(weapon.fire),
            aimed: self.aimed,
            aim_at: self.aim_at,
            range: self.range,
            firer_moved: Travel { gone: moved, fast: moved == Gone::Farther },
            target_moved: Gone::of(self.target_moved, rules),
            wounds: self.flesh.saturating_add(self.out_wounds),
            weak_hand: self.weak_hand,
            one_handed: self.one_handed,
            gas: self.gas,
            prior_shots: self.prior_shots > 0,
            armour: self.armour.as_deref().map_or(worn, armour),
            target_two_handed: false,
            hostages: self.hostages,
        };
        if firing.barred(rules) {
            let key = if firing.firer_moved.fast { "firer_moved" } else { "one_handed" };
            return Err(Problem::new(key, "the firer may not fire under these rules"));
        }
        Ok(firing)
    }

    /// Target number of the shot that `to_hit` asks for.
    fn target_number(&self) -> Result<i32, Problem> {
        let (rules, firing) = (&self.options, self.firing()?);
        if self.shot == 0 || self.shot_in_burst == Some(0) {
            return Err(Problem::new("shot", "shots are counted from 1"));
        }
        let pays = self.shot == 1 || rules.change_target == ChangeTarget::All;
        let number = Number {
            shot: self.shot,
            in_burst: self.shot_in_burst.unwrap_or(self.shot),
            change: i32::from(pays) * i32::from(self.change()),
        };
        Ok(firing.target_number(rules, firing.shared(rules), number))
    }

    fn target(&self) -> Condition {
        let wound = match self.target_wound {
            TargetWound::None => Wound::None,
            TargetWound::Leg => Wound::Leg,
            TargetWound::StrongArm => Wound::StrongArm,
            TargetWound::WeakArm => Wound::WeakArm,
        };
        // How many flesh wounds it had makes no difference to those it suffers now, and a condition counts only so many.
        Condition { flesh: self.target_flesh.min(1), wound, ..Condition::default() }
    }

    fn change(&self) -> u8 {
        self.change_target.floor().clamp(0, i32::from(u8::MAX)) as u8
    }
}

/// CQB-5.2a, CQB-5.3.
fn card(parameters: &Parameters) -> Result<Vec<(String, Ratio)>, Problem> {
    let rules = &parameters.options;
    let firing = parameters.firing()?;
    let target_number = parameters.target_number()?;
    let deck = whole(rules, parameters.ability, parameters.jokers, "jokers")?;
    let odds = distribution::<_, _, Ratio>(deck, BUDGET, |mut deck, chance| {
        let ask = |card| to_hit(card, target_number, firing.aim_at);
        Flow::Done(match rules.joker_fire {
            JokerFire::Redraw => turn_over_no_joker(chance, rules, &mut deck, ANYWHERE, ask) as u8,
            _ => turn_over(chance, rules, &mut deck, ANYWHERE, ask) as u8,
        })
    })
    .map_err(too_large)?;
    let words = [("hit", ToHit::Hit), ("near_miss", ToHit::NearMiss), ("miss", ToHit::Miss), ("joker", ToHit::Joker)];
    Ok(words.map(|(word, result)| (word.to_owned(), odds.probability(&(result as u8)))).into())
}

/// The word for the effect of one hit.
fn word(effect: Effect) -> &'static str {
    use crate::rules::Place;
    match effect {
        Effect::Nothing => "void",
        Effect::Stopped { knocks_down: false } => "stopped",
        Effect::Stopped { knocks_down: true } => "stopped_knockdown",
        Effect::Flesh => "flesh",
        Effect::Out(Place::Leg) => "leg_out",
        Effect::Out(Place::StrongArm) => "strong_arm_out",
        Effect::Out(Place::WeakArm) => "weak_arm_out",
        Effect::Out(_) => "incapacitated",
        Effect::Fatal => "fatal",
    }
}

const EFFECTS: [&str; 9] = [
    "void",
    "stopped",
    "stopped_knockdown",
    "flesh",
    "leg_out",
    "strong_arm_out",
    "weak_arm_out",
    "incapacitated",
    "fatal",
];

/// One shot under way: still to come, or a complete miss whose line of fire is checked, one hostage in each step.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Miss<D> {
    deck: D,
    hostage_deck: D,
    checked: u8,
    hits: u8,
}

/// What is told of one shot: what it did to the target, how many hostages it hit, and what it did to the one asked about.
type Told = (&'static str, u8, Option<&'static str>);

/// CQB-5.2 to CQB-5.5.
fn one_shot(parameters: &Parameters) -> Result<Vec<(String, Ratio)>, Problem> {
    let odds = told_of(parameters, None)?;
    let target = |word: &'static str| (word.to_owned(), odds.sum(|told| told.0 == word));
    let mut values: Vec<(String, Ratio)> = ["jam", "misfire", "miss"].into_iter().map(target).collect();
    values.extend(EFFECTS.map(target));
    for hostage in 0..parameters.hostages {
        let odds = told_of(parameters, Some(hostage))?;
        for effect in EFFECTS {
            values.push((format!("hostage_{}_{effect}", hostage + 1), odds.sum(|told| told.2 == Some(effect))));
        }
    }
    for count in 0..=parameters.hostages {
        values.push((format!("hostages_hit_{count}"), odds.sum(|told| told.1 == count)));
    }
    Ok(values)
}

/// One shot, and what becomes of one hostage: one question at a time, as cards that nobody asks about tell no states apart.
fn told_of(parameters: &Parameters, asked: Option<u8>) -> Result<Distribution<Told, Ratio>, Problem> {
    let rules = &parameters.options;
    let firing = parameters.firing()?;
    let number = Number { shot: 1, in_burst: 1, change: parameters.change().into() };
    let target_number = firing.target_number(rules, firing.shared(rules), number);
    let deck = whole(rules, parameters.ability, parameters.jokers, "jokers")?;
    let hostage_deck = Deck::whole(hostage_pack(rules));
    let sheet = Sheet::new(rules, &firing);
    distribution::<_, _, Ratio>(None, BUDGET, |miss: Option<Miss<Deck>>, chance| {
        let Some(mut miss) = miss else {
            let mut miss = Miss { deck, hostage_deck, checked: 0, hits: 0 };
            let mut decks = Decks { firer: &mut miss.deck, hostage: &mut miss.hostage_deck };
            let fired = Fired { firing: &firing, sheet: &sheet, target_number };
            return match shot(chance, rules, fired, &Condition::default(), &mut decks, ANYWHERE) {
                Shot::Jam => Flow::Done(("jam", 0, None)),
                Shot::Misfire => Flow::Done(("misfire", 0, None)),
                Shot::Hit(effect) | Shot::NearMiss(effect) => Flow::Done((word(effect), 0, None)),
                Shot::Miss => Flow::Go(Some(miss)),
            };
        };
        let target = if miss.hits == 0 { "miss" } else { "hostage" };
        let over = miss.checked == firing.hostages || miss.hits > 0 && rules.hostage_stop == HostageStop::First;
        if over || asked.is_some_and(|asked| miss.checked > asked) {
            return Flow::Done((target, miss.hits, None));
        }
        let asks = asked == Some(miss.checked);
        let mut decks = Decks { firer: &mut miss.deck, hostage: &mut miss.hostage_deck };
        let effect = hostage(chance, rules, &firing, &mut decks, ANYWHERE, asks);
        if let (true, Some(effect)) = (asks, effect) {
            return Flow::Done(("hostage", miss.hits + 1, Some(word(effect))));
        }
        miss.checked += 1;
        miss.hits += u8::from(effect.is_some());
        Flow::Go(Some(miss))
    })
    .map_err(too_large)
}

/// A fire action with what is told of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State<D> {
    deck: D,
    hostage_deck: D,
    volley: Volley,
    target: Condition,
    counts: Counts,
    line: Line,
}

/// Hostages checked in one step: all in one would be too many branches, and more steps draw more cards, as far as is known.
const AT_ONCE: u8 = 4;

/// The hostages in the line of fire of the shot before. A shot that checks none goes through the same steps, so that shots of
/// one number all begin in the same step.
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

/// What is asked of a fire action. One question at a time makes for fewer states than all at once.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asks {
    /// The hits, all shots resolved whatever becomes of the target, and a jam.
    Hits,
    /// What becomes of the target, one flesh wound standing for any number, and a jam.
    Target,
    /// Whether the target is knocked down.
    KnockedDown,
    /// Whether a hostage is hit.
    AnyHostage,
    /// The hostages hit by one of [`SHOTS`] shots at random; those that are not fired hit none.
    HostagesOfOne,
    /// The same for flesh wounds of the target.
    FleshOfOne,
}

/// More than there are shots in a fire action.
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

    /// Forgets what is not asked; whether the answer is known. `before` is the target before the shot.
    fn settle<D>(self, before: &Condition, most_flesh: u8, state: &mut State<D>) -> bool {
        let State { target, counts, line, .. } = state;
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

/// Rounds of automatic fire as a chance after each round that the fire goes on, instead of dice before each burst: the
/// weights of that and of its end, by the rounds fired. Much fewer states tell rounds apart than places in bursts.
struct Rounds(Vec<[(bool, u32); 2]>);

impl Rounds {
    /// Counted from the dice of [`Volley::next`]; none where more than the number of rounds matters, or nothing is rolled.
    fn of(firing: &Firing, rules: &Rules, asks: Asks) -> Option<Rounds> {
        let rolled = firing.fire == Fire::Auto && rules.auto_burst == AutoBurst::AverageDie;
        let by_burst = rules.recoil_count == RecoilCount::Burst
            || asks != Asks::Hits && rules.stop_when_down == StopWhenDown::FinishBurst;
        if !rolled || by_burst {
            return None;
        }
        let odds = distribution::<_, _, Ratio>(Volley::default(), BUDGET, |mut volley, chance| {
            match volley.next(chance, rules, firing, ANYWHERE) {
                Some(_) => Flow::Go(volley),
                None => Flow::Done(volley.shots),
            }
        });
        let odds = odds.ok()?;
        let rolls = 6u64.checked_pow(firing.rate.into())?;
        let weight = |odds: Ratio| u32::try_from(odds.scaled(rolls).lowest_terms().0).ok();
        let most = odds.outcomes.iter().map(|outcome| outcome.0).max()?;
        let after = |shots: u8| {
            Some([(true, weight(odds.sum(|&all| all > shots))?), (false, weight(odds.probability(&shots))?)])
        };
        (0..=most).map(after).collect::<Option<_>>().map(Rounds)
    }

    /// Whether there is a further round; the volley is then left with it in its barrel.
    fn go_on(&self, chance: &mut impl Chance, volley: &mut Volley) -> bool {
        *volley = Volley { left: 1, in_burst: 0, ..*volley };
        chance.pick(ANYWHERE, &self.0[usize::from(volley.shots)])
    }
}

/// Fires until the volley ends, or what is asked is known.
fn volley(parameters: &Parameters, asks: Asks) -> Result<Distribution<(Condition, Counts), Ratio>, Problem> {
    let rules = &parameters.options;
    let firing = parameters.firing()?;
    let sheet = Sheet::new(rules, &firing);
    whole(rules, parameters.ability, parameters.jokers, "jokers")?;
    let action = Action {
        firing: &firing,
        sheet: &sheet,
        rounds: Rounds::of(&firing, rules, asks),
        asks,
        most_flesh: parameters.target().flesh + 1,
    };
    let packs = [rules.pack(parameters.ability, parameters.jokers), hostage_pack(rules)];
    // What is learnt of a deck can be counted later only if no card goes back before.
    if rules.reshuffle != Reshuffle::EveryDraw {
        let [own, hostage] = packs;
        let decks = [AskedDeck::numbered(own, 0), AskedDeck::numbered(hostage, 1)];
        let start = parameters.start(decks, asks);
        return exact::distribution_of_deals(
            start,
            BUDGET,
            |told| asks.wants(told, action.most_flesh),
            |state, chance: &mut Asking| outcome(next_shot(rules, &action, state, chance)),
        )
        .map_err(too_large);
    }
    let start = parameters.start(packs.map(Deck::whole), asks);
    distribution(start, BUDGET, |state, chance: &mut Enumerated| outcome(next_shot(rules, &action, state, chance)))
        .map_err(too_large)
}

/// What all shots of a fire action have in common.
struct Action<'a> {
    firing: &'a Firing,
    sheet: &'a Sheet,
    rounds: Option<Rounds>,
    asks: Asks,
    /// Flesh wounds of a target that suffered any.
    most_flesh: u8,
}

impl Parameters {
    fn start<D>(&self, [deck, hostage_deck]: [D; 2], asks: Asks) -> State<D> {
        State {
            deck,
            hostage_deck,
            volley: Volley { change: self.change(), ..Volley::default() },
            // When only hits count, the target is past feeling their effects.
            target: Condition { down: asks == Asks::Hits, ..self.target() },
            counts: Counts::default(),
            line: Line::default(),
        }
    }
}

/// What is told of a fire action that is over.
fn outcome<D>(flow: Flow<State<D>, State<D>>) -> Flow<State<D>, (Condition, Counts)> {
    match flow {
        Flow::Go(state) => Flow::Go(state),
        Flow::Done(state) => Flow::Done((state.target, state.counts)),
    }
}

/// One shot of the fire action, or its end.
fn next_shot<C: Chance>(
    rules: &Rules,
    action: &Action<'_>,
    mut state: State<C::Deck>,
    chance: &mut C,
) -> Flow<State<C::Deck>, State<C::Deck>> {
    let &Action { firing, sheet, asks, .. } = action;
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
        let State { deck, hostage_deck, target, counts, .. } = &mut state;
        let mut decks = Decks { firer: deck, hostage: hostage_deck };
        let fired = Fired { firing, sheet, target_number };
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

/// The next hostages in the line of fire.
fn check<C: Chance>(rules: &Rules, action: &Action<'_>, state: &mut State<C::Deck>, chance: &mut C) {
    let State { deck, hostage_deck, counts, line, .. } = state;
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
fn hit_count(parameters: &Parameters) -> Result<Vec<(String, Ratio)>, Problem> {
    let odds = volley(parameters, Asks::Hits)?;
    let most = odds.outcomes.iter().map(|((_, counts), _)| counts.hits).max().unwrap_or(0);
    let mut values = vec![("jam".to_owned(), odds.sum(|(_, counts)| counts.jam))];
    values.extend((0..=most).map(|hits| (format!("hits_{hits}"), odds.sum(|(_, counts)| counts.hits == hits))));
    Ok(values)
}

/// CQB-5.1 to CQB-5.5.
fn fire_action(parameters: &Parameters) -> Result<Vec<(String, Ratio)>, Problem> {
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

/// What becomes of hostages where there are none.
const fn nobody() -> Distribution<(Condition, Counts), Ratio> {
    Distribution { outcomes: Vec::new(), states: 0 }
}
