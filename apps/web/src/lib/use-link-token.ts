import { type RegisteredRouter, type RouteIds, useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";

/** A page whose address ends with the token: `/unsubscribe/$`. */
type TokenRoute = Extract<RouteIds<RegisteredRouter["routeTree"]>, `/${string}/$`>;

/**
 * The token at the end of an emailed link; empty if there is none. It stays in memory while the page is open, so that
 * `clearAddress` can remove a used token from the address bar and the history.
 */
export function useLinkToken(from: TokenRoute): { token: string; clearAddress: () => void } {
  const { _splat = "" } = useParams({ from });
  const [token] = useState(_splat);
  const navigate = useNavigate();
  return { token, clearAddress: () => void navigate({ to: from, params: { _splat: "" }, replace: true }) };
}
