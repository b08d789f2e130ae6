//! The command line.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args as Arguments, Parser, Subcommand};
use engage::Side;
use report::Format;
use runner::Pick;
use scenario::{BLUE_WINS, DoctrinesFile, Family};
use search::PriceQuestion;

use crate::commands::price;
use crate::failure::{EXIT_CODES, Failure};
use crate::output;

/// Balance analysis of tabletop small-unit combat rules: plays scenarios by the million, solves them exactly if they
/// are small enough, and replays any engagement step by step.
#[derive(Debug, Parser)]
#[command(name = "beatenzone", version, after_help = EXIT_CODES, arg_required_else_help = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play scenarios, or answer situations, and write a report of each
    Run(RunArgs),
    /// Write a new scenario file, from options or from a few questions
    New(NewArgs),
    /// Check scenario files and say what would be played, without playing
    Check(CheckArgs),
    /// Find the value of a key that makes a fight fair
    Balance(BalanceArgs),
    /// Compare two scenarios engagement by engagement, or two of different rulesets side by side
    Compare(CompareArgs),
    /// Find out which key matters most: each one step up and down, each option in every other way
    Levers(LeversArgs),
    /// Find out how well a side can play, and what both play best
    Best(BestArgs),
    /// Find out what units are worth: each against each other, and the points that fit
    Price(PriceArgs),
    /// Join the parts of a run that were played separately, and write the report of the whole
    Merge(MergeArgs),
    /// Answer situations exactly, or check the answers against expected ones
    Odds(OddsArgs),
    /// Show one engagement step by step: by number, by how it ended, or a typical one
    Replay(ReplayArgs),
    /// List the rulesets, or the clauses, options and tables of one ruleset
    Rules(RulesArgs),
    /// Show a map, and what a figure can see and reach on it
    Map(MapArgs),
    /// List the scenarios and the maps in a directory
    List(ListArgs),
    /// Open a page in the browser that asks and answers questions while you move a slider
    Serve(ServeArgs),
    /// Print the JSON Schema of scenario or map files, or their reference
    Schema(SchemaArgs),
    /// Print the completions for a shell
    Completions(CompletionsArgs),
}

#[derive(Debug, Arguments)]
pub(crate) struct ServeArgs {
    /// A scenario, or a folder of scenarios, to offer before those shipped with the program
    #[arg(value_name = "FILE or DIR")]
    pub(crate) path: Option<PathBuf>,
    /// The port on this computer [default: a free one]
    #[arg(long, value_name = "PORT", default_value_t = 0, hide_default_value = true)]
    pub(crate) port: u16,
    /// Print the address, and open no browser
    #[arg(long)]
    pub(crate) no_open: bool,
}

#[derive(Debug, Arguments)]
pub(crate) struct RunArgs {
    /// Scenario files
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) set: SetArgs,
    #[command(flatten)]
    pub(crate) led: LedArgs,
    #[command(flatten)]
    pub(crate) variants: VariantArgs,
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
    /// Play part I of N of each cell's engagements, keep its tallies in the folder, and write no report; `merge` joins the parts
    #[arg(long, value_name = "I/N", value_parser = shard, conflicts_with = "no_report")]
    pub(crate) shard: Option<(u64, u64)>,
    #[command(flatten)]
    pub(crate) play: PlayArgs,
    #[command(flatten)]
    pub(crate) shown: ShownArgs,
}

/// Parses a part of a run: its number and the number of parts.
fn shard(text: &str) -> Result<(u64, u64), String> {
    const MOST: u64 = 1_000_000;
    let numbers = text.split_once('/').and_then(|(index, of)| Some((count(index).ok()?, count(of).ok()?)));
    let parts = numbers.filter(|(index, of)| (1..=*of).contains(index) && *of <= MOST);
    parts.ok_or_else(|| format!("expected a part and the number of parts, such as 2/8, at most {MOST}"))
}

/// The folder of a report, and whether to replace its content.
#[derive(Clone, Debug, Arguments)]
pub(crate) struct FolderArgs {
    /// Folder for the report; several files get one folder each in it [default: results/ and the name of the file, of
    /// `balance` with -balance, of `levers` with -levers,
    /// of `best` with -best, of `price` with -price]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Print the table and write no report
    #[arg(long, conflicts_with = "out")]
    pub(crate) no_report: bool,
    /// Start over and replace the result if it belongs to another scenario, seed or version
    #[arg(long, conflicts_with = "no_report")]
    pub(crate) replace: bool,
}

/// Parses a number above zero.
fn width(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| "expected a number above 0".to_owned())
}

/// Parses the ends of a range.
fn ends(text: &str) -> Result<[f64; 2], String> {
    let number = |text: &str| text.trim().parse().ok().filter(|number: &f64| number.is_finite());
    let ends = text.split_once(',').and_then(|(least, most)| Some([number(least)?, number(most)?]));
    ends.ok_or_else(|| "expected LEAST,MOST, such as 2,8".to_owned())
}

/// Keys of `[play]` with options of their own.
#[derive(Clone, Debug, Arguments)]
pub(crate) struct PlayArgs {
    /// Engagements of each cell, as play.engagements
    #[arg(long, value_name = "N", value_parser = count)]
    pub(crate) engagements: Option<u64>,
    /// Seed of the dice, as play.seed
    #[arg(long, value_name = "N", value_parser = count)]
    pub(crate) seed: Option<u64>,
    /// Stop when intervals are this tight, as play.precision: 0.001, 0.1%, '{ "red.lost" = 0.02 }', or none
    #[arg(long, value_name = "P")]
    pub(crate) precision: Option<String>,
    /// How often intervals hold, as play.level: 0.99 or 99%
    #[arg(long, value_name = "P")]
    pub(crate) level: Option<String>,
    /// Solve exactly, play, or whichever fits, as play.method
    #[arg(long, value_name = "METHOD", value_parser = ["auto", "exact", "sampled"])]
    pub(crate) method: Option<String>,
}

/// How to show a result.
#[derive(Clone, Debug, Arguments)]
pub(crate) struct ShownArgs {
    /// Threads, 1 to 1024; the results do not depend on their number [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    #[command(flatten)]
    pub(crate) format: FormatArgs,
    /// Print no progress and no notes, only the table and errors
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

#[derive(Debug, Arguments)]
pub(crate) struct NewArgs {
    /// The file to write, which must not exist yet [default: standard output]
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// The ruleset; on a terminal and without any option, the program asks for everything
    #[arg(long, value_name = "RULESET")]
    pub(crate) ruleset: Option<String>,
    /// The way of play, such as open, map or zones [default: the simplest of the ruleset]
    #[arg(long, value_name = "WAY", requires = "ruleset")]
    pub(crate) on: Option<String>,
    /// A situation that is answered exactly, such as to_hit, instead of a fight
    #[arg(long, value_name = "KIND", requires = "ruleset", conflicts_with_all = ["on", "map", "blue", "red"])]
    pub(crate) situation: Option<String>,
    /// The map to fight on, such as scenarios/maps/bank.toml
    #[arg(long, value_name = "FILE", requires = "ruleset")]
    pub(crate) map: Option<PathBuf>,
    /// The title [default: made from the squads]
    #[arg(long, value_name = "TEXT", requires = "ruleset")]
    pub(crate) title: Option<String>,
    /// A squad of blue and its number of figures; may be repeated [default: one called team]
    #[arg(long, value_name = "NAME[=COUNT]", requires = "ruleset")]
    pub(crate) blue: Vec<String>,
    /// A squad of red and its number of figures; may be repeated [default: one called team]
    #[arg(long, value_name = "NAME[=COUNT]", requires = "ruleset")]
    pub(crate) red: Vec<String>,
    #[command(flatten)]
    pub(crate) set: SetArgs,
    #[command(flatten)]
    pub(crate) variants: VariantArgs,
    #[command(flatten)]
    pub(crate) play: PlayArgs,
}

impl NewArgs {
    /// Whether no option sets the content of the file.
    pub(crate) fn is_bare(&self) -> bool {
        let SetArgs { set, sweep } = &self.set;
        let said = [set, sweep, &self.variants.variant].iter().any(|said| !said.is_empty());
        self.ruleset.is_none() && !said && self.play.sets().is_empty()
    }
}

#[derive(Debug, Arguments)]
pub(crate) struct CheckArgs {
    /// Scenario files
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) set: SetArgs,
    #[command(flatten)]
    pub(crate) led: LedArgs,
    #[command(flatten)]
    pub(crate) variants: VariantArgs,
}

#[derive(Debug, Arguments)]
pub(crate) struct BalanceArgs {
    /// Scenario file; with one key the search runs at each point of its sweep
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The key to vary, such as red.gunmen.count; with several the search finds sets of values, the fewest changes first
    #[arg(long, value_name = "KEY", required = true)]
    pub(crate) vary: Vec<String>,
    /// Look only between two numbers that the key can take, such as 2,8
    #[arg(long, value_name = "LEAST,MOST", allow_hyphen_values = true, value_parser = ends)]
    pub(crate) between: Option<[f64; 2]>,
    /// The goal: a quantity and its value, of a variant after its name, such as "armoured: blue.win by -10 % ± 2 %"; may be
    /// repeated
    #[arg(long, value_name = "[VARIANT:] QUANTITY = VALUE", default_values_t = [format!("{} = 50 %", BLUE_WINS.0)])]
    pub(crate) target: Vec<String>,
    /// How far the interval of the value of one key may reach to either side [default: 0.1; for real numbers, a hundredth of
    /// their range]
    #[arg(long, value_name = "W", value_parser = width)]
    pub(crate) within: Option<f64>,
    /// With several keys or targets: the value of a swept key; may be repeated [default: the first value of each]
    #[arg(long, value_name = "KEY=VALUE", value_parser = pair)]
    pub(crate) cell: Vec<(String, String)>,
    #[command(flatten)]
    pub(crate) set: SetArgs,
    #[command(flatten)]
    pub(crate) led: LedArgs,
    #[command(flatten)]
    pub(crate) play: PlayArgs,
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
    #[command(flatten)]
    pub(crate) shown: ShownArgs,
}

#[derive(Debug, Arguments)]
pub(crate) struct CompareArgs {
    /// The scenario that is the baseline
    #[arg(value_name = "FILE")]
    pub(crate) one: PathBuf,
    /// The scenario that is played as its variant, or beside it if its ruleset is another
    #[arg(value_name = "OTHER")]
    pub(crate) other: PathBuf,
    #[command(flatten)]
    pub(crate) set: OverArgs,
    #[command(flatten)]
    pub(crate) led: LedArgs,
    #[command(flatten)]
    pub(crate) play: PlayArgs,
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
    #[command(flatten)]
    pub(crate) shown: ShownArgs,
}

/// Keys set over both files.
#[derive(Debug, Arguments)]
pub(crate) struct OverArgs {
    /// Set a key over both files, such as red.gunmen.count=6; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) set: Vec<String>,
}

#[derive(Debug, Arguments)]
pub(crate) struct LeversArgs {
    /// Scenario file
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The quantity that they move: a win, a draw, the turns or a measure [default: the one that the scenario asks about, or
    /// blue.win]
    #[arg(long, value_name = "QUANTITY")]
    pub(crate) quantity: Option<String>,
    /// Try the keys of one family only
    #[arg(long, value_name = "FAMILY", value_parser = family())]
    pub(crate) only: Option<Family>,
    /// How far the interval of an effect may reach to either side [default: 0.01, which is one point; of a mean 5 % of it]
    #[arg(long, value_name = "W", value_parser = width)]
    pub(crate) within: Option<f64>,
    /// The value of a swept key; may be repeated [default: the first value of each]
    #[arg(long, value_name = "KEY=VALUE", value_parser = pair)]
    pub(crate) cell: Vec<(String, String)>,
    #[command(flatten)]
    pub(crate) set: SetArgs,
    #[command(flatten)]
    pub(crate) led: LedArgs,
    #[command(flatten)]
    pub(crate) play: PlayArgs,
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
    #[command(flatten)]
    pub(crate) shown: ShownArgs,
}

#[derive(Debug, Arguments)]
pub(crate) struct BestArgs {
    /// Scenario file
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Search the choices of one side only, against what the other one plays in the scenario [default: of both, until
    /// neither finds a better answer]
    #[arg(long, value_name = "SIDE", value_parser = side())]
    pub(crate) side: Option<Side>,
    /// Search also where figures begin: the keys `at` and `deploy`
    #[arg(long)]
    pub(crate) placement: bool,
    /// The value of a swept key; may be repeated [default: the first value of each]
    #[arg(long, value_name = "KEY=VALUE", value_parser = pair)]
    pub(crate) cell: Vec<(String, String)>,
    #[command(flatten)]
    pub(crate) set: SetArgs,
    #[command(flatten)]
    pub(crate) led: LedArgs,
    #[command(flatten)]
    pub(crate) play: PlayArgs,
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
    #[command(flatten)]
    pub(crate) shown: ShownArgs,
}

#[derive(Debug, Arguments)]
pub(crate) struct PriceArgs {
    /// Scenario file with one squad on each side, which the units replace
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// A unit for each value of a key of the squads, or for some, such as weapon or rep=3,4,5 [default: the file's units]
    #[arg(long, value_name = "KEY[=VALUE,…]")]
    pub(crate) units: Option<String>,
    /// What one unit costs, by which the others are measured, such as rifle=10 [default: 10 for the first unit]
    #[arg(long, value_name = "UNIT=POINTS", value_parser = points)]
    pub(crate) scale: Option<(String, f64)>,
    /// The most of a unit on a side, 2 to 30: prices hold for about such numbers
    #[arg(long, value_name = "N", default_value_t = PriceQuestion::MOST, value_parser = clap::value_parser!(u32).range(price::NUMBERS))]
    pub(crate) most: u32,
    /// How far the error of sampling may reach to either side of a cost, as a share of it
    #[arg(long, value_name = "W", value_parser = width, default_value = "0.05")]
    pub(crate) within: f64,
    /// The value of a swept key; may be repeated [default: the first value of each]
    #[arg(long, value_name = "KEY=VALUE", value_parser = pair)]
    pub(crate) cell: Vec<(String, String)>,
    #[command(flatten)]
    pub(crate) set: SetArgs,
    #[command(flatten)]
    pub(crate) led: LedArgs,
    #[command(flatten)]
    pub(crate) play: PlayArgs,
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
    #[command(flatten)]
    pub(crate) shown: ShownArgs,
}

/// Parses a unit with its points.
fn points(text: &str) -> Result<(String, f64), String> {
    let (name, points) = pair(text).map_err(|_| "expected UNIT=POINTS, such as rifle=10".to_owned())?;
    Ok((name, width(&points).map_err(|_| "expected a number of points above 0, such as rifle=10".to_owned())?))
}

fn side() -> impl TypedValueParser<Value = Side> {
    PossibleValuesParser::new(Side::ALL.map(Side::name)).try_map(|word| {
        let named = Side::ALL.into_iter().find(|side| side.name() == word);
        named.ok_or_else(|| format!("no side is called `{word}`"))
    })
}

fn family() -> impl TypedValueParser<Value = Family> {
    PossibleValuesParser::new(Family::ALL.map(Family::name)).try_map(|word| {
        let named = Family::ALL.into_iter().find(|family| family.name() == word);
        named.ok_or_else(|| format!("no family is called `{word}`"))
    })
}

#[derive(Debug, Arguments)]
pub(crate) struct MergeArgs {
    /// The scenario file that the parts were played from
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The parts, in any order, as written by `run --shard`, or a folder of them
    #[arg(required = true, value_name = "PART")]
    pub(crate) parts: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) set: SetArgs,
    #[command(flatten)]
    pub(crate) led: LedArgs,
    #[command(flatten)]
    pub(crate) variants: VariantArgs,
    #[command(flatten)]
    pub(crate) play: PlayArgs,
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
    #[command(flatten)]
    pub(crate) shown: ShownArgs,
}

impl PlayArgs {
    /// The overrides that they stand for, each as `KEY=VALUE`.
    pub(crate) fn sets(&self) -> Vec<String> {
        let engagements = self.engagements.map(|engagements| format!("play.engagements={engagements}"));
        let seed = self.seed.map(|seed| format!("play.seed={seed}"));
        let precision = self.precision.as_ref().map(|precision| format!("play.precision={precision}"));
        let level = self.level.as_ref().map(|level| format!("play.level={level}"));
        let method = self.method.as_ref().map(|method| format!("play.method=\"{method}\""));
        [engagements, seed, precision, level, method].into_iter().flatten().collect()
    }
}

#[derive(Debug, Arguments)]
pub(crate) struct SetArgs {
    /// Set a key, such as red.gunmen.count=6, in place of its value in the file; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) set: Vec<String>,
    /// Sweep a key over values, such as field.range=6,12,24, in place of its value or sweep in the file; may be repeated
    #[arg(long, value_name = "KEY=VALUE,…")]
    pub(crate) sweep: Vec<String>,
}

impl SetArgs {
    /// The overrides of these options, each as `KEY=VALUE`, followed by those of `variants` and of the options of
    /// `[play]`.
    pub(crate) fn over(&self, variants: &[String], play: &[String]) -> Result<Vec<String>, Failure> {
        let vary = scenario::as_sets(&self.sweep, variants).map_err(Failure::Usage)?;
        Ok(self.set.iter().chain(&vary).chain(play).cloned().collect())
    }
}

/// How the sides are led.
#[derive(Clone, Debug, Arguments)]
pub(crate) struct LedArgs {
    /// Lead the sides by the doctrines of a file, in place of those of the scenario
    #[arg(long, value_name = "FILE.toml")]
    pub(crate) doctrines: Option<PathBuf>,
}

impl LedArgs {
    /// The file of doctrines, if one is named.
    pub(crate) fn read(&self) -> Result<Option<DoctrinesFile>, Failure> {
        self.doctrines.as_deref().map(DoctrinesFile::read).transpose().map_err(Failure::Scenario)
    }
}

#[derive(Debug, Arguments)]
pub(crate) struct VariantArgs {
    /// Compare with a variant that sets a key, such as "9 to hit:rules.to_hit_base=9"; may be repeated, also for one name
    #[arg(long, value_name = "NAME:KEY=VALUE")]
    pub(crate) variant: Vec<String>,
}

#[derive(Clone, Debug, Arguments)]
pub(crate) struct FormatArgs {
    /// Format of standard output
    #[arg(long, value_name = "FORMAT", default_value = Format::default().name(), value_parser = format())]
    pub(crate) format: Format,
    /// Print every column of a table, whatever the width of the terminal
    #[arg(long)]
    pub(crate) wide: bool,
}

impl FormatArgs {
    /// The width of tables.
    pub(crate) fn width(&self) -> u16 {
        if self.wide { u16::MAX } else { output::width() }
    }
}

fn format() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.map(Format::name)).try_map(|word| word.parse::<Format>())
}

/// Parses a whole number in any notation that scenario files or [`scenario::whole_number`] accept.
fn count(text: &str) -> Result<u64, String> {
    scenario::whole_number(text)
        .ok_or_else(|| format!("expected a whole number from 0 to {}, such as 1_000_000, 1e6 or 10k", i64::MAX))
}

#[derive(Debug, Arguments)]
pub(crate) struct OddsArgs {
    /// Files that describe a situation
    #[arg(required_unless_present = "check", conflicts_with = "check", value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) set: SetArgs,
    /// Folder for a report; several files get one folder each in it; without it, no report is written
    #[arg(long, value_name = "DIR", conflicts_with = "check")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) shown: ShownArgs,
    /// Answer every record of a file and compare with the values it expects
    #[arg(long, value_name = "FILE.json", conflicts_with_all = ["set", "sweep"])]
    pub(crate) check: Option<PathBuf>,
    /// The ruleset of the records [default: from the file's name or the names of its records]
    #[arg(long, value_name = "RULESET", requires = "check")]
    pub(crate) ruleset: Option<String>,
}

#[derive(Debug, Arguments)]
pub(crate) struct ReplayArgs {
    /// Scenario file
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The number of the engagement, from 0
    #[arg(long, value_name = "N", value_parser = count, conflicts_with_all = ["condition", "pick"], default_value = "0")]
    pub(crate) engagement: u64,
    /// The first engagement that meets a condition, such as "red.win and turns < 3", and how rare that is
    #[arg(long = "where", value_name = "CONDITION", conflicts_with = "pick")]
    pub(crate) condition: Option<String>,
    /// Which of the engagements that meet the condition, from 1
    #[arg(long = "match", value_name = "K", value_parser = ordinal, requires = "condition", default_value = "1")]
    pub(crate) nth: u64,
    /// One of the first 4,096 engagements that is worth watching
    #[arg(long, value_name = "PICK", value_parser = picks())]
    pub(crate) pick: Option<Pick>,
    /// The value of a swept key; may be repeated [default: the first value of each]
    #[arg(long, value_name = "KEY=VALUE", value_parser = pair)]
    pub(crate) cell: Vec<(String, String)>,
    /// The variant by its name, or a new one that sets a key, such as "9 to hit:rules.to_hit_base=9" [default: the baseline]
    #[arg(long, value_name = "NAME[:KEY=VALUE]")]
    pub(crate) variant: Vec<String>,
    #[command(flatten)]
    pub(crate) set: SetArgs,
    #[command(flatten)]
    pub(crate) led: LedArgs,
    /// Folder for a page that steps through the engagement, or the page itself if the path ends in .html; without it,
    /// no page is written
    #[arg(long, value_name = "DIR|PAGE.html")]
    pub(crate) out: Option<PathBuf>,
    /// Print the log alone, without the plan or the zones before the first turn and after each turn
    #[arg(long)]
    pub(crate) no_plan: bool,
    /// How the log is printed
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: LogFormat,
}

/// The format of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum LogFormat {
    /// For reading
    Text,
    /// Every step as data: dice, targets, facts, and the position of every figure
    Json,
}

/// Parses an ordinal, from 1.
fn ordinal(text: &str) -> Result<u64, String> {
    count(text).ok().filter(|&place| place > 0).ok_or_else(|| "expected a whole number from 1".to_owned())
}

fn picks() -> impl TypedValueParser<Value = Pick> {
    let words = Pick::ALL.map(|pick| PossibleValue::new(pick.name()).help(pick.about()));
    PossibleValuesParser::new(words).try_map(|word| {
        Pick::ALL.into_iter().find(|pick| pick.name() == word).ok_or_else(|| format!("no pick is called `{word}`"))
    })
}

fn pair(text: &str) -> Result<(String, String), String> {
    let at = scenario::equals_sign(text).ok_or("expected KEY=VALUE")?;
    Ok((text[..at].trim().to_owned(), text[at + 1..].trim().to_owned()))
}

#[derive(Debug, Arguments)]
pub(crate) struct RulesArgs {
    /// The ruleset to describe
    #[arg(value_name = "RULESET")]
    pub(crate) ruleset: Option<String>,
    /// A clause, a situation, an ending, a measure, a key, or a value such as a weapon; without it, everything is described
    #[arg(value_name = "WORD")]
    pub(crate) word: Option<String>,
}

#[derive(Debug, Arguments)]
pub(crate) struct MapArgs {
    /// Map file, or a scenario that is fought on a map
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Folder for pictures as SVG and PNG; without it, no picture is written
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Show what is seen from a square, counted from 1 at the upper left
    #[arg(long, value_name = "ROW,COLUMN", value_parser = place)]
    pub(crate) sight: Option<(usize, usize)>,
    /// Show how far a figure can move from a square
    #[arg(long, value_name = "ROW,COLUMN", value_parser = place)]
    pub(crate) reach: Option<(usize, usize)>,
    /// Inches of movement
    #[arg(long, value_name = "INCHES", requires = "reach", default_value = "6")]
    pub(crate) inches: f64,
    /// Open doors, by their numbers or all; may be repeated [default: none]
    #[arg(long, value_name = "DOOR,…|all", value_delimiter = ',', value_parser = door)]
    pub(crate) open: Vec<OpenDoor>,
}

/// A door, or every door.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OpenDoor {
    All,
    Numbered(usize),
}

fn place(text: &str) -> Result<(usize, usize), String> {
    let numbers =
        text.split_once(',').and_then(|(row, column)| Some((row.trim().parse().ok()?, column.trim().parse().ok()?)));
    numbers.ok_or_else(|| "expected ROW,COLUMN, such as 3,12".to_owned())
}

fn door(text: &str) -> Result<OpenDoor, String> {
    match text.trim() {
        "all" => Ok(OpenDoor::All),
        number => {
            number.parse().map(OpenDoor::Numbered).map_err(|_| "expected the number of a door, or `all`".to_owned())
        }
    }
}

#[derive(Debug, Arguments)]
pub(crate) struct ListArgs {
    /// Directory
    #[arg(value_name = "DIR", default_value = "scenarios")]
    pub(crate) directory: PathBuf,
}

#[derive(Debug, Arguments)]
pub(crate) struct SchemaArgs {
    /// Print a reference in Markdown instead of the JSON Schema
    #[arg(long)]
    pub(crate) reference: bool,
    /// With --reference: print the keys of this ruleset alone instead of the keys that all rulesets share
    #[arg(value_name = "RULESET", requires = "reference", conflicts_with = "map")]
    pub(crate) ruleset: Option<String>,
    /// For map files instead of scenario files
    #[arg(long)]
    pub(crate) map: bool,
    /// For results as JSON
    #[arg(long, conflicts_with_all = ["reference", "map"])]
    pub(crate) results: bool,
    /// For the findings of `balance` as JSON
    #[arg(long, conflicts_with_all = ["reference", "map", "results"])]
    pub(crate) balance: bool,
    /// For the findings of `balance` with several keys or targets as JSON
    #[arg(long, conflicts_with_all = ["reference", "map", "results", "balance"])]
    pub(crate) targets: bool,
    /// For the findings of `levers` as JSON
    #[arg(long, conflicts_with_all = ["reference", "map", "results", "balance", "targets"])]
    pub(crate) levers: bool,
    /// For the findings of `best` as JSON
    #[arg(long, conflicts_with_all = ["reference", "map", "results", "balance", "targets", "levers"])]
    pub(crate) best: bool,
    /// For the findings of `price` as JSON
    #[arg(long, conflicts_with_all = ["reference", "map", "results", "balance", "targets", "levers", "best"])]
    pub(crate) price: bool,
    /// For replays as JSON
    #[arg(long, conflicts_with_all = ["reference", "map", "results", "balance", "targets", "levers", "best", "price"])]
    pub(crate) replay: bool,
}

#[derive(Debug, Arguments)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}
