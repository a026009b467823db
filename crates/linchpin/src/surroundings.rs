//! `--externals`, `--volatile`, `--mmio` and `--malloc-may-fail`: what surrounds a C program.

use clap::{Args, ValueEnum};
use driver::{Allocation, DeviceMemory, Externals, TaskOptions, Volatile};

#[derive(Args, Clone, Debug)]
pub struct SurroundingsOptions {
    /// What functions without body do; `pure` for task definitions and `.prp` files, else `havoc`
    #[arg(long, value_enum, value_name = "EFFECT")]
    externals: Option<ExternalsName>,
    /// What volatile reads give; `memory` for task definitions, `.prp` files and programs that
    /// create threads, else `any`
    #[arg(long, value_enum, value_name = "READS")]
    volatile: Option<VolatileName>,
    /// Device memory, valid to access and with any value: `0x40000000:4k`; several times for several
    #[arg(long, value_name = "START:SIZE", value_parser = device_memory)]
    mmio: Vec<DeviceMemory>,
    /// Every allocation on the heap may fail, and give null
    #[arg(long)]
    malloc_may_fail: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ExternalsName {
    /// They may change all memory that they can reach
    Havoc,
    /// They change no memory of the program
    Pure,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum VolatileName {
    /// Any value, whatever was written before
    Any,
    /// What was written last
    Memory,
}

impl SurroundingsOptions {
    /// The words of a command line that say the same.
    pub fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        let mut push = |option: &str, value: Option<String>| {
            if let Some(value) = value {
                words.extend([option.to_owned(), value]);
            }
        };
        let name =
            |value: Option<clap::builder::PossibleValue>| value.map(|it| it.get_name().to_owned());
        push("--externals", name(self.externals.and_then(|it| it.to_possible_value())));
        push("--volatile", name(self.volatile.and_then(|it| it.to_possible_value())));
        for memory in &self.mmio {
            push("--mmio", Some(format!("{}:{}", memory.start, memory.size)));
        }
        if self.malloc_may_fail {
            words.push("--malloc-may-fail".to_owned());
        }
        words
    }

    /// A task that is given by nothing but these.
    pub fn of_task(&self) -> TaskOptions {
        let externals = self.externals.map(|name| match name {
            ExternalsName::Havoc => Externals::Havoc,
            ExternalsName::Pure => Externals::Pure,
        });
        let volatile = self.volatile.map(|name| match name {
            VolatileName::Any => Volatile::AnyValue,
            VolatileName::Memory => Volatile::Memory,
        });
        let device_memory = self.mmio.clone();
        let allocation = match self.malloc_may_fail {
            true => Allocation::MayFail,
            false => Allocation::Succeeds,
        };
        TaskOptions { externals, volatile, device_memory, allocation, ..TaskOptions::default() }
    }
}

/// `START:SIZE`, each decimal or hexadecimal, the size with `k` or `M` behind it if one likes.
fn device_memory(text: &str) -> Result<DeviceMemory, String> {
    let (start, size) = text.split_once(':').ok_or("there is no `:` between start and size")?;
    let (size, unit) = match size.strip_suffix(['k', 'K', 'm', 'M']) {
        Some(number) if size.ends_with(['k', 'K']) => (number, 1 << 10),
        Some(number) => (number, 1 << 20),
        None => (size, 1),
    };
    let (start, size) = (number(start)?, number(size)?.checked_mul(unit));
    match size.filter(|size| start.checked_add(*size).is_some()) {
        Some(0) => Err("the size is zero".to_owned()),
        Some(size) if start > 0 => Ok(DeviceMemory { start, size }),
        Some(_) => Err("there is no device memory at address 0".to_owned()),
        None => Err("it ends beyond the last address".to_owned()),
    }
}

fn number(text: &str) -> Result<u64, String> {
    let parsed = match text.strip_prefix("0x").or(text.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => text.parse(),
    };
    parsed.map_err(|error| format!("`{text}`: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_in_hexadecimal_and_with_units() {
        let range = |start, size| Ok(DeviceMemory { start, size });
        assert_eq!(device_memory("0x40000000:0x1000"), range(0x4000_0000, 0x1000));
        assert_eq!(device_memory("4096:4k"), range(4096, 4096));
        assert_eq!(device_memory("0x10000000:1M"), range(0x1000_0000, 1 << 20));
        assert!(device_memory("0x40000000").is_err());
        assert!(device_memory("0:16").is_err());
        assert!(device_memory("0xffffffffffffffff:2").is_err());
        assert!(device_memory("16:0").is_err());
    }
}
