//! Situations answered exactly, from the rule code that plays.

mod fight;
mod firefight;
mod group;
mod pool;
mod recover;
mod shared;
mod team;

use engage::Kind;

use shared::kind;

/// The kinds of situation, in alphabetical order.
pub(crate) const KINDS: &[Kind] = &[
    kind::<pool::Contest>(),
    kind::<fight::ToTheEnd>(),
    kind::<recover::CreateAsset>(),
    kind::<recover::Drones>(),
    kind::<fight::OneTurn>(),
    kind::<firefight::FirefightAttack>(),
    kind::<fight::Fought>(),
    kind::<recover::FlankTest>(),
    kind::<firefight::Grenades>(),
    kind::<recover::HitchStress>(),
    kind::<pool::Initiative>(),
    kind::<recover::Medic>(),
    kind::<recover::OnFire>(),
    kind::<recover::Overcome>(),
    kind::<pool::PlotTotal>(),
    kind::<pool::OnePool>(),
    kind::<team::TeamHit>(),
    kind::<pool::TeamPool>(),
    kind::<group::UnitApply>(),
    kind::<group::UnitHit>(),
];
