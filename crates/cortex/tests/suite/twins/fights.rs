//! Fights of fireteams.
use serde_json::Value;
use testkit::twin::Odds;
pub(super) fn exchange(_p: &Value) -> Odds { todo!() }
pub(super) fn cqb_fight(_p: &Value) -> Odds { todo!() }
