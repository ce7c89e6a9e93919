import { useCallback, useEffect, useState } from "react";

/**
 * Remembers that an image failed to load, so that it is left out until a retry. Drawn again, it is requested again.
 * @param src another one has not failed
 */
export function useFailedImage(src: string | null) {
  const [failed, setFailed] = useState<string | null>(null);
  const hasFailed = src !== null && failed === src;
  const retry = useCallback(() => setFailed(null), []);
  useEffect(() => {
    if (!hasFailed) return;
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, [hasFailed, retry]);
  return { hasFailed, onError: () => setFailed(src), retry };
}
