import { GUARDIAN_LINK_DAYS, guardianRoutes } from "@app/contract/guardian";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call, callWithMessage } from "#lib/api.ts";
import { ApiError, messageOf } from "#lib/api-error.ts";
import { toast } from "#lib/toast.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { Spinner } from "#ui/spinner.tsx";

const NO_LINK_KINDS: readonly string[] = ["gone", "not_found", "invalid_input"];

/** What a guardian is asked by mail, and the answer, which the same link can take back. */
export function GuardianConsent({ token, uselessMessage }: { token: string; uselessMessage: string }) {
  const cache = useQueryClient();
  const queryKey = ["guardian-request", token];
  const request = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(guardianRoutes.request, { params: { token } }, signal),
    enabled: token !== "",
    retry: false,
  });
  const answer = useMutation({
    mutationFn: (accept: boolean) => callWithMessage(guardianRoutes.answer, { body: { token, accept } }),
    onSuccess: ({ data, message }) => {
      cache.setQueryData(queryKey, data);
      toast.success(message);
    },
    onError: (error) => toast.error(messageOf(error)),
  });

  if (token === "" || isUseless(request.error)) return <Useless message={uselessMessage} />;
  if (request.isPending) return <Spinner label="Loading" size={28} />;
  if (request.isError) {
    return <LoadError error={request.error} onRetry={() => void request.refetch()} isRetrying={request.isFetching} />;
  }

  const { guardian_name, first_name, plan, state } = request.data;
  const isAccepted = state === "accepted";
  return (
    <>
      <p className="text-lg">
        {guardian_name}, <strong>{first_name}</strong> is under 18 and would like to become an earner
        {plan ? ` on the ${plan} plan` : ""}, which is paid every month. That needs your consent as a parent or
        guardian.
      </p>
      <p className="text-muted">
        Whoever is under 18 has GPA, location and followers hidden by default, and is kept out of search engines. You
        can withdraw your consent by this same link at any time.
      </p>
      <div role="status">
        {isAccepted && <Notice tone="good">You have given your consent.</Notice>}
        {state === "declined" && <Notice>You have not given your consent.</Notice>}
        {state === "withdrawn" && <Notice>You have withdrawn your consent.</Notice>}
      </div>
      <div className="flex flex-col gap-3 sm:flex-row">
        {!isAccepted && (
          <Button size="lg" busy={answer.isPending} onClick={() => answer.mutate(true)}>
            I consent
          </Button>
        )}
        {(state === "asked" || isAccepted) && (
          <Button size="lg" variant="secondary" disabled={answer.isPending} onClick={() => answer.mutate(false)}>
            {isAccepted ? "Withdraw my consent" : "I do not consent"}
          </Button>
        )}
      </div>
    </>
  );
}

function isUseless(error: unknown): boolean {
  return error instanceof ApiError && NO_LINK_KINDS.includes(error.kind);
}

function Useless({ message }: { message: string }) {
  return (
    <>
      <Notice tone="error">{message}</Notice>
      <p className="text-muted">
        A link ends after {GUARDIAN_LINK_DAYS} days. Whoever named you as their parent or guardian can have another one
        sent to you.
      </p>
      <LinkButton href="/" variant="secondary" className="self-start">
        To the start page
      </LinkButton>
    </>
  );
}
