import { useNavigate, useSearch } from "@tanstack/react-router";
import { Numbers, toPeriod } from "#features/analytics/numbers.tsx";
import { useTitle } from "#lib/use-title.ts";
import { HubLinks, RoleGate } from "#ui/page-links.tsx";

/** How the own channel and its items do. */
export function NumbersPage() {
  const { item = null, days } = useSearch({ from: "__root__" });
  const navigate = useNavigate();
  useTitle("Analytics");
  const show = (search: { item?: string; days?: string }) => void navigate({ to: ".", search, resetScroll: false });
  const period = toPeriod(days);
  return (
    <div className="column flex flex-col gap-6 py-8 sm:py-12">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="page-title">Analytics</h1>
        <HubLinks />
      </header>
      <RoleGate permission="see_numbers">
        <Numbers
          itemId={item}
          days={period}
          onItem={(id) => show({ days: String(period), ...(id === null ? {} : { item: id }) })}
          onDays={(chosen) => show({ days: String(chosen), ...(item === null ? {} : { item }) })}
        />
      </RoleGate>
    </div>
  );
}
