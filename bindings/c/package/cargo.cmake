# How CMake builds the library: included by bindings/c/CMakeLists.txt, by the component for ESP-IDF
# and by the module for Zephyr.
#
#   sansmcp_cargo(NAME TARGET [PROFILE])
#       NAME      a target of CMake that builds, each time, what has changed
#       TARGET    the machine as Rust names it; empty for the one that CMake runs on
#       PROFILE   release unless said; smallest for chips
#   sets SANSMCP_ARCHIVE to the archive's path, and SANSMCP_BUILT to its folder.
#
# These may be set before:
#   SANSMCP_CARGO        cargo, if it is not the one in PATH
#   SANSMCP_CARGO_ARGS   a list of more arguments, as -Zbuild-std=core where a target is not installed
#   SANSMCP_TARGET_DIR   the folder that cargo builds in, if several builds shall share one
#   SANSMCP_FEATURES     a list of features, if not all: "legacy;full" is all but HTTP
get_filename_component(SANSMCP_ROOT "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

function(sansmcp_cargo name target)
  set(profile ${ARGV2})
  if(NOT profile)
    set(profile release)
  endif()
  set(cargo ${SANSMCP_CARGO})
  if(NOT cargo)
    find_program(SANSMCP_CARGO_FOUND cargo HINTS "$ENV{CARGO_HOME}/bin" "$ENV{HOME}/.cargo/bin")
    set(cargo ${SANSMCP_CARGO_FOUND})
    if(NOT cargo)
      message(FATAL_ERROR "sansmcp: no cargo. Install Rust (https://rustup.rs), or set SANSMCP_CARGO")
    endif()
  endif()
  set(folder "${SANSMCP_TARGET_DIR}")
  if(NOT folder)
    set(folder "${CMAKE_CURRENT_BINARY_DIR}/cargo")
  endif()
  set(built "${folder}/${target}")
  set(arguments -p sansmcp-c --profile ${profile} --target-dir "${folder}" ${SANSMCP_CARGO_ARGS})
  if(target)
    list(APPEND arguments --target ${target})
    string(APPEND built "/")
  endif()
  string(APPEND built "${profile}")
  if(SANSMCP_FEATURES)
    list(JOIN SANSMCP_FEATURES "," features)
    list(APPEND arguments --no-default-features --features "${features}")
  endif()
  set(outputs "${built}/libsansmcp.a")
  if(NOT target)
    list(APPEND outputs "${built}/libsansmcp.so")
  endif()
  # Cargo knows what has changed, so it is asked each time.
  add_custom_target(${name} ALL
    COMMAND "${cargo}" build -q ${arguments}
    WORKING_DIRECTORY "${SANSMCP_ROOT}"
    BYPRODUCTS ${outputs}
    COMMENT "sansmcp: cargo build ${target}"
    VERBATIM)
  set(SANSMCP_BUILT "${built}" PARENT_SCOPE)
  set(SANSMCP_ARCHIVE "${built}/libsansmcp.a" PARENT_SCOPE)
endfunction()
