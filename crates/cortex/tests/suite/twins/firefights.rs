//! Firefights.
use serde_json::Value;
use testkit::twin::Odds;
pub(super) fn firefight(_p: &Value) -> Odds { todo!() }
