//! How a ruleset writes down its options and tables, so that all of them read alike.

use serde::Serialize;

use crate::Problem;

/// The tables and options of a rulebook; a situation may change any of them.
pub trait Rulebook: Default + Serialize {
    /// What is wrong with values that no schema can check; the key of each problem begins with `at`.
    fn problems(&self, at: &str) -> Vec<Problem>;
}

/// Declares a table whose keys may all be left out, each key once: the rules of a ruleset, or its field.
///
/// An option lists its values, of which the first is the default; it becomes an enum of its own. Any other key has a
/// type, and a range, a unit and a printed value if the type does not say them. A name for people follows a key whose
/// own words do not serve. `on map`, `on open` or `on ground` (a map or a rolled table) says where a key counts, if not
/// everywhere; brackets hold further words of its schema.
///
/// ```
/// # use engage::{schemars, serde};
/// engage::rules! {
///     /// The rules of a duel.
///     Rules {
///         /// Who fires first (DUEL-1).
///         first: First {
///             /// Both at once.
///             Both,
///             /// Blue.
///             Blue,
///         },
///         /// The number to hit (DUEL-2).
///         to_hit "To-hit base": u8 in 2..=6 = 5,
///     }
/// }
/// assert_eq!((Rules::default().first, Rules::default().to_hit), (First::Both, 5));
/// ```
#[macro_export]
macro_rules! rules {
    ($(#[$doc:meta])* $name:ident { $(
        $(#[$meta:meta])* $key:ident $($title:literal)?: $kind:tt $(<$($of:ty),+>)? $({ $($values:tt)* })?
        $(in $least:literal..=$most:literal)? $($unit:literal)? $(on $on:ident)? $([$($extra:tt)*])? $(= $default:expr)?,
    )* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, $crate::serde::Serialize, $crate::serde::Deserialize, $crate::schemars::JsonSchema)]
        #[serde(crate = "engage::serde", default, deny_unknown_fields)]
        #[schemars(crate = "engage::schemars")]
        pub struct $name {$(
            $(#[$meta])*
            $(#[schemars(title = $title)])?
            $(#[schemars(range(min = $least, max = $most))])?
            $(#[schemars(extend("x-unit" = $unit))])?
            $(#[schemars(extend("x-on" = stringify!($on)))])?
            $(#[schemars(extend($($extra)*))])?
            pub $key: $kind $(<$($of),+>)?,
        )*}

        impl Default for $name {
            fn default() -> $name {
                $name { $($key: $crate::default_of!($($default)?),)* }
            }
        }

        $($crate::option_of! { [$(#[$meta])*] $kind $({ $($values)* })? })*
    };
}

/// The default of a rule: its own, or that of its type.
#[doc(hidden)]
#[macro_export]
macro_rules! default_of {
    () => {
        Default::default()
    };
    ($default:expr) => {
        $default
    };
}

/// The enum of a rule that lists its values.
#[doc(hidden)]
#[macro_export]
macro_rules! option_of {
    ([$($meta:tt)*] $kind:tt) => {};
    ([$($meta:tt)*] $kind:tt { $($values:tt)* }) => {
        $crate::options! { $($meta)* $kind { $($values)* } }
    };
}

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

/// Declares a table of the rulebook whose entries are all of one type, and possibly of one range, with the printed
/// values.
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
