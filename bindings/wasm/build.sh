#!/usr/bin/env bash
# Puts the package together in dist/: builds the module, has bindgen write its glue, and copies
# lib/ and what is shared with ../node. Needs what `tests/setup wasm` installs.
set -eu
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
ROOT=$(cd "$here/../.." && pwd)
export BUILD=${BUILD:-$ROOT/build}
TOOLS=${TOOLS:-$BUILD/tools}
. "$ROOT/tests/targets"

cd "$ROOT"
# Made for its size: it travels to each visitor of a page. SHA-256 seals a few states and cursors,
# so the form of it that is small will do; the other lines of it are unrolled.
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS='--cfg sha2_backend_soft="compact"'
TARGETS_DIR=$BUILD/wasm/target TARGET_TERSE=yes
target_build wasm32-unknown-unknown std --profile smallest --locked -q -p sansmcp-wasm
glue=$BUILD/wasm/glue
rm -rf "$glue"
"$TOOLS/bindgen/debug/bindgen" "$TARGETS_DIR/wasm32-unknown-unknown/smallest/sansmcp_wasm.wasm" \
  "$glue" nodejs web
node "$here/assemble.mjs" "$glue"
