import type { StaffDesk } from "@app/contract/console";
import { Navigate, useParams } from "@tanstack/react-router";
import { ConsoleGate } from "#features/console/console-gate.tsx";
import { useTitle } from "#lib/use-title.ts";
import { ConsoleNav } from "./admin/console-nav.tsx";
import { consoleGroups } from "./admin/console-pages.ts";

/** The staff console: its navigation, and the page that the address names. */
export function AdminPage() {
  const { _splat: path = "" } = useParams({ from: "/admin/$" });
  return <ConsoleGate>{(desk) => <Console desk={desk} path={path} />}</ConsoleGate>;
}

function Console({ desk, path }: { desk: StaffDesk; path: string }) {
  const groups = consoleGroups(desk.role);
  const [name = "", id = null, ...rest] = path.split("/").filter((part) => part !== "");
  const pages = groups.flatMap((group) => group.pages);
  const shown = name === "" ? pages[0] : pages.find((page) => page.path === name);
  useTitle(shown ? `${shown.label} · Staff` : null);
  if (!shown || rest.length > 0) return <Navigate href="/404" to="." replace />;
  const { Page } = shown;
  return (
    <div className="column gap-x-10 py-6 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)] lg:py-10">
      <ConsoleNav groups={groups} shown={shown} role={desk.role} />
      <div key={path} className="flex min-w-0 flex-col gap-6">
        <Page id={id} paths={pages.map((page) => page.path)} />
      </div>
    </div>
  );
}
