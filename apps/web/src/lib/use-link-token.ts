import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";

/**
 * The token at the end of a mailed link, empty where there is none. It is held in memory while the page is open, so
 * that `clearAddress` can take it out of the address bar and of the history once it was used.
 */
export function useLinkToken(path: string): { token: string; clearAddress: () => void } {
  const { _splat = "" } = useParams({ strict: false });
  const [token] = useState(_splat);
  const navigate = useNavigate();
  return { token, clearAddress: () => void navigate({ to: path, replace: true }) };
}
