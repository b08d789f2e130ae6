//! Values as text in tables and lists of changes.

use serde_json::Value;

/// A value as a reader sees it: text without quotes, a list with commas, `none` for an empty one.
#[must_use]
pub fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) if items.is_empty() => "none".to_owned(),
        Value::Array(items) => items.iter().map(text).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}
