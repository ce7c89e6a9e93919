import { accountRoutes, type Session } from "@app/contract/accounts";
import { setAccessToken } from "./access-token.ts";
import { setUser } from "./session-store.ts";
import { send } from "./transport.ts";

let underWay: Promise<void> | null = null;

/**
 * A new access token for the refresh cookie. Callers that need one at the same time share one request;
 * two tabs take turns, since each use of the cookie replaces it.
 * @throws ApiError `not_signed_in` when the session is over, `offline` when nobody could say
 */
export function refreshToken(): Promise<void> {
  underWay ??= navigator.locks.request("fieldhouse.refresh", refresh).finally(() => {
    underWay = null;
  });
  return underWay;
}

async function refresh(): Promise<void> {
  const { method, path } = accountRoutes.refresh;
  const { data } = await send({ method, path, token: null, body: {} });
  const session = data as Session;
  setAccessToken(session.access_token);
  setUser(session.users);
}
