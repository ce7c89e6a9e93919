import { MESSAGES } from "@app/contract/errors";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { ApiError } from "#lib/api-error.ts";
import { Button } from "#ui/button.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Spinner } from "#ui/spinner.tsx";

/** A page that broke. Loading it anew also fetches its newest version, which mends a page left open over a release. */
export function PageError({ error }: Partial<ErrorComponentProps>) {
  const router = useRouter();
  if (error instanceof ApiError && error.kind === "offline") {
    return <LoadError error={error} isRetrying={false} onRetry={() => void router.invalidate()} />;
  }
  return (
    <div role="alert" className="column flex min-h-[60vh] flex-col items-center justify-center gap-4 text-center">
      <h1 className="title text-4xl">{MESSAGES.somethingWrong}</h1>
      <p className="text-muted">This page could not be shown.</p>
      <Button onClick={() => window.location.reload()}>Load the page again</Button>
    </div>
  );
}

/** Shown only when a page takes longer than 300 ms to arrive. */
export function PagePending() {
  return (
    <div className="flex min-h-dvh items-center justify-center text-muted">
      <Spinner label="Loading the page" size={28} />
    </div>
  );
}
