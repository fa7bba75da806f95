//! `bindgen INPUT.wasm OUT_DIR TARGET...`: writes the JavaScript and TypeScript side of a module.
//!
//! TARGET is `nodejs` (CommonJS), `module` (ES module for Node), `web` or `bundler`. With more
//! than one, each goes to a folder of its name below OUT_DIR.

use std::path::PathBuf;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn run() -> Result<(), String> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [input, out, targets @ ..] = args.as_slice() else {
        return Err("usage: bindgen INPUT.wasm OUT_DIR TARGET...".into());
    };
    if targets.is_empty() {
        return Err("name a target: nodejs, module, web or bundler".into());
    }
    for target in targets {
        let mut bindgen = Bindgen::new();
        bindgen.input_path(input).typescript(true);
        match target.as_str() {
            "nodejs" => bindgen.nodejs(true),
            "module" => bindgen.nodejs_module(true),
            "web" => bindgen.web(true),
            "bundler" => bindgen.bundler(true),
            other => return Err(format!("unknown target {other}")),
        }
        .map_err(|error| format!("{target}: {error:#}"))?;
        let mut folder = PathBuf::from(out);
        if targets.len() > 1 {
            folder.push(target);
        }
        bindgen.generate(&folder).map_err(|error| format!("{target}: {error:#}"))?;
        println!("{}", folder.display());
    }
    Ok(())
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bindgen: {error}");
            ExitCode::FAILURE
        }
    }
}
