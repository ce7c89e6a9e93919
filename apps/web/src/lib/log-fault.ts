import { ApiError, messageOf } from "./api-error.ts";

/** A line for whoever looks into the browser: what did not come, why, and the id under which the server has its own line. */
export function logFault(what: string, error: unknown): void {
  const id = error instanceof ApiError && error.requestId ? ` (${error.requestId})` : "";
  // biome-ignore lint/suspicious/noConsole: a page has no other log
  console.warn(`${what} could not be fetched: ${messageOf(error)}${id}`);
}
