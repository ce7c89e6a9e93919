import { clsx } from "clsx";
import { type ReactNode, useId } from "react";

type SectionProps = {
  title: string;
  /** The title is shown as it is written, and not in capitals. */
  isCased?: boolean;
  subtitle?: string;
  children: ReactNode;
};

/** A part of a page under its own heading. A rail in it puts its arrows beside the heading. */
export function Section({ title, isCased = false, subtitle, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-5">
      <header className="flex min-h-14 flex-col justify-end pr-12 md:pr-36">
        <h2 id={id} className={clsx("title text-3xl sm:text-4xl", isCased && "normal-case")}>
          {title}
        </h2>
        {subtitle && <p className="text-muted">{subtitle}</p>}
      </header>
      {children}
    </section>
  );
}

/** One column in the middle, for a page with one thing to do. */
export function NarrowPage({ children }: { children: ReactNode }) {
  return (
    <section className="column flex min-h-[60vh] max-w-xl flex-col justify-center gap-6 py-12 sm:py-16">
      {children}
    </section>
  );
}
