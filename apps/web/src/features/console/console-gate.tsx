import type { StaffDesk } from "@app/contract/console";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { call } from "#lib/api.ts";
import { ApiError } from "#lib/api-error.ts";
import { LinkButton } from "#ui/button.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { NarrowPage } from "#ui/section.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

/** Never cached, because the server decides whether the console opens. */
const staffDesk = queryOptions({
  queryKey: ["admin", "desk"],
  queryFn: ({ signal }) => call("GET /admin/desk", {}, signal),
  staleTime: 0,
  retry: false,
});

/** Opens the console for staff. The server decides who they are; everybody else finds no such page. */
export function ConsoleGate({ children }: { children: (desk: StaffDesk) => ReactNode }) {
  const desk = useQuery(staffDesk);
  if (desk.data) return children(desk.data);
  if (desk.isPending) return <ConsoleSkeleton />;
  const kind = desk.error instanceof ApiError ? desk.error.kind : null;
  if (kind === "not_found") return <Navigate href="/404" to="." replace />;
  if (kind === "two_factor_required") return <TwoFactorFirst />;
  return (
    <div className="column py-12">
      <h1 className="sr-only">Staff console</h1>
      <LoadError error={desk.error} isRetrying={desk.isFetching} onRetry={() => void desk.refetch()} />
    </div>
  );
}

function ConsoleSkeleton() {
  return (
    <div role="status" className="column flex flex-col gap-6 py-8">
      <span className="sr-only">Loading the staff console</span>
      <Skeleton className="h-10 w-60" />
      <Skeleton className="h-64 w-full rounded-media" />
    </div>
  );
}

function TwoFactorFirst() {
  return (
    <NarrowPage>
      <h1 className="page-title">Turn on two-factor sign-in</h1>
      <p className="text-lg text-muted">
        You are on the staff. Before you can look after people and their content, signing in has to take a code from
        your phone as well as your password. It takes about two minutes.
      </p>
      <LinkButton href="/setting?tab=security" size="lg" className="self-start">
        Set it up
      </LinkButton>
    </NarrowPage>
  );
}
