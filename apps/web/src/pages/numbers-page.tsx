import { useNavigate, useSearch } from "@tanstack/react-router";
import { Numbers, type Period, toPeriod } from "#features/analytics/numbers.tsx";
import { focusMain } from "#lib/focus.ts";
import { useTitle } from "#lib/use-title.ts";
import { HubLinks, RoleGate } from "#ui/page-links.tsx";

/** How the own channel and its items do. */
export function NumbersPage() {
  const { item = null, days } = useSearch({ from: "__root__" });
  const navigate = useNavigate();
  useTitle("Analytics");
  const period = toPeriod(days);

  function showItem(id: string | null): void {
    // The pressed button disappears, and the path stays the same.
    focusMain();
    void navigate({ to: ".", search: { days: String(period), ...(id === null ? {} : { item: id }) } });
  }

  function showDays(chosen: Period): void {
    const search = { days: String(chosen), ...(item === null ? {} : { item }) };
    void navigate({ to: ".", search, resetScroll: false });
  }

  return (
    <div className="column flex flex-col gap-6 py-8 sm:py-12">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="page-title">Analytics</h1>
        <HubLinks />
      </header>
      <RoleGate permission="see_numbers">
        <Numbers itemId={item} days={period} onItem={showItem} onDays={showDays} />
      </RoleGate>
    </div>
  );
}
