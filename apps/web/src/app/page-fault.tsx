import { MESSAGES } from "@app/contract/errors";
import { Button } from "#ui/button.tsx";

/** A page that broke. Loading it anew also fetches its newest version, which mends a page left open over a release. */
export function PageFault() {
  return (
    <div role="alert" className="column flex min-h-[60vh] flex-col items-center justify-center gap-4 text-center">
      <h1 className="title text-4xl">{MESSAGES.somethingWrong}</h1>
      <p className="text-muted">This page could not be shown.</p>
      <Button onClick={() => window.location.reload()}>Load the page again</Button>
    </div>
  );
}
