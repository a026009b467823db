//! Which threads are alike, and what is each one's own.

use index::IdSet;
use ir::{Body, LocationId, Program, VarId};
use ir_passes::one_loop::{FIRST_PLACE, OneLoop, copies};

use crate::automata::Lives;

/// A thread with a name, or those of a crowd that are followed.
pub struct Kind {
    pub members: Vec<Member>,
    /// How many of a crowd are at each of its places.
    pub counts: Vec<VarId>,
    /// By the value of the program counter: what the thread may still read of its own, by place in `own`.
    pub lives: Vec<Vec<usize>>,
}

/// One of the threads.
pub struct Member {
    pub thread: usize,
    pub pc: VarId,
    /// In the same order for all of a kind.
    pub own: Vec<VarId>,
}

impl Kind {
    pub fn is_crowd(&self) -> bool {
        self.members.len() > 1
    }
}

pub fn kinds(program: &Program, together: &OneLoop) -> Result<Vec<Kind>, String> {
    let body = program.functions[program.entry].body.as_ref().ok_or("there is no body")?;
    let mut kinds = Vec::new();
    for (index, thread) in together.threads.iter().enumerate() {
        let of_crowd = together.crowds.iter().find(|crowd| crowd.threads.contains(&index));
        let members = match of_crowd {
            Some(crowd) if crowd.threads.first() != Some(&index) => continue,
            Some(crowd) => {
                let own = copies(program, together, crowd)
                    .ok_or("the threads that are created in a loop are not seen to be alike")?;
                let member = |(thread, own): (&usize, Vec<VarId>)| {
                    let pc = together.threads[*thread].pc;
                    let own = own.into_iter().filter(|var| *var != pc).collect();
                    Member { thread: *thread, pc, own }
                };
                crowd.threads.iter().zip(own).map(member).collect()
            }
            None => {
                let lives = Lives::of(program, body, thread, together);
                let is_local = |var: &VarId| program.vars[*var].scope != ir::Scope::Global;
                let own = lives.touched.iter().filter(is_local).collect();
                vec![Member { thread: index, pc: thread.pc, own }]
            }
        };
        let lives = lives(program, body, together, &members[0]);
        let counts = of_crowd.map_or(Vec::new(), |crowd| crowd.counts.clone());
        kinds.push(Kind { members, counts, lives });
    }
    Ok(kinds)
}

/// What the thread may still read, by the value of its counter.
fn lives(program: &Program, body: &Body, together: &OneLoop, member: &Member) -> Vec<Vec<usize>> {
    let thread = &together.threads[member.thread];
    let lives = Lives::of(program, body, thread, together);
    let at = |place: &LocationId| -> Vec<usize> {
        let live: &IdSet<VarId> = &lives.at[*place];
        // Others may know the number.
        let is_live = |var: VarId| live.contains(var) || thread.number == Some(var);
        (0..member.own.len()).filter(|index| is_live(member.own[*index])).collect()
    };
    // Who has not begun, or has ended, reads nothing more.
    let mut all = vec![Vec::new(); FIRST_PLACE];
    all.extend(thread.places.iter().map(at));
    all
}
