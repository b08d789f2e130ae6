//! A short name for the numbers of a run.

use crate::result::Cell;

/// Hash of every number of some cells, 16 hexadecimal digits: equal for equal numbers, whatever title, program version or
/// machine they come with.
pub(crate) fn of(cells: &[Cell]) -> Result<String, serde_json::Error> {
    let hash = blake3::hash(&serde_json::to_vec(cells)?).to_hex();
    Ok(hash[..16].to_owned())
}
