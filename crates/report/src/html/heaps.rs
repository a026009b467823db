//! Pictures of the heap at the loops of a program: the disjuncts of each invariant side by side, and
//! below them what was brought together on the way, with the two heaps and the reason.

use maud::{Markup, PreEscaped, html};

use super::{Heaps, LoopHeaps, MergedHeaps};
use crate::html::parts::prose;

/// Nothing where there are no pictures.
pub fn heaps(heaps: &Heaps) -> Markup {
    html! {
        @if !heaps.loops.is_empty() {
            section.heaps {
                h2 { "What the heap looks like" }
                p.faint {
                    "At each loop, whenever a run is there, the heap is one of these. Rounded boxes are "
                    "structures of any size, a dashed arrow leads to where a stretch of one ends."
                }
                @for predicate in &heaps.predicates { pre { (predicate) } }
                @for each in &heaps.loops { (at_loop(each)) }
            }
        }
    }
}

fn at_loop(each: &LoopHeaps) -> Markup {
    html! {
        h3 { (prose(&each.title)) }
        div.disjuncts { @for heap in &each.heaps { figure { (PreEscaped(heap)) } } }
        @if each.n_left_out > 0 { p.faint { "… " (each.n_left_out) " more" } }
        @if !each.merges.is_empty() {
            details {
                summary { "Brought together: " (each.merges.len()) }
                @for merge in &each.merges { (merged(merge)) }
            }
        }
    }
}

fn merged(merge: &MergedHeaps) -> Markup {
    html! {
        div.disjuncts {
            @for heap in &merge.from { figure { (PreEscaped(heap)) } }
            span.faint { "became" }
            figure { (PreEscaped(&merge.into)) }
        }
        p.faint { "Since " (merge.why) "." }
    }
}
