//! The script for Slurm, with a real Slurm on this machine, where it is installed and may be started.
//!
//! The test starts daemons of its own, in a folder and on ports of its own, and ends them: a job array of
//! three parts, whose results are put together, answers what one run without parts does.

// The lint knows tests by their attribute, and not what they call.
#![allow(clippy::unwrap_used)]

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// For the daemons to find each other.
const STARTS: Duration = Duration::from_secs(30);

/// A Slurm of one machine; ends with this value.
struct Slurm {
    config: PathBuf,
    daemons: Vec<Child>,
}

impl Drop for Slurm {
    fn drop(&mut self) {
        for daemon in self.daemons.iter_mut().rev() {
            let _ = daemon.kill();
            let _ = daemon.wait();
        }
    }
}

fn output(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    String::from_utf8_lossy(&text).into_owned()
}

/// Ports that nobody uses at the moment.
fn free_ports() -> [u16; 2] {
    let listeners = [0; 2].map(|_| TcpListener::bind("127.0.0.1:0").unwrap());
    listeners.map(|listener| listener.local_addr().unwrap().port())
}

fn configuration(folder: &Path, host: &str) -> String {
    let [controller, node] = free_ports();
    let folder = folder.display();
    format!(
        "ClusterName=test\nSlurmctldHost={host}\nAuthType=auth/none\nCredType=cred/none\nSlurmUser=root\n\
         SlurmdUser=root\nStateSaveLocation={folder}/state\nSlurmdSpoolDir={folder}/spool\n\
         SlurmctldPidFile={folder}/controller.pid\nSlurmdPidFile={folder}/node.pid\n\
         SlurmctldPort={controller}\nSlurmdPort={node}\nSlurmctldLogFile={folder}/controller.log\n\
         SlurmdLogFile={folder}/node.log\nProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\n\
         SelectType=select/cons_tres\nSelectTypeParameters=CR_Core\nSwitchType=switch/none\n\
         MpiDefault=none\nReturnToService=2\nNodeName={host} CPUs=1 State=UNKNOWN\n\
         PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP\n"
    )
}

impl Slurm {
    /// `None`, and why, where there is none to be had.
    fn start(folder: &Path) -> Option<Self> {
        let skipped = |why: &str| {
            eprintln!("skipped: {why}");
            None
        };
        let is_there = |name: &str| Command::new(name).arg("-V").output().is_ok();
        if !["slurmctld", "slurmd", "sbatch", "sinfo"].into_iter().all(is_there) {
            return skipped("no Slurm is installed");
        }
        if output(Command::new("id").arg("-u")).trim() != "0" {
            return skipped("only root may start the daemons of Slurm");
        }
        let host = output(Command::new("hostname").arg("-s")).trim().to_owned();
        let config = folder.join("slurm.conf");
        for made in ["state", "spool"] {
            std::fs::create_dir_all(folder.join(made)).unwrap();
        }
        std::fs::write(&config, configuration(folder, &host)).unwrap();
        let mut slurm = Self { config, daemons: Vec::new() };
        for daemon in ["slurmctld", "slurmd"] {
            let mut command = slurm.command(daemon);
            command.arg("-D").stdout(Stdio::null()).stderr(Stdio::null());
            slurm.daemons.push(command.spawn().unwrap());
        }
        let begin = Instant::now();
        while output(slurm.command("sinfo").args(["-h", "-o", "%T"])).trim() != "idle" {
            if begin.elapsed() > STARTS {
                return skipped("Slurm does not start here");
            }
            std::thread::sleep(Duration::from_millis(300));
        }
        Some(slurm)
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env("SLURM_CONF", &self.config);
        command
    }
}

/// The rows of a result file: tasks and answers, without what was measured.
fn answers(csv: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(csv).unwrap();
    let mut lines = text.lines().skip_while(|line| line.starts_with('#'));
    let head: Vec<&str> = lines.next().unwrap().split(',').collect();
    let column = |name: &str| head.iter().position(|it| *it == name).unwrap();
    let (task, verdict) = (column("task"), column("verdict"));
    let mut rows: Vec<String> = lines
        .map(|line| line.split(',').collect::<Vec<&str>>())
        .map(|row| format!("{} {}", row[task], row[verdict]))
        .collect();
    rows.sort();
    rows
}

#[test]
fn an_array_of_jobs_answers_what_one_run_does() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("slurm");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let Some(slurm) = Slurm::start(&folder) else { return };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let linchpin = env!("CARGO_BIN_EXE_linchpin");
    let mut sbatch = slurm.command("sbatch");
    sbatch.current_dir(&root).env("LINCHPIN", linchpin);
    sbatch.args(["--wait", "--array=1-3", "--output"]).arg(folder.join("%A-%a.log"));
    sbatch.args(["contrib/slurm/bench-array.sh", "examples/tasks.csv"]);
    let status = sbatch.arg(folder.join("parts")).args(["--time", "60"]).status().unwrap();
    assert!(status.success());
    let parts = [1, 2, 3].map(|part| folder.join(format!("parts/part-{part}.csv")));
    let (merged, whole) = (folder.join("merged.csv"), folder.join("whole.csv"));
    let bench = |words: &mut Command| assert!(words.current_dir(&root).status().unwrap().success());
    bench(Command::new(linchpin).args(["bench", "--merge"]).arg(&merged).args(&parts));
    let one_run = ["bench", "examples/tasks.csv", "--time", "60", "--csv"];
    bench(Command::new(linchpin).args(one_run).arg(&whole));
    assert!(answers(&merged).len() > 10);
    assert_eq!(answers(&merged), answers(&whole));
}
