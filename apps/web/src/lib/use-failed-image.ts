import { useCallback, useEffect, useState } from "react";

/**
 * For an image that is left out while it has failed to load: drawn again, the browser requests it again.
 * @param src after a change, the image has not failed
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
