//! Prints the programs of consecutive seeds as one C file that prints their checksums.
//!
//! ```text
//! cargo run -p linchpin-c-generate --example print -- LP64 7 200
//! ```

use c_generate::{Batch, Model};

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let number = |at: usize| arguments.get(at).and_then(|it| it.parse().ok());
    let model = match arguments.get(1).map(String::as_str) {
        Some("ILP32") => Model::Ilp32,
        _ => Model::Lp64,
    };
    let (first, n) = (number(2).unwrap_or(0), number(3).unwrap_or(1));
    println!("{}", Batch::of_seeds(model, first, n as usize).executable());
}
