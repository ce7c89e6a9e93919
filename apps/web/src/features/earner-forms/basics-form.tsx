import { earnerRoutes, PROFILE_IMAGE_MAX_BYTES } from "@app/contract/earners";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import type { z } from "zod";
import { sendForm } from "#lib/api.ts";
import { ImageUpload } from "#ui/image-upload.tsx";
import { accountPart } from "./account-part.ts";
import { BioField, MonthYearFormField, PhoneFormField, SsnField, TextField, UsernameField } from "./fields.tsx";
import { firstBasics } from "./first-values.ts";
import { type EarnerFormProps, FormFrame } from "./form-frame.tsx";
import { basicsForm } from "./form-values.ts";
import { AddressFields, FieldGroup, Pair } from "./person-fields.tsx";

type Values = z.input<typeof basicsForm>;
type Sent = z.output<typeof basicsForm>;

/** A student athlete, step 1 of 2: who it is. */
export function BasicsForm({ view, onBack, onSaved, onPay }: EarnerFormProps) {
  const [picture, setPicture] = useState<File | null>(null);
  const form = useForm<Values, unknown, Sent>({
    resolver: zodResolver(basicsForm, VALIDATION_OPTIONS),
    defaultValues: firstBasics(view),
  });

  const send = (values: Sent) =>
    sendForm(earnerRoutes.individualBasics, {
      body: { ...accountPart(view), plan: "Individual", step: 1, ...values },
      file: picture,
    });

  return (
    <FormProvider {...form}>
      <FormFrame<Sent>
        {...{ view, onBack, onSaved, onPay }}
        plan="Individual"
        form="individual-1"
        step="Step 1 of 2"
        submitLabel="Next"
        onSend={send}
      >
        <ImageUpload
          label="Choose a profile picture"
          picture={view.individual?.profile_url ?? null}
          maxBytes={PROFILE_IMAGE_MAX_BYTES}
          onChange={setPicture}
        />
        <Pair>
          <TextField name="first_name" label="First name" autoComplete="given-name" />
          <TextField name="last_name" label="Last name" autoComplete="family-name" />
        </Pair>
        <UsernameField username={view.username} />
        <SsnField label="SSN" last4={view.individual?.ssn_last4} />
        <MonthYearFormField
          name="date_of_birth"
          label="Date of birth"
          hint="The day that you gave at sign-up stays as it is."
        />
        <PhoneFormField name="phone" label="Phone" />
        <FieldGroup title="Address">
          <AddressFields isOwn />
        </FieldGroup>
        <BioField />
      </FormFrame>
    </FormProvider>
  );
}
