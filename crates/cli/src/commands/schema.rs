//! `beatenzone schema`

use scenario::RULESETS;

use crate::args::SchemaArgs;
use crate::failure::Failure;
use crate::output;

/// The JSON Schema of scenario files, or their reference.
pub(crate) fn schema(args: &SchemaArgs) -> Result<(), Failure> {
    if args.reference {
        return output::print(&scenario::reference(RULESETS));
    }
    output::print(&format!("{:#}\n", scenario::schema(RULESETS)))
}
