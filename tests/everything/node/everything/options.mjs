// What the command line can change.

/** The command line makes no sense. */
export class Misused extends Error {}

/** The number that follows an option. */
export function numberOf(name, word = "") {
  if (!/^[0-9]+$/.test(word)) throw new Misused(`${name} wants a number`);
  return Number(word);
}

/**
 * The options of a command line. `page`: bytes of a message, where the package's own bound
 * is not meant. `idleMs` and `hardMs`: how long the client may take to answer what it is asked,
 * since it was heard of and in all.
 */
export function parse(words) {
  const options = { page: undefined, idleMs: 300_000, hardMs: 3_600_000 };
  for (let at = 0; at < words.length; at += 2) {
    const [name, word] = words.slice(at, at + 2);
    if (!["--page", "--patience"].includes(name)) throw new Misused(`unknown argument: ${name}`);
    const number = numberOf(name, word);
    if (name === "--page") options.page = number;
    else options.idleMs = options.hardMs = number;
  }
  return options;
}
