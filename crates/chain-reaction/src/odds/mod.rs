//! Situations answered exactly, from the rule code that plays.

mod activation;
mod after;
mod blast;
mod charge;
mod duel;
mod enemy;
mod exchange;
mod focus;
mod forces;
mod melee;
mod pair;
mod passing;
mod patrol;
mod shared;
mod shooting;
mod terrain;
mod testing;

use engage::Kind;

/// The kinds of situation, in alphabetical order.
pub(crate) const KINDS: &[Kind] = &[
    Kind::of::<activation::Activation>(),
    Kind::of::<activation::ActivationMany>(),
    Kind::of::<forces::Attribute>(),
    Kind::of::<blast::Blast>(),
    Kind::of::<after::Career>(),
    Kind::of::<charge::Charging>(),
    Kind::of::<testing::Clumsy>(),
    Kind::of::<terrain::Collapse>(),
    Kind::of::<exchange::Corner>(),
    Kind::of::<shooting::Damage>(),
    Kind::of::<duel::Duel>(),
    Kind::of::<exchange::Exchange>(),
    Kind::of::<focus::Focus>(),
    Kind::of::<focus::FocusTest>(),
    Kind::of::<forces::GangWeapon>(),
    Kind::of::<exchange::GroupExchange>(),
    Kind::of::<testing::GroupTest>(),
    Kind::of::<patrol::HowManyGiven>(),
    Kind::of::<melee::Melee>(),
    Kind::of::<enemy::NpMove>(),
    Kind::of::<melee::Outnumbered>(),
    Kind::of::<pair::Pair>(),
    Kind::of::<passing::PassDice>(),
    Kind::of::<patrol::Pef>(),
    Kind::of::<patrol::PefMove>(),
    Kind::of::<patrol::PefPlace>(),
    Kind::of::<patrol::PefRep>(),
    Kind::of::<patrol::PefTotal>(),
    Kind::of::<testing::RallyWait>(),
    Kind::of::<after::Wounded>(),
    Kind::of::<forces::Recruit>(),
    Kind::of::<forces::RecruitGroup>(),
    Kind::of::<patrol::Reinforce>(),
    Kind::of::<terrain::River>(),
    Kind::of::<patrol::Scout>(),
    Kind::of::<shooting::Shot>(),
    Kind::of::<shooting::Split>(),
    Kind::of::<terrain::Terrain>(),
    Kind::of::<testing::OneTest>(),
    Kind::of::<shooting::ToHit>(),
    Kind::of::<shooting::UntilEmpty>(),
    Kind::of::<shooting::OneVolley>(),
    Kind::of::<activation::WhoActs>(),
];
