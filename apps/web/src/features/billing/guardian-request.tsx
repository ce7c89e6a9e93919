import { guardianRoutes } from "@app/contract/guardian";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { callWithMessage } from "#lib/api.ts";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { guardianState } from "./billing.queries.ts";
import { GuardianForm } from "./guardian-form.tsx";

type GuardianRequestProps = {
  /** What happens once the guardian has consented. */
  waiting: string;
  /** Stands there when they have. */
  accepted?: ReactNode;
};

/** Whether a minor's guardian was asked and what they answered, and the form to ask them. */
export function GuardianRequest({ waiting, accepted }: GuardianRequestProps) {
  const guardian = useQuery(guardianState);
  const cache = useQueryClient();
  if (guardian.isPending) return <Skeleton className="h-40 w-full" />;
  if (!guardian.data)
    return (
      <LoadError error={guardian.error} isRetrying={guardian.isFetching} onRetry={() => void guardian.refetch()} />
    );
  const { state, guardian_email: email } = guardian.data;
  return (
    <div className="flex flex-col gap-5">
      <div role="status" className="empty:-mb-5">
        {state === "asked" && <Notice title={`Waiting for ${email ?? "your guardian"}`}>{waiting}</Notice>}
        {state === "declined" && (
          <Notice tone="warning" title="Your guardian has not consented.">
            They can change their answer with the link in their mail, or you can ask again.
          </Notice>
        )}
        {state === "withdrawn" && (
          <Notice tone="warning" title="Your guardian has withdrawn their consent.">
            They can give it again with the link in their mail, or you can ask again.
          </Notice>
        )}
        {state === "accepted" && accepted}
      </div>
      {state !== "accepted" && (
        <>
          <p className="text-sm text-muted">
            Your parent or guardian gets a mail with a link. There they state how they are related to you, and show with
            a credit or debit card that they are an adult. Nothing is charged to it.
          </p>
          <GuardianForm
            isAgain={state !== "none"}
            email={email}
            onAsk={async (body) => {
              const { message } = await callWithMessage(guardianRoutes.ask, { body });
              await cache.invalidateQueries(guardianState);
              return message;
            }}
          />
        </>
      )}
    </div>
  );
}
