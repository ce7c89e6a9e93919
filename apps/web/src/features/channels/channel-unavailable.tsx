import { CHANNEL_MESSAGES } from "@app/contract/channels";
import { ApiError } from "#lib/api-error.ts";
import { useTitle } from "#lib/use-title.ts";
import { LinkButton } from "#ui/button.tsx";
import { Empty } from "#ui/empty.tsx";
import { LoadError } from "#ui/load-error.tsx";

type Unavailable = { title: string; what: string };

const MISSING = {
  title: CHANNEL_MESSAGES.missing,
  what: "It may have been deleted, or the address has a typo.",
};

const PAGES: Partial<Record<ApiError["kind"], Unavailable>> = {
  not_found: MISSING,
  // The URL contains no valid id.
  invalid_input: MISSING,
  bad_request: MISSING,
  gone: {
    title: CHANNEL_MESSAGES.deactivated,
    what: "Its owner has deactivated it. Its content returns if they restore it.",
  },
  not_allowed: {
    title: CHANNEL_MESSAGES.blocked,
    what: "You cannot see its content or follow it.",
  },
};

/** @returns whether the user may not see the channel, so that cached data must be hidden */
export function isUnavailable(error: unknown): boolean {
  return pageFor(error) !== undefined;
}

function pageFor(error: unknown): Unavailable | undefined {
  return error instanceof ApiError ? PAGES[error.kind] : undefined;
}

type ChannelUnavailableProps = { error: unknown; isRetrying: boolean; onRetry: () => void };

/** A missing, deactivated or blocked channel, or any other failure, which can be retried. */
export function ChannelUnavailable({ error, isRetrying, onRetry }: ChannelUnavailableProps) {
  const page = pageFor(error);
  useTitle("Channel");
  return (
    <section className="column flex min-h-[60vh] flex-col items-center justify-center py-16">
      <h1 className="sr-only">Channel</h1>
      {page ? (
        <Empty title={page.title}>
          <p>{page.what}</p>
          <LinkButton href="/explore">Explore other channels</LinkButton>
        </Empty>
      ) : (
        <LoadError error={error} isRetrying={isRetrying} onRetry={onRetry} />
      )}
    </section>
  );
}
