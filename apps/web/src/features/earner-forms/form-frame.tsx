import type { Plan } from "@app/contract/accounts";
import { CATEGORIES_MAX, OFFERS_MAX } from "@app/contract/earner-fields";
import type { EarnerReply } from "@app/contract/earners";
import {
  collegeView,
  type EarnerForm,
  type RegistrationView,
  TYPED_TEXTS,
  type TypedFormView,
} from "@app/contract/registration";
import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import { type FieldValues, useFormContext } from "react-hook-form";
import { z } from "zod";
import { ApiError } from "#lib/api-error.ts";
import { NotConfirmed, withConfirmedPassword } from "#lib/confirm-password.ts";
import { showFaults } from "#lib/show-faults.ts";
import { type SavedState, useAutosave } from "#lib/use-autosave.ts";
import { Button } from "#ui/button.tsx";
import { fieldPaths } from "./form-values.ts";
import { useSaveFormDraft } from "./registration.queries.ts";
import { useIsLogoSending } from "./sport-fields.tsx";

/** Props that the page passes to each form. */
export type EarnerFormProps = {
  view: RegistrationView;
  categories: readonly { value: number; label: string }[];
  /** Null for a form that is no step of a sign-up. */
  onBack: (() => void) | null;
  /** The server accepted the form. */
  onSaved: (reply: EarnerReply, message: string) => void;
  /** 402: the profile is complete, but the plan is not paid yet. */
  onPay: (draftId: string | null) => void;
};

type FormFrameProps<Values> = Pick<EarnerFormProps, "view" | "onBack" | "onSaved" | "onPay"> & {
  plan: Plan;
  form: EarnerForm;
  /** 'Step 1 of 2'. */
  step: string;
  submitLabel: string;
  onSend: (values: Values) => Promise<{ data: EarnerReply; message: string }>;
  children: ReactNode;
};

const SAVED_LABELS: Record<SavedState, string> = {
  unchanged: "What you type is saved for 7 days, without the SSN.",
  unsaved: "Saving…",
  saved: "Saved, without the SSN.",
  failed: "Not saved: the server could not be reached. Please do not close this page.",
};

/** What all forms share: the step, the autosaved draft and the handling of the reply. */
export function FormFrame<Values>({ view, plan, form, step, submitLabel, children, ...on }: FormFrameProps<Values>) {
  const { handleSubmit, setError, getValues, subscribe, formState } = useFormContext<FieldValues, unknown, Values>();
  const { mutateAsync } = useSaveFormDraft();
  const isLogoSending = useIsLogoSending();
  const draft = useAutosave({
    subscribe,
    toDraft: (values) => toFormDraft(values, { plan, form, before: view.typed }),
    save: mutateAsync,
  });

  const submit = handleSubmit(async (values) => {
    await draft.flush();
    try {
      const { data, message } = await withConfirmedPassword(() => on.onSend(values));
      on.onSaved(data, message);
    } catch (error) {
      if (error instanceof ApiError && error.kind === "payment_required") on.onPay(error.draftId);
      else if (!(error instanceof NotConfirmed)) showFaults(setError, fieldPaths(getValues()), error);
    }
  });

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-6">
      {on.onBack && (
        <p className="flex min-h-11 items-center justify-between gap-2 text-sm text-muted">
          <span className="score text-lg">{step}</span>
          <Button variant="ghost" size="sm" className="-mr-3" onClick={on.onBack}>
            <ChevronLeft aria-hidden size={18} />
            Back
          </Button>
        </p>
      )}
      {children}
      <Button type="submit" size="lg" busy={formState.isSubmitting || isLogoSending}>
        {on.onBack ? submitLabel : "Save"}
      </Button>
      <p className="text-center text-sm text-muted">
        {draft.refusal === null ? SAVED_LABELS[draft.state] : `Not saved: ${draft.refusal}`}
      </p>
    </form>
  );
}

/** Values of any of the forms. */
type FormTexts = Record<string, unknown>;

const TEXT_MAX_CHARS = 300;
const COLLEGE_MAX_CHARS = 200;

const numbers = z.array(z.int()).catch([]);
const rows = z.array(collegeView).catch([]);

/**
 * A form's draft for the server. The SSN is not one of its fields.
 * @param where `before` is the draft of the other forms, which is kept
 */
export function toFormDraft(
  values: FormTexts,
  where: { plan: Plan; form: EarnerForm; before: TypedFormView | null },
): TypedFormView {
  const { plan, form, before } = where;
  const texts = Object.fromEntries(
    TYPED_TEXTS.flatMap((name): [string, string][] => {
      const value = values[name];
      return typeof value === "string" ? [[name, value.slice(0, TEXT_MAX_CHARS)]] : [];
    }),
  );
  return {
    plan,
    form,
    texts: { ...before?.texts, ...texts },
    channel_category:
      "channel_category" in values
        ? numbers.parse(values.channel_category).slice(0, CATEGORIES_MAX)
        : (before?.channel_category ?? []),
    offers: "offers" in values ? toRows(values.offers) : (before?.offers ?? []),
    visits: "visits" in values ? toRows(values.visits) : (before?.visits ?? []),
  };
}

function toRows(list: unknown): TypedFormView["offers"] {
  return rows
    .parse(list)
    .slice(0, OFFERS_MAX)
    .map((row) => ({ ...row, college_name: row.college_name.slice(0, COLLEGE_MAX_CHARS) }));
}
