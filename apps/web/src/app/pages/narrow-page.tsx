import type { ReactNode } from "react";

/** One column in the middle, for a page with one thing to do. */
export function NarrowPage({ children }: { children: ReactNode }) {
  return (
    <section className="column flex min-h-[60vh] max-w-xl flex-col justify-center gap-6 py-12 sm:py-16">
      {children}
    </section>
  );
}
