import { BRAND } from "@app/contract/brand";
import { GUARDIAN_LINK_DAYS, type GuardianRequest, toCostSentence } from "@app/contract/guardian";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call, callWithMessage } from "#lib/api.ts";
import { ApiError, messageOf } from "#lib/api-error.ts";
import { passFocus } from "#lib/pass-focus.ts";
import { toast } from "#lib/toast.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { AlertDialog } from "#ui/dialog.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { GuardianConsentForm } from "./guardian-consent-form.tsx";

const USELESS_LINK_KINDS: readonly string[] = ["gone", "not_found", "invalid_input"];

type GuardianConsentProps = {
  token: string;
  uselessMessage: string;
  /** Removes the token from the URL before the card form loads third-party scripts. */
  clearAddress: () => void;
};

/** The guardian's page, opened from the email: shows the request, and takes and withdraws the answer. */
export function GuardianConsent({ token, uselessMessage, clearAddress }: GuardianConsentProps) {
  const cache = useQueryClient();
  const queryKey = ["guardian-request", token];
  const request = useQuery({
    queryKey,
    queryFn: ({ signal }) => call("GET /guardian/:token", { params: { token } }, signal),
    enabled: token !== "",
    retry: false,
  });

  if (token === "" || isUseless(request.error)) return <UselessLink message={uselessMessage} />;
  if (request.isPending) return <Spinner label="Loading" size={28} />;
  // A refresh that fails leaves the form with what was typed.
  if (!request.data) {
    return <LoadError error={request.error} onRetry={() => void request.refetch()} isRetrying={request.isFetching} />;
  }
  return (
    <ConsentRequest
      token={token}
      request={request.data}
      clearAddress={clearAddress}
      onAnswered={(answered, message) => {
        cache.setQueryData(queryKey, answered);
        toast.success(message);
      }}
      onOutdated={() => void request.refetch()}
    />
  );
}

const ANSWER_ID = "guardian-answer";

/** As a `ref` of what goes with an answer: the answer takes the focus. */
function passFocusToAnswer(): () => void {
  return () => passFocus(() => [document.getElementById(ANSWER_ID)]);
}

type ConsentRequestProps = {
  token: string;
  request: GuardianRequest;
  clearAddress: () => void;
  onAnswered: (request: GuardianRequest, message: string) => void;
  onOutdated: () => void;
};

function ConsentRequest({ token, request, clearAddress, onAnswered, onOutdated }: ConsentRequestProps) {
  const [isConsenting, setConsenting] = useState(false);
  const [isWithdrawing, setWithdrawing] = useState(false);
  const { first_name, is_of_age, state, can } = request;
  const decline = useMutation({
    mutationFn: () => callWithMessage("POST /guardian/decline", { body: { token } }),
    onSuccess: ({ data, message }) => onAnswered(data, message),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => setWithdrawing(false),
  });
  return (
    <>
      {is_of_age ? <OfAge request={request} /> : <Terms request={request} />}
      <div id={ANSWER_ID} role="status" tabIndex={-1} className="rounded-control outline-none">
        <Answer state={state} />
      </div>
      <LateLink request={request} />
      {can.consent && isConsenting && (
        <GuardianConsentForm
          ref={passFocusToAnswer}
          token={token}
          request={request}
          onConsented={(answered, message) => {
            setConsenting(false);
            onAnswered(answered, message);
          }}
          onOutdated={onOutdated}
        />
      )}
      <div className="flex flex-col gap-3 sm:flex-row">
        {can.consent && !isConsenting && (
          <Button
            size="lg"
            onClick={() => {
              setConsenting(true);
              if (request.provider === "stripe") clearAddress();
            }}
          >
            {state === "asked" ? "Continue to consent" : "Give consent"}
          </Button>
        )}
        {can.decline && (
          <Button
            ref={passFocusToAnswer}
            size="lg"
            variant="secondary"
            busy={decline.isPending}
            onClick={() => decline.mutate()}
          >
            I do not consent
          </Button>
        )}
        {can.withdraw && (
          <>
            <Button ref={passFocusToAnswer} size="lg" variant="secondary" onClick={() => setWithdrawing(true)}>
              Withdraw my consent
            </Button>
            <AlertDialog
              isOpen={isWithdrawing}
              title="Withdraw your consent?"
              description={
                is_of_age
                  ? `Nothing changes for ${first_name}.`
                  : `${first_name}'s plan ends after the month already paid for, and their saved cards are removed.`
              }
              confirmLabel="Withdraw"
              isDanger
              busy={decline.isPending}
              onConfirm={() => decline.mutate()}
              onCancel={() => setWithdrawing(false)}
            />
          </>
        )}
      </div>
    </>
  );
}

function Answer({ state }: Pick<GuardianRequest, "state">) {
  if (state === "accepted") return <Notice tone="good">You have given your consent.</Notice>;
  if (state === "declined") return <Notice>You have not given your consent.</Notice>;
  return state === "withdrawn" && <Notice>You have withdrawn your consent.</Notice>;
}

function LateLink({ request: { first_name, is_of_age, state, can } }: { request: GuardianRequest }) {
  if (is_of_age || can.consent || state === "accepted") return null;
  return (
    <p className="text-muted">
      This link is older than {GUARDIAN_LINK_DAYS} days and can no longer be used to consent. {first_name} can have
      another email sent to you.
    </p>
  );
}

function OfAge({ request: { guardian_name, first_name } }: { request: GuardianRequest }) {
  return (
    <p className="text-lg">
      {guardian_name}, <strong>{first_name}</strong> is 18 or older now and no longer needs your consent.
    </p>
  );
}

/** What the consent means and what the plan costs. */
function Terms({ request: { guardian_name, first_name, prices } }: { request: GuardianRequest }) {
  return (
    <>
      <p className="text-lg">
        {guardian_name}, <strong>{first_name}</strong> is under 18 and would like to have an earner account on{" "}
        {BRAND.name}. That needs the consent of a parent or guardian.
      </p>
      <ul className="flex list-disc flex-col gap-2 pl-5">
        <li>
          <strong>{toCostSentence(prices)}</strong> It is charged to a card every month until it is canceled.
        </li>
        <li>
          With your consent {first_name} can save a card, pay for the plan, earn money through referrals, and give a
          Social Security number, which is encrypted.
        </li>
        <li>
          GPA, location and followers of users under 18 are hidden by default, and search engines are asked not to index
          their profiles.
        </li>
        <li>You can withdraw your consent with this link at any time.</li>
      </ul>
    </>
  );
}

function isUseless(error: unknown): boolean {
  return error instanceof ApiError && USELESS_LINK_KINDS.includes(error.kind);
}

function UselessLink({ message }: { message: string }) {
  return (
    <>
      <Notice tone="error">{message}</Notice>
      <p className="text-muted">
        Please open the link in the latest email from us. Links expire after {GUARDIAN_LINK_DAYS} days without an
        answer; the person who named you as their parent or guardian can have another one sent to you.
      </p>
      <LinkButton href="/" variant="secondary" className="self-start">
        Go to the home page
      </LinkButton>
    </>
  );
}
