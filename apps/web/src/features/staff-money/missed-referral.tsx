import { referralReviewRoutes } from "@app/contract/referral-review";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { callWithMessage } from "#lib/api.ts";
import { showFaults } from "#lib/show-faults.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field, TextInput } from "#ui/field.tsx";
import { useMoneyAction } from "./money.queries.ts";

const fields = referralReviewRoutes.addMissed.body;
type Values = { earner: string; referred: string; reason: string };

/** Adds a referral that was missed at sign-up. */
export function MissedReferralButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        Add a missed referral
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title="Add a missed referral"
        description="For somebody who signed up in the last 30 days because of an earner, and without the link. The earner is credited at once."
      >
        <MissedForm onAdded={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}

function MissedForm({ onAdded }: { onAdded: () => void }) {
  const add = useMoneyAction((body: Values) => callWithMessage("POST /admin/referrals", { body }));
  const form = useForm<Values>({
    resolver: zodResolver(fields, VALIDATION_OPTIONS),
    defaultValues: { earner: "", referred: "", reason: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    try {
      await add.mutateAsync(body);
      onAdded();
    } catch (error) {
      showFaults(form.setError, ["earner", "referred", "reason"], error);
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
      <Field label="Earner" hint="Their username" error={errors.earner?.message}>
        <TextInput {...form.register("earner")} autoComplete="off" />
      </Field>
      <Field label="Referred person" hint="Their username" error={errors.referred?.message}>
        <TextInput {...form.register("referred")} autoComplete="off" />
      </Field>
      <Field label="Reason" hint="For the audit log" error={errors.reason?.message}>
        <TextInput {...form.register("reason")} />
      </Field>
      <Button type="submit" size="lg" busy={isSubmitting}>
        Add and credit
      </Button>
    </form>
  );
}
