import { type RefObject, useCallback, useEffect, useState } from "react";

type Beside = { isBefore: boolean; isAfter: boolean; widthPx: number };

/** Places are measured in parts of a pixel, and scrolled to in whole ones. */
const NEARLY_PX = 2;

/** On which sides a row that scrolls has more than it shows; `measure` when it was scrolled, or has other things in it. */
export function useMoreBeside(row: RefObject<HTMLElement | null>): Beside & { measure: () => void } {
  const [beside, setBeside] = useState<Beside>({ isBefore: false, isAfter: false, widthPx: 0 });
  const measure = useCallback(() => {
    if (!row.current) return;
    const { scrollLeft, scrollWidth, clientWidth: widthPx } = row.current;
    const isBefore = scrollLeft > NEARLY_PX;
    const isAfter = scrollWidth - widthPx - scrollLeft > NEARLY_PX;
    setBeside((was) =>
      was.isBefore === isBefore && was.isAfter === isAfter && was.widthPx === widthPx
        ? was
        : { isBefore, isAfter, widthPx },
    );
  }, [row]);
  useEffect(() => {
    if (!row.current) return;
    const watch = new ResizeObserver(measure);
    watch.observe(row.current);
    return () => watch.disconnect();
  }, [row, measure]);
  return { ...beside, measure };
}
