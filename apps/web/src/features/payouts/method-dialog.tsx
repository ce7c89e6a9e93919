import {
  METHOD_LABELS,
  PAYOUT_MESSAGES,
  PAYOUT_METHODS,
  type PayoutMethod,
  type PayoutOverview,
} from "@app/contract/payouts";
import { newEmail } from "@app/contract/sign-up";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import { NotConfirmed } from "#lib/confirm-password.ts";
import { showFaults } from "#lib/show-faults.ts";
import { toast } from "#lib/toast.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field, TextInput } from "#ui/field.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { useSaveMethod } from "./payouts.queries.ts";

const HINTS: Readonly<Record<PayoutMethod, string>> = {
  check: "Sent to the address in your profile.",
  paypal: "Sent to the email address of your PayPal account, which we store encrypted.",
  stripe: "Stripe asks for your bank details and keeps them; we never see them.",
};

const values = z
  .object({ method: z.enum(PAYOUT_METHODS, "Choose how you want to be paid."), paypal_email: z.string() })
  .superRefine(({ method, paypal_email }, check) => {
    if (method !== "paypal") return;
    if (paypal_email.trim() === "")
      check.addIssue({ code: "custom", path: ["paypal_email"], message: PAYOUT_MESSAGES.paypal });
    else
      for (const { message } of newEmail.safeParse(paypal_email, VALIDATION_OPTIONS).error?.issues ?? [])
        check.addIssue({ code: "custom", path: ["paypal_email"], message });
  });

type MethodDialogProps = { isOpen: boolean; onClose: () => void; overview: PayoutOverview };

export function MethodDialog({ isOpen, onClose, overview }: MethodDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="How you are paid">
      <MethodForm overview={overview} onSaved={onClose} />
    </Dialog>
  );
}

function MethodForm({ overview, onSaved }: { overview: PayoutOverview; onSaved: () => void }) {
  const save = useSaveMethod();
  const form = useForm({
    resolver: zodResolver(values, VALIDATION_OPTIONS),
    defaultValues: { method: overview.method ?? ("" as PayoutMethod), paypal_email: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const method = useWatch({ control: form.control, name: "method" });
  const submit = form.handleSubmit(async ({ method, paypal_email }) => {
    try {
      const { message } = await save.mutateAsync({ method, paypal_email: method === "paypal" ? paypal_email : null });
      toast.success(message);
      onSaved();
    } catch (error) {
      if (error instanceof NotConfirmed) return;
      showFaults(form.setError, ["method", "paypal_email"], error);
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
      <RadioGroup
        legend="Method"
        options={overview.offered.map((value) => ({ value, label: METHOD_LABELS[value], hint: HINTS[value] }))}
        error={errors.method?.message}
        {...form.register("method")}
      />
      {method === "paypal" && (
        <Field
          label="PayPal email"
          error={errors.paypal_email?.message}
          hint={
            overview.method === "paypal" ? `It is ${overview.destination} now. Enter it again to keep it.` : undefined
          }
        >
          <TextInput {...form.register("paypal_email")} type="email" autoComplete="off" />
        </Field>
      )}
      <Button type="submit" size="lg" busy={isSubmitting}>
        Save
      </Button>
    </form>
  );
}
