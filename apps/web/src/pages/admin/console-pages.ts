import type { StaffDesk } from "@app/contract/console";
import type { ComponentType } from "react";
import { lazyWithPreload, withOfflineError } from "#lib/lazy-with-preload.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { type ConsoleGroup, type ConsolePage, type ConsolePageProps, ConsolePageSkeleton } from "./console-nav.tsx";

/** The console: a page is a line here, shown to those who may use it. The first page is the one behind `/admin`. */
const GROUPS: readonly ConsoleGroup[] = [
  {
    label: "Looking after people",
    pages: [
      page("today", "Today", "staff", async () => (await import("./moderation-pages.tsx")).TodayPage),
      page("people", "People", "staff", async () => (await import("./moderation-pages.tsx")).PeoplePage),
      page("content", "Content", "staff", async () => (await import("./moderation-pages.tsx")).ContentPage),
      page("reports", "Reports", "staff", async () => (await import("./moderation-pages.tsx")).ReportsPage),
      page("comments", "Comments", "staff", async () => (await import("./moderation-pages.tsx")).CommentsPage),
    ],
  },
  {
    label: "The home page",
    pages: [
      page("announcements", "Announcement", "admin", async () => (await import("./home-pages.tsx")).AnnouncementsPage),
      page("slots", "Slots", "staff", async () => (await import("./home-pages.tsx")).SlotsPage),
      page("banner", "Home banner", "staff", async () => (await import("./home-pages.tsx")).BannerPage),
      page("athletes", "Athletes of the week", "staff", async () => (await import("./home-pages.tsx")).AthletesPage),
      page("categories", "Categories", "staff", async () => (await import("./home-pages.tsx")).CategoriesPage),
    ],
  },
  {
    label: "Money",
    pages: [
      page("plans", "Plans and prices", "admin", async () => (await import("./money-pages.tsx")).PlansPage),
      page("referrals", "Referrals", "admin", async () => (await import("./money-pages.tsx")).ReferralsAdminPage),
      page("payouts", "Payouts", "admin", async () => (await import("./money-pages.tsx")).PayoutsAdminPage),
      page("tax", "Tax", "admin", async () => (await import("./money-pages.tsx")).TaxAdminPage),
    ],
  },
  {
    label: "System",
    pages: [
      page("settings", "Settings", "admin", async () => (await import("./installation-pages.tsx")).SettingsPage),
      page("jobs", "Jobs", "admin", async () => (await import("./installation-pages.tsx")).JobsPage),
      page("audit-log", "Audit log", "admin", async () => (await import("./installation-pages.tsx")).AuditLogPage),
    ],
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
