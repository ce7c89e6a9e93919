import type { CardForm as Card } from "@app/contract/cards";
import { GUARDIAN_MESSAGES, GUARDIAN_RELATIONS, type GuardianRequest, guardianStatement } from "@app/contract/guardian";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { lazy, type Ref, Suspense } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { call, callWithMessage } from "#lib/api.ts";
import { isConflict } from "#lib/api-error.ts";
import { focusOnMount } from "#lib/focus.ts";
import { Field, TextInput } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { Select } from "#ui/select.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { BankDialog, useBankChallenge } from "./bank-dialog.tsx";
import { CardForm } from "./card-form.tsx";
import { authenticationError } from "./use-payment.ts";

const StripeCardForm = lazy(() =>
  import("./stripe-card-form.tsx").then((module) => ({ default: module.StripeCardForm })),
);

const statement = z.object(guardianStatement);
type Values = z.input<typeof statement>;

type GuardianConsentFormProps = {
  /** Of the section. */
  ref: Ref<HTMLElement>;
  token: string;
  request: GuardianRequest;
  onConsented: (request: GuardianRequest, message: string) => void;
  /** The price has changed, or consent is not possible any more. */
  onOutdated: () => void;
};

/**
 * The guardian's name, relation and a card that proves they are an adult. Replaces the button that opened it, so its
 * heading takes the focus. Nothing is stored in the browser.
 */
export function GuardianConsentForm({ ref, token, request, onConsented, onOutdated }: GuardianConsentFormProps) {
  const form = useForm<Values>({
    resolver: zodResolver(statement, VALIDATION_OPTIONS),
    defaultValues: { guardian_name: "" },
  });
  const { errors } = form.formState;
  const bank = useBankChallenge((answer) =>
    call("POST /guardian/card-check/authenticate", { body: { token, ...answer } }),
  );
  const refreshOnConflict = (error: unknown): never => {
    if (isConflict(error)) onOutdated();
    throw error;
  };
  const openSetup = {
    key: token,
    open: () => call("POST /guardian/card-check", { body: { token } }).catch(refreshOnConflict),
  };

  /** @param card in the sandbox only */
  const consent = async (setupId: string, card?: Card) => {
    const body = { token, ...form.getValues(), consent_text: request.consent_text, setup_intent_id: setupId };
    const send = (more: { card?: Card }) => callWithMessage("POST /guardian/consent", { body: { ...body, ...more } });
    try {
      let reply = await send(card ? { card } : {});
      if (reply.data.requires_action) {
        await bank.authenticate(reply.data.requires_action);
        reply = await send({});
      }
      if (reply.data.requires_action) throw authenticationError();
      onConsented(reply.data.request, reply.message);
    } catch (error) {
      refreshOnConflict(error);
    }
  };

  const shared = {
    consentText: request.consent_text,
    consentFault: GUARDIAN_MESSAGES.notConsented,
    submitLabel: "I consent",
    onCheck: () => form.trigger(undefined, { shouldFocus: true }),
  };
  const fields = (
    <>
      <Field label="Your name" error={errors.guardian_name?.message}>
        <TextInput {...form.register("guardian_name")} autoComplete="name" />
      </Field>
      <Field label="Your relationship" error={errors.relation?.message}>
        <Select
          {...form.register("relation")}
          defaultValue=""
          placeholder="Choose"
          options={GUARDIAN_RELATIONS.map((relation) => ({ value: relation, label: relation }))}
        />
      </Field>
      <h3 className="title text-xl">Confirm that you are an adult</h3>
      <p className="text-sm text-muted">
        Your bank confirms the card. It is neither charged nor saved. Prepaid cards are not accepted.
      </p>
    </>
  );
  return (
    <section ref={ref} aria-label="Your consent" className="flex flex-col gap-5">
      <h2 ref={focusOnMount} tabIndex={-1} className="title text-2xl outline-none">
        Your consent
      </h2>
      {request.provider === "stripe" ? (
        <Suspense fallback={<Spinner label="Loading the card form" />}>
          <StripeCardForm
            {...shared}
            publishableKey={request.publishable_key ?? ""}
            openSetup={openSetup}
            onConfirmed={(setupId) => consent(setupId)}
          >
            {fields}
          </StripeCardForm>
        </Suspense>
      ) : (
        <>
          <CardForm {...shared} onPay={async (card) => consent((await openSetup.open()).id, card)}>
            {fields}
            <Notice title="This is the sandbox: no card is charged.">
              Use 4242 4242 4242 4242, any future date and any code. 4000 0000 0000 0002 is declined; 5105 1051 0510
              5100 is prepaid; 4000 0025 0000 3155 requires a bank confirmation.
            </Notice>
          </CardForm>
          {bank.challenge && (
            <BankDialog title="Confirm your card" description={GUARDIAN_MESSAGES.authenticate} onAnswer={bank.answer} />
          )}
        </>
      )}
    </section>
  );
}
