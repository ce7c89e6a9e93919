import { MESSAGES } from "@app/contract/errors";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { ApiError } from "#lib/api-error.ts";
import { Button } from "#ui/button.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Spinner } from "#ui/spinner.tsx";

/** Shown when a page throws. Reloading also fetches the newest release, which fixes a page left open during a deployment. */
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

/** Shown only if loading a page takes longer than 300 ms. */
export function PagePending() {
  return (
    <div className="flex min-h-dvh items-center justify-center text-muted">
      <Spinner label="Loading the page" size={28} />
    </div>
  );
}
