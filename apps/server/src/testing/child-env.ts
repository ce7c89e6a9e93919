/**
 * What a process that a test starts has of the test's own environment, and nothing of the machine's other settings. With
 * the code that `npm test` keeps compiled it starts in half of the time.
 */
export function childEnv(): Record<string, string> {
  const names = ["PATH", "NODE_COMPILE_CACHE"];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}
