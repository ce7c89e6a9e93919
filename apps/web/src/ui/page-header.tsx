import type { ReactNode } from "react";

/** The heading of a page of the staff console, one sentence about it, and what can be done on it. */
export function PageHeader({ title, about, children }: { title: string; about?: ReactNode; children?: ReactNode }) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <h1 className="min-w-0 page-title break-words">{title}</h1>
      {children && <div className="flex flex-wrap gap-2">{children}</div>}
      {about && (
        <div className="w-full">
          <p className="max-w-prose text-pretty text-muted">{about}</p>
        </div>
      )}
    </header>
  );
}
