import { clsx } from "clsx";
import { type ReactNode, useEffect, useRef } from "react";
import { useOverflow } from "./use-overflow.ts";

type NumberTableProps = {
  label: string;
  head: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
  /** As high as its rows, rather than a box that scrolls. */
  isWhole?: boolean;
};

/** The first column names the row, the others are numbers. Scrolls sideways on narrow screens, and fades where it continues. */
export function NumberTable({ label, head, rows, isWhole = false }: NumberTableProps) {
  const box = useRef<HTMLElement>(null);
  const { isBefore, isAfter, measure } = useOverflow(box);
  useEffect(measure);
  return (
    <section
      ref={box}
      aria-label={label}
      onScroll={measure}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
      tabIndex={0}
      className={clsx(
        "overflow-auto rounded-media border border-line focus-visible:-outline-offset-2",
        "print:max-h-none print:overflow-visible print:mask-none",
        !isWhole && "max-h-96",
        isBefore && "mask-l-from-[calc(100%-3rem)]",
        isAfter && "mask-r-from-[calc(100%-3rem)]",
      )}
    >
      <table className="w-full text-sm">
        <thead className="sticky top-0 bg-raised text-muted">
          <tr>
            {head.map((title, at) => (
              <th
                key={title}
                scope="col"
                className={`px-3 py-2 font-semibold whitespace-nowrap print:px-1 print:whitespace-normal ${at === 0 ? "text-left" : "text-right"}`}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...values] }) => (
            <tr key={key} className="border-t border-line">
              <th scope="row" className="px-3 py-2 text-left font-normal print:px-1">
                {name}
              </th>
              {values.map((value, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their order
                <td key={at} className="score px-3 py-2 text-right text-base whitespace-nowrap print:px-1">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
