/** Something on this machine stands in the way. The message says what, and what to type. */
export class SetupError extends Error {}

/** One progress line for a step that takes time. */
export function step(text) {
  process.stderr.write(`\u203a ${text}\n`);
}

/** @returns {never} */
export function fail(sentence) {
  process.stderr.write(`\n${sentence}\n`);
  process.exit(1);
}
