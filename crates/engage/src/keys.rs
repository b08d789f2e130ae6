//! How a ruleset declares the keys of its squads and of its ground, each once.

use serde::Serialize;

/// Declares a squad: what it is, what its side chooses for it, and the doctrine of the automatic player.
///
/// A key is written as in [`crate::rules`]: its name, a name for people if its own words do not serve, its type, range,
/// unit, the ground that it counts on (`on map`, `on open` or `on ground`, which is a map or a rolled table), further
/// words of its schema in brackets, and its default. A key of the first two tables that has no default is required,
/// unless it is an `Option`.
///
/// The third table is a type of its own, in which all values are set; `Squad::doctrine` lays the keys that a squad sets
/// over such a value. `by "doctrine"` marks a default that depends on another key, which the schema then names instead
/// of a value.
///
/// ```
/// engage::keys! {
///     /// Figures alike in everything.
///     Squad {
///         /// Number of figures.
///         count "Figures": u8 in 0..=16 = 1,
///         /// Skill (DUEL-1).
///         skill: u8 in 1..=6,
///     }
///     chosen {
///         /// The area where they begin.
///         at "Starting area": Option<String> on map,
///     }
///     doctrine:
///     /// How a figure is led.
///     Doctrine {
///         /// How near it goes, in inches.
///         stop_at: u8 in 0..=100 "inches" = 6,
///     }
/// }
/// let squad: Squad = engage::read(&serde_json::json!({ "skill": 4, "stop_at": 3 })).unwrap();
/// assert_eq!((squad.count, squad.doctrine(Doctrine::default()).stop_at), (1, 3));
/// let skilless = engage::read::<Squad>(&serde_json::json!({ "stop_at": 200 })).unwrap_err();
/// assert_eq!(skilless[0].to_string(), "missing key `skill`");
/// assert_eq!(skilless[1].to_string(), "stop_at: invalid value: integer `200`, expected a whole number of inches from 0 to 100");
/// ```
#[macro_export]
macro_rules! keys {
    (
        $(#[$squad_doc:meta])* $squad:ident { $(
            $(#[$meta:meta])* $key:ident $($title:literal)?: $kind:tt $(<$($of:ty),+>)?
            $(in $least:literal..=$most:literal)? $($unit:literal)? $(on $on:ident)? $([$($extra:tt)*])? $(= $default:expr)?,
        )* }
        $(chosen { $(
            $(#[$own_meta:meta])* $own:ident $($own_title:literal)?: $own_kind:tt $(<$($own_of:ty),+>)?
            $(in $own_least:literal..=$own_most:literal)? $($own_unit:literal)? $(on $own_on:ident)? $([$($own_extra:tt)*])?
            $(= $own_default:expr)?,
        )* })?
        $(
            doctrine: $(#[$doctrine_doc:meta])* $doctrine:ident { $(
                $(#[$choice_meta:meta])* $choice:ident $($choice_title:literal)?: $choice_kind:tt $(<$($choice_of:ty),+>)?
                $(in $choice_least:literal..=$choice_most:literal)? $($choice_unit:literal)? $(on $choice_on:ident)?
                $([$($choice_extra:tt)*])? $(by $by:literal)? = $usual:expr,
            )* }
        )?
    ) => {
        $(#[$squad_doc])*
        #[derive(Clone, Debug, PartialEq)]
        #[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own, as the rulebook has them")]
        pub struct $squad {
            $($(#[$meta])* pub $key: $kind $(<$($of),+>)?,)*
            $($($(#[$own_meta])* pub $own: $own_kind $(<$($own_of),+>)?,)*)?
            $($($(#[$choice_meta])* pub $choice: Option<$choice_kind $(<$($choice_of),+>)?>,)*)?
        }

        const _: () = {
            use $crate::schemars::{JsonSchema, Schema, SchemaGenerator};
            use $crate::serde::{Deserialize, Deserializer};

            $(#[$squad_doc])*
            #[derive(Deserialize, JsonSchema)]
            #[serde(crate = "engage::serde", deny_unknown_fields)]
            #[schemars(crate = "engage::schemars")]
            struct Written {
                $(
                    $(#[$meta])*
                    $(#[schemars(title = $title)])?
                    #[schemars(extend("x-role" = "given"))]
                    $(#[schemars(extend("minimum" = $least, "maximum" = $most))])?
                    $(#[schemars(extend("x-unit" = $unit))])?
                    $(#[schemars(extend("x-on" = stringify!($on)))])?
                    $(#[schemars(extend($($extra)*))])?
                    #[schemars(extend("default" = $crate::default_value!([$kind $(<$($of),+>)?] $($default)?)))]
                    $key: $crate::written!([$kind $(<$($of),+>)?] $($default)?),
                )*
                $($(
                    $(#[$own_meta])*
                    $(#[schemars(title = $own_title)])?
                    #[schemars(extend("x-role" = "choice"))]
                    $(#[schemars(extend("minimum" = $own_least, "maximum" = $own_most))])?
                    $(#[schemars(extend("x-unit" = $own_unit))])?
                    $(#[schemars(extend("x-on" = stringify!($own_on)))])?
                    $(#[schemars(extend($($own_extra)*))])?
                    #[schemars(extend("default" = $crate::default_value!([$own_kind $(<$($own_of),+>)?] $($own_default)?)))]
                    $own: $crate::written!([$own_kind $(<$($own_of),+>)?] $($own_default)?),
                )*)?
                $($(
                    $(#[$choice_meta])*
                    $(#[schemars(title = $choice_title)])?
                    #[schemars(extend("x-role" = "choice"))]
                    $(#[schemars(extend("minimum" = $choice_least, "maximum" = $choice_most))])?
                    $(#[schemars(extend("x-unit" = $choice_unit))])?
                    $(#[schemars(extend("x-on" = stringify!($choice_on)))])?
                    $(#[schemars(extend($($choice_extra)*))])?
                    $(#[schemars(extend("x-by" = $by))])?
                    #[schemars(extend("default" = $crate::keys::usual($doctrine::default().$choice, &[$($by)?])))]
                    $choice: Option<$choice_kind $(<$($choice_of),+>)?>,
                )*)?
            }

            impl<'de> Deserialize<'de> for $squad {
                fn deserialize<D: Deserializer<'de>>(from: D) -> Result<$squad, D::Error> {
                    let written = Written::deserialize(from)?;
                    Ok($squad {
                        $($key: $crate::or_default!(written.$key $(, $default)?),)*
                        $($($own: $crate::or_default!(written.$own $(, $own_default)?),)*)?
                        $($($choice: written.$choice,)*)?
                    })
                }
            }

            impl JsonSchema for $squad {
                fn schema_name() -> std::borrow::Cow<'static, str> {
                    stringify!($squad).into()
                }

                fn schema_id() -> std::borrow::Cow<'static, str> {
                    concat!(module_path!(), "::", stringify!($squad)).into()
                }

                fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                    Written::json_schema(generator)
                }
            }
        };

        $(
            $(#[$doctrine_doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            #[allow(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
            pub struct $doctrine {
                $($(#[$choice_meta])* pub $choice: $choice_kind $(<$($choice_of),+>)?,)*
            }

            impl Default for $doctrine {
                fn default() -> $doctrine {
                    $doctrine { $($choice: $usual,)* }
                }
            }

            impl $squad {
                /// A doctrine in which the squad's choices replace its own.
                #[must_use]
                pub fn doctrine(&self, usual: $doctrine) -> $doctrine {
                    $doctrine { $($choice: self.$choice.unwrap_or(usual.$choice),)* }
                }
            }
        )?
    };
}

/// The type of a key in a file: one with a default may be left out.
#[doc(hidden)]
#[macro_export]
macro_rules! written {
    ([$($kind:tt)*]) => { $($kind)* };
    ([$($kind:tt)*] $default:expr) => { Option<$($kind)*> };
}

/// The default of a key in its schema; null if it has none.
#[doc(hidden)]
#[macro_export]
macro_rules! default_value {
    ([$($kind:tt)*]) => { $crate::keys::NO_DEFAULT };
    ([$($kind:tt)*] $default:expr) => {{
        let default: $($kind)* = $default;
        default
    }};
}

/// The default of a key that has none.
#[doc(hidden)]
pub const NO_DEFAULT: () = ();

/// The value of a key: what the file has, otherwise its default.
#[doc(hidden)]
#[macro_export]
macro_rules! or_default {
    ($written:expr) => {
        $written
    };
    ($written:expr, $default:expr) => {
        $written.unwrap_or_else(|| $default)
    };
}

/// The default of a choice in its schema; null if it depends on another key.
#[doc(hidden)]
pub fn usual(value: impl Serialize, by: &[&str]) -> serde_json::Value {
    if by.is_empty() { serde_json::to_value(value).unwrap_or_default() } else { serde_json::Value::Null }
}
