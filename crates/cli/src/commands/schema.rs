//! `beatenzone schema`

use scenario::RULESETS;
use serde_json::Value;

use crate::args::SchemaArgs;
use crate::commands::ruleset;
use crate::failure::Failure;
use crate::output;

/// Prints the JSON Schema of files or of results, or the reference of files.
pub(crate) fn schema(args: &SchemaArgs) -> Result<(), Failure> {
    let of_data: [(bool, fn() -> Value); 7] = [
        (args.results, report::schema_of_results),
        (args.balance, report::schema_of_balance),
        (args.targets, report::schema_of_targets),
        (args.levers, report::schema_of_levers),
        (args.best, report::schema_of_best),
        (args.price, report::schema_of_price),
        (args.replay, report::schema_of_replays),
    ];
    if let Some((_, schema)) = of_data.into_iter().find(|(asked, _)| *asked) {
        return output::print(&format!("{:#}\n", schema()));
    }
    if let Some(name) = &args.ruleset {
        return output::print(&scenario::reference_of(ruleset(name)?));
    }
    output::print(&match (args.reference, args.map) {
        (true, false) => scenario::reference(RULESETS),
        (true, true) => scenario::reference_of_maps(),
        (false, false) => format!("{:#}\n", scenario::schema(RULESETS)),
        (false, true) => format!("{:#}\n", scenario::schema_of_maps()),
    })
}
