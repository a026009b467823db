//! What functions of the library do to locks, as their models in `c-library` have it.
//!
//! Names are only asked about for functions that are models; a program may have its own function of
//! such a name, and that is a function like any other.
//!
//! - *Acquire*: whoever comes back holds the lock, whatever the result: the models of mutexes and of
//!   read-write locks give an error only to who holds it already.
//! - *Attempt*: who gets zero holds it.
//! - *Release*: nobody may count on holding it any more. Who releases what he does not hold may
//!   take it away from somebody else.
//! - *Wait*: the mutex is released, and taken again before it comes back.
//! - *Initialise*: the bytes of the lock are written, by accesses that do not synchronise.
//! - *Synchronise*: accesses to the object that synchronise, and nothing else.

use super::Mode;

/// Argument numbers say where the address of the lock is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Primitive {
    Acquire(Mode),
    Attempt(Mode),
    Release,
    Wait,
    Initialise,
    Synchronise,
}

impl Primitive {
    /// Which argument is the lock.
    pub fn lock_argument(self) -> usize {
        match self {
            Self::Wait => 1,
            Self::Acquire(_)
            | Self::Attempt(_)
            | Self::Release
            | Self::Initialise
            | Self::Synchronise => 0,
        }
    }
}

/// Bytes at the address of a lock, or of what else synchronises, that its model may access: the
/// kind of a mutex is the farthest of all.
pub fn lock_bytes(name: &str) -> u64 {
    if name.starts_with("pthread_spin") || name.starts_with("sem_") {
        4
    } else if name.starts_with("pthread_rwlock") || name.starts_with("pthread_cond") {
        8
    } else if name.starts_with("pthread_barrier") {
        16
    } else {
        20
    }
}

/// Bytes at the second argument of functions that initialise, which are read.
pub const ATTRIBUTE_BYTES: u64 = 4;

pub fn primitive(name: &str) -> Option<Primitive> {
    Some(match name {
        "pthread_mutex_lock" | "mtx_lock" | "pthread_spin_lock" | "pthread_rwlock_wrlock" => {
            Primitive::Acquire(Mode::Write)
        }
        "pthread_rwlock_rdlock" => Primitive::Acquire(Mode::Read),
        "pthread_mutex_trylock"
        | "pthread_mutex_timedlock"
        | "pthread_mutex_clocklock"
        | "mtx_trylock"
        | "mtx_timedlock"
        | "pthread_spin_trylock"
        | "pthread_rwlock_trywrlock"
        | "pthread_rwlock_timedwrlock" => Primitive::Attempt(Mode::Write),
        "pthread_rwlock_tryrdlock" | "pthread_rwlock_timedrdlock" => Primitive::Attempt(Mode::Read),
        "pthread_mutex_unlock" | "mtx_unlock" | "pthread_spin_unlock" | "pthread_rwlock_unlock" => {
            Primitive::Release
        }
        "pthread_cond_wait"
        | "pthread_cond_timedwait"
        | "pthread_cond_clockwait"
        | "cnd_wait"
        | "cnd_timedwait" => Primitive::Wait,
        "pthread_mutex_init"
        | "mtx_init"
        | "pthread_spin_init"
        | "pthread_rwlock_init"
        | "pthread_barrier_init"
        | "sem_init" => Primitive::Initialise,
        "pthread_mutex_destroy"
        | "mtx_destroy"
        | "pthread_spin_destroy"
        | "pthread_rwlock_destroy"
        | "pthread_cond_init"
        | "pthread_cond_destroy"
        | "pthread_cond_signal"
        | "pthread_cond_broadcast"
        | "cnd_init"
        | "cnd_destroy"
        | "cnd_signal"
        | "cnd_broadcast"
        | "pthread_barrier_wait"
        | "pthread_barrier_destroy"
        | "sem_wait"
        | "sem_post"
        | "sem_trywait"
        | "sem_timedwait"
        | "sem_clockwait"
        | "sem_destroy" => Primitive::Synchronise,
        _ => return None,
    })
}
