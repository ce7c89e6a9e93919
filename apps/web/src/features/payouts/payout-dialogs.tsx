import { STATES } from "@app/contract/earner-fields";
import { GUARDIAN_MESSAGES } from "@app/contract/guardian";
import {
  METHOD_LABELS,
  PAYOUT_MESSAGES,
  PAYOUT_METHODS,
  type PayoutMethod,
  type PayoutOverview,
} from "@app/contract/payouts";
import { newEmail } from "@app/contract/sign-up";
import {
  TAX_CLASS_LABELS,
  TAX_CLASSES,
  TAX_MESSAGES,
  TIN_LABELS,
  TIN_TYPES,
  W9_CERTIFICATION,
  w9Fields,
} from "@app/contract/tax";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import { callWithMessage } from "#lib/api.ts";
import { NotConfirmed } from "#lib/confirm-password.ts";
import { showFaults } from "#lib/show-faults.ts";
import { toast } from "#lib/toast.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { DigitsInput, SecretDigitsInput } from "#ui/digits-input.tsx";
import { Checkbox, Field, FieldError, TextInput } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { Select } from "#ui/select.tsx";
import { useAfterW9, useSaveMethod } from "./payouts.queries.ts";

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
    <Dialog isOpen={isOpen} onClose={onClose} title="Payout method">
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

const fields = z.object(w9Fields);
const FIELDS = [
  ...(["name", "business_name", "tax_class", "tin_type", "tin", "street", "city", "state", "zipcode"] as const),
  ...(["is_certified"] as const),
];

const EMPTY = {
  name: "",
  business_name: "",
  tax_class: "individual" as const,
  tin_type: "ssn" as const,
  tin: "",
  street: "",
  city: "",
  state: "" as keyof typeof STATES,
  zipcode: "",
};

type W9DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  /** A minor without consent: the server takes no SSN from them. */
  needsGuardian: boolean;
};

export function W9Dialog({ isOpen, onClose, needsGuardian }: W9DialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="W-9 tax form"
      description="For U.S. taxes. Your number is stored encrypted, and only used for the forms that we send to the IRS and to you."
    >
      {needsGuardian ? <Notice tone="warning">{GUARDIAN_MESSAGES.needed}</Notice> : <W9Form onGiven={onClose} />}
    </Dialog>
  );
}

function W9Form({ onGiven }: { onGiven: () => void }) {
  const refresh = useAfterW9();
  const form = useForm<z.input<typeof fields>, unknown, z.output<typeof fields>>({
    resolver: zodResolver(fields, VALIDATION_OPTIONS),
    defaultValues: EMPTY,
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    try {
      const { message } = await callWithMessage("POST /tax-form", { body });
      form.reset();
      toast.success(message);
      await refresh();
      onGiven();
    } catch (error) {
      showFaults(form.setError, FIELDS, error);
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
      <Field label="Name" hint="As on your income tax return" error={errors.name?.message}>
        <TextInput {...form.register("name")} autoComplete="name" />
      </Field>
      <Field label="Business name" optional error={errors.business_name?.message}>
        <TextInput {...form.register("business_name")} autoComplete="organization" />
      </Field>
      <Field label="Tax classification" error={errors.tax_class?.message}>
        <Select
          {...form.register("tax_class")}
          options={TAX_CLASSES.map((value) => ({ value, label: TAX_CLASS_LABELS[value] }))}
        />
      </Field>
      <RadioGroup
        legend="Type of number"
        options={TIN_TYPES.map((value) => ({ value, label: TIN_LABELS[value] }))}
        error={errors.tin_type?.message}
        {...form.register("tin_type")}
      />
      <Field label="Number" hint="9 digits" error={errors.tin?.message}>
        <SecretDigitsInput what="number" length={9} {...form.register("tin")} />
      </Field>
      <Field label="Street" error={errors.street?.message}>
        <TextInput {...form.register("street")} autoComplete="street-address" />
      </Field>
      <Field label="City" error={errors.city?.message}>
        <TextInput {...form.register("city")} autoComplete="address-level2" />
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field label="State" error={errors.state?.message}>
          <Select
            {...form.register("state")}
            placeholder="Choose"
            options={Object.entries(STATES).map(([value, label]) => ({ value, label }))}
          />
        </Field>
        <Field label="ZIP" error={errors.zipcode?.message}>
          <DigitsInput length={5} {...form.register("zipcode")} autoComplete="postal-code" />
        </Field>
      </div>
      <div className="flex flex-col gap-2">
        <Checkbox label={W9_CERTIFICATION} {...form.register("is_certified")} />
        {errors.is_certified && <FieldError>{errors.is_certified.message}</FieldError>}
        <p className="text-sm text-muted">{TAX_MESSAGES.cannotCertify}</p>
      </div>
      <Button type="submit" size="lg" busy={isSubmitting}>
        Submit this W-9
      </Button>
    </form>
  );
}
