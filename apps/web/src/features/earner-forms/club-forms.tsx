import { earnerRoutes, PROFILE_IMAGE_MAX_BYTES } from "@app/contract/earners";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import type { z } from "zod";
import { sendForm } from "#lib/api.ts";
import { ImageUpload } from "#ui/image-upload.tsx";
import { organizationDefaults, teamDefaults } from "./default-values.ts";
import { BioField, CategoriesField, GroupNameField, SsnField, UsernameField } from "./fields.tsx";
import { type EarnerFormProps, FormFrame } from "./form-frame.tsx";
import { accountFields, birthField, organizationForm, teamForm } from "./form-values.ts";
import { AddressFields, CoachFields, FieldGroup, PersonFields } from "./person-fields.tsx";

type Team = z.output<typeof teamForm>;
type Organization = z.output<typeof organizationForm>;

export function TeamForm({ view, categories, onBack, onSaved, onPay }: EarnerFormProps) {
  const [picture, setPicture] = useState<File | null>(null);
  const form = useForm<z.input<typeof teamForm>, unknown, Team>({
    resolver: zodResolver(teamForm, VALIDATION_OPTIONS),
    defaultValues: teamDefaults(view),
  });

  const send = (values: Team) =>
    sendForm(earnerRoutes.team, {
      body: { ...accountFields(view), ...birthField(view), plan: "Team", ...values },
      file: picture,
    });

  return (
    <FormProvider {...form}>
      <FormFrame<Team>
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

export function OrganizationForm({ view, categories, onBack, onSaved, onPay }: EarnerFormProps) {
  const [picture, setPicture] = useState<File | null>(null);
  const form = useForm<z.input<typeof organizationForm>, unknown, Organization>({
    resolver: zodResolver(organizationForm, VALIDATION_OPTIONS),
    defaultValues: organizationDefaults(view),
  });

  const send = (values: Organization) =>
    sendForm(earnerRoutes.organization, {
      body: { ...accountFields(view), ...birthField(view), plan: "Organization", ...values },
      file: picture,
    });

  return (
    <FormProvider {...form}>
      <FormFrame<Organization>
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
