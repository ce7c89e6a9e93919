import type { StaffDesk } from "@app/contract/console";
import type { ComponentType } from "react";
import { lazyWithPreload, withOfflineError } from "#lib/lazy-with-preload.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { ConsolePageSkeleton } from "./console-page-skeleton.tsx";

/** A page about one thing gets its id, as in `/admin/people/{id}`. */
export type ConsolePageProps = { id: string | null };

export type ConsolePage = {
  /** Behind `/admin/`. */
  path: string;
  label: string;
  /** `admin`: not shown to moderators, to whom the server refuses it as well. */
  access: "staff" | "admin";
  Page: ComponentType<ConsolePageProps>;
};

export type ConsoleGroup = { label: string; pages: readonly ConsolePage[] };

/** The console: a page is a line here, shown to those who may use it. The first page is the one behind `/admin`. */
const GROUPS: readonly ConsoleGroup[] = [
  {
    label: "Moderation",
    pages: [page("reports", "Reports", "staff", async () => (await import("./reports-page.tsx")).ReportsPage)],
  },
  {
    label: "Money",
    pages: [
      page(
        "referrals",
        "Referrals",
        "admin",
        async () => (await import("./referrals-admin-page.tsx")).ReferralsAdminPage,
      ),
      page("payouts", "Payouts", "admin", async () => (await import("./payouts-admin-page.tsx")).PayoutsAdminPage),
      page("tax", "Tax", "admin", async () => (await import("./tax-admin-page.tsx")).TaxAdminPage),
    ],
  },
  {
    label: "The installation",
    pages: [page("audit-log", "Audit log", "admin", async () => (await import("./audit-log-page.tsx")).AuditLogPage)],
  },
];

/** @returns the pages for this role, without groups that have none */
export function consoleGroups(role: StaffDesk["role"]): ConsoleGroup[] {
  return GROUPS.map(({ label, pages }) => ({
    label,
    pages: pages.filter(({ access }) => access === "staff" || role === "admin"),
  })).filter(({ pages }) => pages.length > 0);
}

function page(
  path: string,
  label: string,
  access: ConsolePage["access"],
  load: () => Promise<ComponentType<ConsolePageProps>>,
): ConsolePage {
  const { Component } = lazyWithPreload(() => withOfflineError(load()), ConsolePageSkeleton, { Fallback: LoadError });
  return { path, label, access, Page: Component };
}
