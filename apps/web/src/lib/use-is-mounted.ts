import { useEffect, useRef } from "react";

/** @returns tells whether the component is still on the page, for a reply that arrives after its form was closed */
export function useIsMounted(): () => boolean {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return () => isMounted.current;
}
