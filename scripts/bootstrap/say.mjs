/** A problem with this machine. The message says what is wrong and what to type. */
export class SetupError extends Error {}

/** Prints a progress line for a slow step. */
export function step(text) {
  process.stderr.write(`\u203a ${text}\n`);
}

/** @returns {never} */
export function fail(sentence) {
  process.stderr.write(`\n${sentence}\n`);
  process.exit(1);
}
