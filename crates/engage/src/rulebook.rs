//! How a ruleset writes down its options and tables, so that all of them read alike.

/// Declares options as enums whose first value is the default.
#[macro_export]
macro_rules! options {
    ($($(#[$doc:meta])* $name:ident { $(#[$first_doc:meta])* $first:ident $(, $(#[$value_doc:meta])* $value:ident)* $(,)? })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, $crate::serde::Serialize, $crate::serde::Deserialize, $crate::schemars::JsonSchema)]
        #[serde(crate = "engage::serde", rename_all = "snake_case")]
        #[schemars(crate = "engage::schemars")]
        pub enum $name {
            $(#[$first_doc])*
            #[default]
            $first,
            $($(#[$value_doc])* $value,)*
        }
    )*};
}

/// Declares a table of the rulebook whose entries are all of one type, and perhaps of one range, with the printed values.
#[macro_export]
macro_rules! table {
    ($(#[$doc:meta])* $name:ident: $kind:ty, $least:literal..=$most:literal { $($(#[$row_doc:meta])* $row:ident = $value:expr,)* }) => {
        $crate::table! {
            $(#[$doc])*
            $name: $kind { $($(#[$row_doc])* #[schemars(range(min = $least, max = $most))] $row = $value,)* }
        }
    };
    ($(#[$doc:meta])* $name:ident: $kind:ty { $($(#[$row_doc:meta])* $row:ident = $value:expr,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, $crate::serde::Serialize, $crate::serde::Deserialize, $crate::schemars::JsonSchema)]
        #[serde(crate = "engage::serde", default, deny_unknown_fields)]
        #[schemars(crate = "engage::schemars")]
        pub struct $name {
            $($(#[$row_doc])* pub $row: $kind,)*
        }

        impl Default for $name {
            fn default() -> $name {
                $name { $($row: $value,)* }
            }
        }
    };
}
