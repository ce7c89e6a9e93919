import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";

/**
 * The token at the end of an emailed link; empty if there is none. It stays in memory while the page is open, so that
 * `clearAddress` can remove a used token from the address bar and the history.
 */
export function useLinkToken(path: string): { token: string; clearAddress: () => void } {
  const { _splat = "" } = useParams({ strict: false });
  const [token] = useState(_splat);
  const navigate = useNavigate();
  return { token, clearAddress: () => void navigate({ to: path, replace: true }) };
}
