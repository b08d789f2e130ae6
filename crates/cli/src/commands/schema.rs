//! `beatenzone schema`

use scenario::RULESETS;

use crate::args::SchemaArgs;
use crate::failure::Failure;
use crate::output;

/// The JSON Schema of scenario or map files or of results, or the reference of files.
pub(crate) fn schema(args: &SchemaArgs) -> Result<(), Failure> {
    if args.results || args.balance {
        let schema = if args.balance { report::schema_of_balance() } else { report::schema_of_results() };
        return output::print(&format!("{schema:#}\n"));
    }
    output::print(&match (args.reference, args.map) {
        (true, false) => scenario::reference(RULESETS),
        (true, true) => scenario::reference_of_maps(),
        (false, false) => format!("{:#}\n", scenario::schema(RULESETS)),
        (false, true) => format!("{:#}\n", scenario::schema_of_maps()),
    })
}
