//! The automatic player's answers.

use field::{Figures, Room, Search};

use super::choice::Choice;
use crate::action::{Action, Ask, Event};
use crate::figure::Weapon;
use crate::grenade::Grenade;
use crate::knowledge::Knowledge;
use crate::player::{Memory, Orders, Player, Survey, TargetPolicy, likeliest};

/// The automatic player on a map that it has surveyed.
pub(crate) struct Standard<'a> {
    survey: &'a Survey,
    search: Search,
}

impl<'a> Standard<'a> {
    pub(crate) const fn new(survey: &'a Survey) -> Standard<'a> {
        Standard { survey, search: Search::new() }
    }
}

impl Player for Standard<'_> {
    #[inline]
    fn choose(&mut self, knows: &Knowledge<'_>, memory: &mut Memory, ask: Ask) -> Action {
        if let Ask::Fire(targets) = ask {
            return fire(knows, targets);
        }
        let Some(here) = knows.here() else { return Action::HoldFire };
        let (survey, search) = (self.survey, &mut self.search);
        let mut choice = Choice { knows: *knows, memory, survey, search, me: knows.me(), here };
        match ask {
            Ask::Call(hostages) => Action::Call(hostages.filter(|hostage| choice.calls(hostage))),
            Ask::Order => Action::Order(choice.order()),
            Ask::Enter { room, .. } => choice.enter(room),
            Ask::Rest { moved } => Action::Rest(choice.rest(moved)),
            Ask::Fire(_) => Action::HoldFire,
        }
    }

    #[inline]
    fn note(&mut self, knows: &Knowledge<'_>, memory: &mut Memory, event: Event) {
        match event {
            Event::Came(cell) => {
                if knows.saw(knows.me()).is_empty() {
                    memory.search.look_from(&self.survey.posts, cell);
                }
            }
            Event::Looked => {
                if let Some(here) = knows.here().filter(|_| knows.sees().is_empty()) {
                    memory.search.look_from(&self.survey.posts, here);
                }
            }
            Event::Threw(Grenade::Stun, aim) => {
                memory.stunned_rooms |= knows.plan().room(aim).map_or(0, |room| 1 << room.index());
            }
            Event::Threw(..) => {}
        }
    }
}

/// The target of a figure. A sniper fires only after aiming for long enough, and never at an enemy it cannot hit.
#[inline]
fn fire(knows: &Knowledge<'_>, targets: Figures) -> Action {
    let (me, doctrine) = (knows.me(), knows.doctrine());
    if knows.weapon(me) == Weapon::Sniper && knows.man(me).rifle.aim < doctrine.aim {
        return Action::HoldFire;
    }
    let shots = targets.iter().filter_map(|target| {
        let (to_hit, range) = knows.shot(target)?;
        Some((target, to_hit, range))
    });
    let target = match doctrine.target {
        TargetPolicy::First => shots.filter(|(_, to_hit, _)| !to_hit.is_hopeless()).map(|(target, ..)| target).next(),
        TargetPolicy::Likeliest => likeliest(shots),
    };
    target.map_or(Action::HoldFire, Action::Fire)
}

impl Choice<'_> {
    /// Whether a figure halts before a room that its team has not looked into.
    fn enter(&self, room: Room) -> Action {
        if self.has_visited(self.survey.posts.of(room)) { Action::GoOn } else { Action::Halt }
    }

    /// Whether a Counter-Terrorist on the mission that sees no enemy, or is short of time, tells a hostage to follow: of
    /// several Counter-Terrorists, the one nearest to the hostage (GGG-host-1).
    fn calls(&self, hostage: usize) -> bool {
        let Some(there) = self.knows.hostage(hostage).filter(|_| !self.knows.is_led(hostage)) else { return false };
        let within = self.knows.rules().follow_distance.thousandths() as u32;
        let late = self.presses_on();
        let calls = |friend: usize| {
            let suits = self.knows.doctrine_of(friend).orders == Orders::Mission && self.knows.vip() != Some(friend);
            self.knows.at(friend).filter(|_| suits).is_some_and(|here| {
                let found = || self.knows.in_sight(here, there) || self.knows.at_hand(here, there);
                self.plan().distance(here, there) <= within && found() && (late || self.knows.threats(here).is_empty())
            })
        };
        let of_blue = self.side() == engage::Side::Blue;
        of_blue && calls(self.me) && self.nearest_friend(self.knows.team().filter(calls), there) == Some(self.me)
    }
}
