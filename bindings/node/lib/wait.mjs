// Waiting.

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** What becomes of a promise, or `undefined` after so many milliseconds. */
function within(promise, ms) {
  let timer;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, ms)));
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** As `Promise.withResolvers`, which Node 20 does not have. */
function resolvers() {
  let resolve;
  let reject;
  const promise = new Promise((...both) => ([resolve, reject] = both));
  return { promise, resolve, reject };
}

export { resolvers, sleep, within };
