//! Formats values as text, and as TOML.

use serde_json::Value;

/// A value for display: text without quotes, a list with commas, `none` for an empty list.
#[must_use]
pub fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) if items.is_empty() => "none".to_owned(),
        Value::Array(items) => items.iter().map(text).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

/// A value as TOML on one line.
#[must_use]
pub fn in_toml(value: &Value) -> String {
    toml::Value::try_from(value).map(|value| value.to_string()).unwrap_or_default()
}

/// One part of a key as TOML, in quotes if necessary.
pub(crate) fn key_in_toml(part: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if !part.is_empty() && part.chars().all(bare) { part.to_owned() } else { in_toml(&part.into()) }
}
