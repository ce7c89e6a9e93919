import type { StaffDesk } from "@app/contract/console";
import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import type { ComponentType } from "react";
import { useIsLarge } from "#lib/use-media.ts";
import { Link } from "#ui/link.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

type NavProps = { groups: readonly ConsoleGroup[]; shown: ConsolePage; role: StaffDesk["role"] };

/** At the side on wide screens, behind a menu line above the page on narrow ones. */
export function ConsoleNav({ groups, shown, role }: NavProps) {
  const isWide = useIsLarge();
  const links = (
    <nav aria-label="Staff console" className="flex flex-col gap-5">
      {groups.map((group) => (
        <div key={group.label}>
          <p className="px-3 pb-1 text-xs font-semibold text-muted">{group.label}</p>
          <ul className="flex flex-col">
            {group.pages.map((page) => (
              <li key={page.path}>
                <Link
                  href={`/admin/${page.path}`}
                  aria-current={page === shown ? "page" : undefined}
                  className={clsx(
                    "flex min-h-9 items-center rounded-control px-3 text-sm font-semibold hover:bg-lift touch:min-h-11",
                    page === shown ? "bg-lift text-text" : "text-muted hover:text-text",
                  )}
                >
                  {page.label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
  if (isWide)
    return (
      <div className="sticky top-20 flex max-h-[calc(100dvh-6rem)] flex-col gap-5 self-start overflow-y-auto pb-4">
        <RoleLine role={role} />
        {links}
      </div>
    );
  return (
    // A new page closes it.
    <details key={shown.path} className="group mb-6 rounded-media border border-line bg-raised">
      <summary className="flex min-h-12 items-center gap-2 px-4 font-semibold">
        <span className="text-muted">Staff:</span> {shown.label}
        <ChevronDown aria-hidden size={20} className="ml-auto text-muted transition-transform group-open:rotate-180" />
      </summary>
      <div className="border-t border-line p-2 pt-4">{links}</div>
    </details>
  );
}

function RoleLine({ role }: { role: StaffDesk["role"] }) {
  return (
    <p className="px-3 text-sm text-muted">
      You are {role === "admin" ? "an" : "a"} <span className="font-semibold text-text">{role}</span>.
    </p>
  );
}

export type ConsolePageProps = {
  /** Of the thing that the page is about, as in `/admin/people/{id}`. */
  id: string | null;
  /** The pages that this person can open. */
  paths: readonly string[];
};

export type ConsolePage = {
  /** Behind `/admin/`. */
  path: string;
  label: string;
  /** `admin`: not shown to moderators, to whom the server refuses it as well. */
  access: "staff" | "admin";
  Page: ComponentType<ConsolePageProps>;
};

export type ConsoleGroup = { label: string; pages: readonly ConsolePage[] };

export function ConsolePageSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-6">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-10 w-60" />
      <Skeleton className="h-64 w-full rounded-media" />
    </div>
  );
}
