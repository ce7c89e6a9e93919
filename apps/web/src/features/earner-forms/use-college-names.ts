import { useEffect, useState } from "react";

const NONE: readonly string[] = [];

/** The list weighs more than the form, and only those who add an offer or a visit need it. */
const loadNames = () => import("./college-names.json");

/** Colleges of the United States by name, to choose from; any other can be typed as well. */
export function useCollegeNames(): readonly string[] {
  const [names, setNames] = useState(NONE);
  useEffect(() => {
    let isShown = true;
    loadNames().then(
      (loaded) => isShown && setNames(loaded.default),
      // Without the list the name can be typed all the same.
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, []);
  return names;
}
