import type { ReactNode } from "react";
import sadFloodlight from "../assets/sad-floodlight.svg";

type EmptyProps = { title: string; picture?: ReactNode; children?: ReactNode };

const SAD_FLOODLIGHT = <img src={sadFloodlight} alt="" width={112} height={96} />;

/** Shown for an empty list, with what to do next. */
export function Empty({ title, picture = SAD_FLOODLIGHT, children }: EmptyProps) {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-10 text-center">
      {picture}
      <p className="text-lg font-semibold">{title}</p>
      {children && <div className="flex max-w-prose flex-col items-center gap-4 text-muted">{children}</div>}
    </div>
  );
}
