import { guardianRoutes } from "@app/contract/guardian";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { callWithMessage } from "#lib/api.ts";
import { Button } from "#ui/button.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { guardianState } from "./billing.queries.ts";
import { GuardianForm } from "./guardian-form.tsx";

/** From 13 to 17 a guardian consents by mail before anything is paid. */
export function GuardianStep({ onConsented }: { onConsented: () => void }) {
  const guardian = useQuery(guardianState);
  const cache = useQueryClient();

  if (guardian.isPending) return <Spinner label="Loading" />;
  if (guardian.isError) {
    return (
      <LoadError error={guardian.error} onRetry={() => void guardian.refetch()} isRetrying={guardian.isFetching} />
    );
  }
  const { state, guardian_email: email } = guardian.data;
  const ask = async (body: { guardian_email: string; guardian_name: string }) => {
    const { message } = await callWithMessage(guardianRoutes.ask, { body });
    await cache.invalidateQueries(guardianState);
    return message;
  };

  return (
    <section aria-label="Guardian's consent" className="flex flex-col gap-5">
      <ShieldCheck aria-hidden size={48} className="stroke-[1.5] text-accent" />
      <p className="text-lg">
        You are under 18. A parent or guardian has to consent before your plan can be paid. They get a mail with a link;
        your details are kept meanwhile.
      </p>
      <div role="status">
        {state === "asked" && (
          <Notice title={`Waiting for ${email ?? "your guardian"}`}>
            This page goes on by itself once they have consented. You can also close it and come back.
          </Notice>
        )}
        {state === "accepted" && (
          <Notice
            tone="good"
            title="Your guardian has consented."
            action={
              <Button size="sm" onClick={onConsented}>
                Go on to the payment
              </Button>
            }
          >
            The plan can be paid now.
          </Notice>
        )}
        {(state === "declined" || state === "withdrawn") && (
          <Notice tone="warning">Your guardian has not consented. You can ask again.</Notice>
        )}
      </div>
      {state !== "accepted" && <GuardianForm isAgain={state !== "none"} email={email} onAsk={ask} />}
    </section>
  );
}
