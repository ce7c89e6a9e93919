import { UNSUBSCRIBE_MESSAGES, type Unsubscribing } from "@app/contract/preferences";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/api.ts";
import { ApiError, messageOf } from "#lib/api-error.ts";
import { Button } from "#ui/button.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Notice, SentNotice } from "#ui/notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

function unsubscribing(token: string) {
  return queryOptions({
    queryKey: ["unsubscribing", token],
    queryFn: ({ signal }) => call("GET /unsubscribe/:token", { params: { token } }, signal),
    retry: (count, error) => count < 2 && !isUseless(error),
  });
}

function isUseless(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === "gone" || error.kind === "invalid_input");
}

/** One button, for the emails that the link is about. */
export function Unsubscribe({ token }: { token: string }) {
  const link = useQuery(unsubscribing(token));
  if (link.isPending) return <Skeleton className="h-24 w-full" />;
  if (link.data) return <Confirm token={token} link={link.data} />;
  if (isUseless(link.error)) return <Notice tone="error">{UNSUBSCRIBE_MESSAGES.useless}</Notice>;
  return <LoadError error={link.error} isRetrying={link.isFetching} onRetry={() => void link.refetch()} />;
}

function Confirm({ token, link: { about, is_off } }: { token: string; link: Unsubscribing }) {
  const cache = useQueryClient();
  const unsubscribe = useMutation({
    mutationFn: () => call("POST /unsubscribe/:token", { params: { token } }),
    onSuccess: (done) => cache.setQueryData(unsubscribing(token).queryKey, done),
  });
  if (is_off)
    return (
      <SentNotice title={UNSUBSCRIBE_MESSAGES.done}>
        You won't get any more {about}. You will still get emails about security and billing.
      </SentNotice>
    );
  return (
    <>
      <p className="text-muted">
        Do you want to stop getting {about}? You will still get emails about security and billing.
      </p>
      {unsubscribe.isError && <Notice tone="error">{messageOf(unsubscribe.error)}</Notice>}
      <Button busy={unsubscribe.isPending} onClick={() => unsubscribe.mutate()} className="self-start">
        Unsubscribe
      </Button>
    </>
  );
}
