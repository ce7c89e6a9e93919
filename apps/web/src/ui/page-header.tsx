import type { ReactNode } from "react";

/** The heading of a page of the staff console, one sentence about it, and what can be done on it. */
export function PageHeader({ title, about, children }: { title: string; about?: ReactNode; children?: ReactNode }) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-4">
      <div className="flex min-w-0 flex-col gap-1">
        <h1 className="title text-4xl break-words">{title}</h1>
        {about && <p className="max-w-prose text-muted">{about}</p>}
      </div>
      {children && <div className="flex flex-wrap gap-2">{children}</div>}
    </header>
  );
}
