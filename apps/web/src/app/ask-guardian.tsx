import { guardianRoutes } from "@app/contract/guardian";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { guardianState } from "#features/billing/billing.queries.ts";
import { GuardianForm } from "#features/billing/guardian-form.tsx";
import { callWithMessage } from "#lib/api.ts";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

/** For an athlete below 18 whose guardian was not asked, has not answered, or has withdrawn the consent. */
export function AskGuardian() {
  const guardian = useQuery(guardianState);
  const cache = useQueryClient();
  if (guardian.isPending) return <Skeleton className="h-40 w-full max-w-xl" />;
  if (!guardian.data)
    return (
      <LoadError error={guardian.error} isRetrying={guardian.isFetching} onRetry={() => void guardian.refetch()} />
    );
  const { state, guardian_email: email } = guardian.data;
  return (
    <div className="flex max-w-xl flex-col gap-5">
      <div role="status">
        {state === "asked" && (
          <Notice title={`Waiting for ${email ?? "your guardian"}`}>Your page opens once they have consented.</Notice>
        )}
        {(state === "declined" || state === "withdrawn") && (
          <Notice>Your guardian has not consented. You can ask again.</Notice>
        )}
      </div>
      <GuardianForm
        isAgain={state !== "none"}
        email={email}
        onAsk={async (body) => {
          const { message } = await callWithMessage(guardianRoutes.ask, { body });
          await cache.invalidateQueries(guardianState);
          return message;
        }}
      />
    </div>
  );
}
