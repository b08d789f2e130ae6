//! Reads JSON without duplicate keys: of two values for a key, only one can be meant, and it is unclear which.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

/// Reads a table into any collection of its entries.
pub(crate) fn keys<'de, D, V, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    V: Deserialize<'de>,
    T: FromIterator<(String, V)>,
{
    struct TableVisitor<V>(PhantomData<V>);
    impl<'de, V: Deserialize<'de>> Visitor<'de> for TableVisitor<V> {
        type Value = Vec<(String, V)>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a table")
        }

        fn visit_map<A: MapAccess<'de>>(self, table: A) -> Result<Self::Value, A::Error> {
            entries(table)
        }
    }
    Ok(deserializer.deserialize_map(TableVisitor::<V>(PhantomData))?.into_iter().collect())
}

/// Reads a table with values of any type.
pub(crate) fn parameters<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Map<String, Value>, D::Error> {
    let table: Vec<(String, Json)> = keys(deserializer)?;
    Ok(table.into_iter().map(|(key, value)| (key, value.0)).collect())
}

fn entries<'de, A: MapAccess<'de>, V: Deserialize<'de>>(mut table: A) -> Result<Vec<(String, V)>, A::Error> {
    let mut entries: Vec<(String, V)> = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    while let Some(key) = table.next_key::<String>()? {
        if !seen.insert(key.clone()) {
            return Err(A::Error::custom(format!("the key `{key}` appears twice here")));
        }
        entries.push((key, table.next_value()?));
    }
    Ok(entries)
}

/// Any value.
struct Json(Value);

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Json, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Json;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value")
            }

            fn visit_unit<E: Error>(self) -> Result<Json, E> {
                Ok(Json(Value::Null))
            }

            fn visit_bool<E: Error>(self, truth: bool) -> Result<Json, E> {
                Ok(Json(truth.into()))
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Json, E> {
                Ok(Json(number.into()))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Json, E> {
                Ok(Json(number.into()))
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<Json, E> {
                Ok(Json(number.into()))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Json, E> {
                Ok(Json(text.into()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Json, A::Error> {
                let mut items = Vec::new();
                while let Some(Json(item)) = list.next_element()? {
                    items.push(item);
                }
                Ok(Json(Value::Array(items)))
            }

            fn visit_map<A: MapAccess<'de>>(self, table: A) -> Result<Json, A::Error> {
                let entries: Vec<(String, Json)> = entries(table)?;
                Ok(Json(Value::Object(entries.into_iter().map(|(key, value)| (key, value.0)).collect())))
            }
        }
        deserializer.deserialize_any(Any)
    }
}
