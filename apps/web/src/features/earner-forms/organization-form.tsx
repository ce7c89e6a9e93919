import { earnerRoutes, PROFILE_IMAGE_MAX_BYTES } from "@app/contract/earners";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import type { z } from "zod";
import { sendForm } from "#lib/api.ts";
import { ImageUpload } from "#ui/image-upload.tsx";
import { accountPart, birthPart } from "./account-part.ts";
import { BioField, CategoriesField, GroupNameField, SsnField, UsernameField } from "./fields.tsx";
import { firstOrganization } from "./first-values.ts";
import { type EarnerFormProps, FormFrame } from "./form-frame.tsx";
import { organizationForm } from "./form-values.ts";
import { AddressFields, FieldGroup, PersonFields } from "./person-fields.tsx";

type Values = z.input<typeof organizationForm>;
type Sent = z.output<typeof organizationForm>;

export function OrganizationForm({ view, categories, onBack, onSaved, onPay }: EarnerFormProps) {
  const [picture, setPicture] = useState<File | null>(null);
  const form = useForm<Values, unknown, Sent>({
    resolver: zodResolver(organizationForm, VALIDATION_OPTIONS),
    defaultValues: firstOrganization(view),
  });

  const send = (values: Sent) =>
    sendForm(earnerRoutes.organization, {
      body: { ...accountPart(view), ...birthPart(view), plan: "Organization", ...values },
      file: picture,
    });

  return (
    <FormProvider {...form}>
      <FormFrame<Sent>
        {...{ view, onBack, onSaved, onPay }}
        plan="Organization"
        form="organization"
        step="Step 1 of 1"
        submitLabel="Submit"
        onSend={send}
      >
        <ImageUpload
          label="Choose a profile picture"
          picture={view.organization?.profile_url ?? null}
          maxBytes={PROFILE_IMAGE_MAX_BYTES}
          onChange={setPicture}
        />
        <GroupNameField plan="Organization" />
        <UsernameField username={view.username} />
        <SsnField label="SSN or EIN" last4={view.organization?.ssn_last4} />
        <CategoriesField options={categories} />
        <FieldGroup title="Address">
          <AddressFields isOwn />
        </FieldGroup>
        <PersonFields who="contact_person" title="Contact person" phoneOptional />
        <BioField />
      </FormFrame>
    </FormProvider>
  );
}
