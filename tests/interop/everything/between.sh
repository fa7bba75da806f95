# Starts and stops proxy.py; for `run` and `prove`.

# start_tap DIRECTORY FAULT COMMAND…: sets TAP_URL, TAP_SAID and TAP_PID.
start_tap() {
  local directory=$1 fault=$2 here
  shift 2
  here=$(dirname "${BASH_SOURCE[0]}")
  mkdir -p "$directory" || return 1
  TAP_SAID=$directory/said
  # It ends with its input, which this shell holds open.
  mkfifo "$directory/in"
  "$INTEROP_PYTHON" -S "$here/proxy.py" "$directory" "$fault" -- "$@" \
    <"$directory/in" >"$TAP_SAID" 2>"$directory/heard" &
  TAP_PID=$!
  exec {TAP_IN}>"$directory/in"
  for _ in $(seq 100); do
    TAP_URL=$(sed -n 's/^tap //p' "$TAP_SAID")
    [ -n "$TAP_URL" ] && return 0
    sleep 0.1
  done
  echo "FAIL the tap does not start: $(tail -n 3 "$directory/heard")"
  return 1
}

# stop_tap: ends the servers, if there are any; what they were like is in TAP_SAID.
stop_tap() {
  [ -n "${TAP_PID:-}" ] || return 0
  exec {TAP_IN}>&-
  wait "$TAP_PID"
  TAP_PID=
}
