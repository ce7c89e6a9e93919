import { STATES } from "@app/contract/earner-fields";
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
import { useForm } from "react-hook-form";
import { z } from "zod";
import { callWithMessage } from "#lib/api.ts";
import { showFaults } from "#lib/show-faults.ts";
import { toast } from "#lib/toast.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { DigitsInput, SecretDigitsInput } from "#ui/digits-input.tsx";
import { Checkbox, Field, FieldError, TextInput } from "#ui/field.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { Select } from "#ui/select.tsx";
import { useAfterW9 } from "./payouts.queries.ts";

const fields = z.object(w9Fields);
const FIELDS = [
  ...(["name", "business_name", "tax_class", "tin_type", "tin", "street", "city", "state", "zipcode"] as const),
  ...(["is_certified"] as const),
];

const EMPTY = {
  ...{ name: "", business_name: "", tax_class: "individual" as const, tin_type: "ssn" as const, tin: "" },
  ...{ street: "", city: "", state: "" as keyof typeof STATES, zipcode: "" },
};

export function W9Dialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="W-9 tax form"
      description="For U.S. taxes. Your number is stored encrypted, and only used for the forms that we send to the IRS and to you."
    >
      <W9Form onGiven={onClose} />
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
