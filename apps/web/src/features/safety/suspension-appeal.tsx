import { SUSPENSION_APPEAL_MESSAGES as MESSAGES, type SuspensionAppeal } from "@app/contract/suspension-appeals";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/api.ts";
import { ApiError } from "#lib/api-error.ts";
import { momentInWords } from "#lib/dates.ts";
import { passFocus } from "#lib/pass-focus.ts";
import { LinkButton } from "#ui/button.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { AppealForm } from "./appeal-form.tsx";

/** Why an account cannot sign in, and the one appeal against it. The token opens nothing else. */
export function SuspensionAppealCard({ token }: { token: string }) {
  const cache = useQueryClient();
  const queryKey = ["suspension-appeal", token];
  const { data, error, isLoadingError, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call("POST /suspension-appeal", { body: { token } }, signal),
    enabled: token !== "",
    retry: false,
  });
  // If a later fetch fails, the form stays: nobody signed in keeps what is typed in it.
  const isUseless = isLoadingError && error instanceof ApiError && ["gone", "invalid_input"].includes(error.kind);
  if (token === "" || isUseless) return <Useless message={error?.message ?? MESSAGES.useless} />;
  if (isLoadingError) return <LoadError error={error} isRetrying={isFetching} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-40" />;

  const send = async ({ text }: { text: string }) => {
    cache.setQueryData(queryKey, await call("POST /suspension-appeal/send", { body: { token, text } }));
  };
  return (
    <div className="flex flex-col gap-6">
      <Decision suspension={data} />
      <div role="status" tabIndex={-1} className="rounded-control outline-none">
        {data.appeal && <Appeal appeal={data.appeal} />}
      </div>
      {data.can.appeal && (
        <section ref={passFocusToSent} aria-labelledby="appeal" className="flex flex-col gap-3">
          <h2 id="appeal" className="title text-2xl">
            Appeal this decision
          </h2>
          <AppealForm decisionId={null} send={send} />
        </section>
      )}
    </div>
  );
}

/** As a `ref` of the form: what was sent is shown above it, and takes the focus when the form goes. */
function passFocusToSent(form: Element | null): () => void {
  return () => passFocus(() => [form?.previousElementSibling]);
}

function Useless({ message }: { message: string }) {
  return (
    <>
      <Notice tone="warning">{message}</Notice>
      <LinkButton href="/login" className="self-start">
        Sign In
      </LinkButton>
    </>
  );
}

function Decision({ suspension: { username, reason, until, suspended_at } }: { suspension: SuspensionAppeal }) {
  return (
    <div className="flex flex-col gap-2 rounded-media border border-line bg-raised p-4 sm:p-5">
      <p className="text-lg break-words">
        Our team {until === null ? "closed" : "suspended"} the account{" "}
        <span className="font-semibold">@{username}</span>.
      </p>
      <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
        <Row name="Reason">{reason}</Row>
        <Row name="Since">{momentInWords(suspended_at)}</Row>
        <Row name="Ends">{until === null ? "Never" : momentInWords(until)}</Row>
      </dl>
    </div>
  );
}

function Row({ name, children }: { name: string; children: string }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="mb-2 break-words whitespace-pre-line sm:mb-0">{children}</dd>
    </>
  );
}

const OUTCOMES = {
  uphold: { tone: "warning", text: "Someone else on our team looked at it again. The decision stands." },
  overturn: { tone: "good", text: "Someone else on our team looked at it again. The decision was reversed." },
} as const;

function Appeal({ appeal }: { appeal: NonNullable<SuspensionAppeal["appeal"]> }) {
  return (
    <div className="flex flex-col gap-4">
      {appeal.outcome === null ? (
        <Notice tone="info">{MESSAGES.sent}</Notice>
      ) : (
        <Notice tone={OUTCOMES[appeal.outcome].tone}>
          {OUTCOMES[appeal.outcome].text} Reason: {appeal.reason}
        </Notice>
      )}
      <div className="flex flex-col gap-1 border-l-2 border-line pl-4">
        <p className="text-sm text-muted">What you wrote</p>
        <p dir="auto" className="break-words whitespace-pre-line">
          {appeal.text}
        </p>
      </div>
    </div>
  );
}
