import { earnerRoutes, PROFILE_IMAGE_MAX_BYTES } from "@app/contract/earners";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import type { z } from "zod";
import { sendForm } from "#lib/api.ts";
import { ImageUpload } from "#ui/image-upload.tsx";
import { accountPart, birthPart } from "./account-part.ts";
import { CoachFields } from "./coach-fields.tsx";
import { BioField, CategoriesField, GroupNameField, SsnField, UsernameField } from "./fields.tsx";
import { firstTeam } from "./first-values.ts";
import { type EarnerFormProps, FormFrame } from "./form-frame.tsx";
import { teamForm } from "./form-values.ts";
import { AddressFields, FieldGroup, PersonFields } from "./person-fields.tsx";

type Values = z.input<typeof teamForm>;
type Sent = z.output<typeof teamForm>;

export function TeamForm({ view, categories, onBack, onSaved, onPay }: EarnerFormProps) {
  const [picture, setPicture] = useState<File | null>(null);
  const form = useForm<Values, unknown, Sent>({
    resolver: zodResolver(teamForm, VALIDATION_OPTIONS),
    defaultValues: firstTeam(view),
  });

  const send = (values: Sent) =>
    sendForm(earnerRoutes.team, {
      body: { ...accountPart(view), ...birthPart(view), plan: "Team", ...values },
      file: picture,
    });

  return (
    <FormProvider {...form}>
      <FormFrame<Sent>
        {...{ view, onBack, onSaved, onPay }}
        plan="Team"
        form="team"
        step="Step 1 of 1"
        submitLabel="Submit"
        onSend={send}
      >
        <ImageUpload
          label="Choose a profile picture"
          picture={view.team?.profile_url ?? null}
          maxBytes={PROFILE_IMAGE_MAX_BYTES}
          onChange={setPicture}
        />
        <GroupNameField plan="Team" />
        <UsernameField username={view.username} />
        <SsnField label="SSN or EIN" last4={view.team?.ssn_last4} />
        <CategoriesField options={categories} />
        <FieldGroup title="Address">
          <AddressFields isOwn />
        </FieldGroup>
        <PersonFields who="contact_person" title="Contact person" />
        <CoachFields />
        <BioField />
      </FormFrame>
    </FormProvider>
  );
}
