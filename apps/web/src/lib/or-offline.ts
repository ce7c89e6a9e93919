import { offlineError } from "./api-error.ts";

/**
 * For a part of the page that is fetched late. Where it is missing because of a new release, the router loads the whole
 * page anew; without a server that would only lose what is there.
 * @throws ApiError `offline` when the server is not there; else what the fetching threw
 */
export async function orOffline<T>(fetching: Promise<T>): Promise<T> {
  try {
    return await fetching;
  } catch (error) {
    const isThere = await fetch("/healthz", { cache: "no-store" }).then(
      ({ ok }) => ok,
      () => false,
    );
    throw isThere ? error : offlineError();
  }
}
