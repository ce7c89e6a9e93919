import { type RefObject, useCallback, useEffect, useState } from "react";

type Overflow = { isBefore: boolean; isAfter: boolean; widthPx: number; measure: () => void };

/** Layout is fractional but scroll positions are whole pixels. */
const TOLERANCE_PX = 2;

/** Whether a scrolling row overflows on either side; call `measure` after it scrolls or its content changes. */
export function useOverflow(row: RefObject<HTMLElement | null>): Overflow {
  const [overflow, setOverflow] = useState({ isBefore: false, isAfter: false, widthPx: 0 });
  const measure = useCallback(() => {
    if (!row.current) return;
    const { scrollLeft, scrollWidth, clientWidth: widthPx } = row.current;
    const isBefore = scrollLeft > TOLERANCE_PX;
    const isAfter = scrollWidth - widthPx - scrollLeft > TOLERANCE_PX;
    setOverflow((was) =>
      was.isBefore === isBefore && was.isAfter === isAfter && was.widthPx === widthPx
        ? was
        : { isBefore, isAfter, widthPx },
    );
  }, [row]);
  useEffect(() => {
    if (!row.current) return;
    const observer = new ResizeObserver(measure);
    observer.observe(row.current);
    return () => observer.disconnect();
  }, [row, measure]);
  return { ...overflow, measure };
}
