import { Fragment } from "react";

/** Where something stands in a text: start and end, in order and apart. */
export type Range = readonly [number, number];

/** A text with parts of it marked. What was cut off its end is marked no more. */
export function Marked({ text, ranges }: { text: string; ranges: readonly Range[] }) {
  const within = ranges.filter(([start]) => start < text.length);
  if (within.length === 0) return text;
  return within.map(([start, end], at) => (
    <Fragment key={start}>
      {text.slice(within[at - 1]?.[1] ?? 0, start)}
      <mark className="bg-transparent text-inherit underline decoration-accent decoration-2 underline-offset-3">
        {text.slice(start, end)}
      </mark>
      {at === within.length - 1 && text.slice(end)}
    </Fragment>
  ));
}
