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
# Made for its size: it travels to each visitor of a page.
target_build wasm32-unknown-unknown std --profile size --locked -q -p sansmcp-wasm
glue=$BUILD/wasm/glue
rm -rf "$glue"
"$TOOLS/bindgen/debug/bindgen" "$TARGETS_DIR/wasm32-unknown-unknown/size/sansmcp_wasm.wasm" \
  "$glue" nodejs web
node "$here/assemble.mjs" "$glue"
