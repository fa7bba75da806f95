// Values of JSON of which nothing is known.

/** The members of an object; none of all else. */
export function membersOf(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

/** The items of an array; none of all else. */
export function itemsOf(value) {
  return Array.isArray(value) ? value : [];
}
