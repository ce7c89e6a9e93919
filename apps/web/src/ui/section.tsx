import { clsx } from "clsx";
import { type ReactNode, useId } from "react";

type SectionProps = {
  title: string;
  /** Shows the title as written instead of in capitals. */
  isCased?: boolean;
  subtitle?: string;
  children: ReactNode;
};

/** A section with a heading. A carousel in it puts its buttons next to the heading. */
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

/** A centered column for pages with a single task. */
export function NarrowPage({ children }: { children: ReactNode }) {
  return (
    <section className="column flex min-h-[60vh] max-w-xl flex-col justify-center gap-6 py-12 sm:py-16">
      {children}
    </section>
  );
}
