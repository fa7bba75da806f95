// Compares JSON values with what is wanted of them, as match.py does.
//
// A wanted text that begins with `~` is a regular expression for the whole text. In a wanted object
// `json` stands for a `text` that is JSON, whose value is compared, not its bytes; and a member
// that is null must not be there.

export const short = (value) => {
  const text = JSON.stringify(value) ?? String(value);
  return text.length < 120 ? text : `${text.slice(0, 100)}… (${text.length} characters)`;
};

const isObject = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

// Where and how `got` is not what is wanted, or undefined. Not exact: it may have more members.
export function differs(wanted, got, exact = true, at = '') {
  const here = at || 'it';
  if (typeof wanted === 'string' && wanted.startsWith('~')) {
    const pattern = new RegExp(`^(?:${wanted.slice(1)})$`, 's');
    return typeof got === 'string' && pattern.test(got) ? undefined : `${here} is ${short(got)}`;
  }
  if (isObject(wanted) && isObject(got)) return objectsDiffer(wanted, got, exact, at);
  if (Array.isArray(wanted) && Array.isArray(got)) {
    if (wanted.length !== got.length) {
      return `${here} has ${got.length} elements instead of ${wanted.length}`;
    }
    for (const [n, want] of wanted.entries()) {
      const why = differs(want, got[n], exact, `${at}[${n}]`);
      if (why !== undefined) return why;
    }
    return undefined;
  }
  return wanted === got ? undefined : `${here} is ${short(got)} instead of ${short(wanted)}`;
}

function objectsDiffer(wanted, given, exact, at) {
  const got = { ...given };
  if ('json' in wanted) {
    try {
      got.json = JSON.parse(got.text);
      delete got.text;
    } catch {
      return `${at}.text is no JSON`;
    }
  }
  for (const [key, value] of Object.entries(wanted)) {
    if (value === null && got[key] === undefined) continue;
    if (value === null) return `${at}.${key} is there`;
    if (got[key] === undefined) return `${at}.${key} is missing`;
    const why = differs(value, got[key], exact, `${at}.${key}`);
    if (why !== undefined) return why;
  }
  const more = Object.keys(got).filter((key) => !(key in wanted) && got[key] !== undefined);
  return exact && more.length > 0 ? `${at || 'it'} also has ${more.sort().join(', ')}` : undefined;
}
