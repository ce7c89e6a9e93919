import { earnerRoutes, individualSport, PROFILE_IMAGE_MAX_BYTES } from "@app/contract/earners";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import type { z } from "zod";
import { sendForm } from "#lib/api.ts";
import { ImageUpload } from "#ui/image-upload.tsx";
import { basicsDefaults, organizationDefaults, sportDefaults, teamDefaults } from "./default-values.ts";
import {
  BioField,
  CategoriesField,
  GroupNameField,
  MonthYearFormField,
  PhoneFormField,
  SsnField,
  TextField,
  UsernameField,
} from "./fields.tsx";
import { type EarnerFormProps, FormFrame } from "./form-frame.tsx";
import { accountFields, basicsForm, birthField, organizationForm, sportForm, teamForm } from "./form-values.ts";
import { AddressFields, CoachFields, FieldGroup, Pair, PersonFields } from "./person-fields.tsx";
import { toCollegeEntries } from "./registration.queries.ts";
import { ClassFields, CollegeLists } from "./sport-fields.tsx";

type Basics = z.output<typeof basicsForm>;
type Sport = z.output<typeof sportForm>;

/** Student athlete, step 1 of 2: personal details. */
export function BasicsForm({ view, onBack, onSaved, onPay }: EarnerFormProps) {
  const [picture, setPicture] = useState<File | null>(null);
  const form = useForm<z.input<typeof basicsForm>, unknown, Basics>({
    resolver: zodResolver(basicsForm, VALIDATION_OPTIONS),
    defaultValues: basicsDefaults(view),
  });

  const send = (values: Basics) =>
    sendForm(earnerRoutes.individualBasics, {
      body: { ...accountFields(view), plan: "Individual", step: 1, ...values },
      file: picture,
    });

  return (
    <FormProvider {...form}>
      <FormFrame<Basics>
        view={view}
        onBack={onBack}
        onSaved={onSaved}
        onPay={onPay}
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
          isKept
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
          hint="The day you entered at sign-up does not change."
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

/** Student athlete, step 2 of 2: the sport. */
export function SportForm({ view, categories, onBack, onSaved, onPay }: EarnerFormProps) {
  const form = useForm<z.input<typeof sportForm>, unknown, Sport>({
    resolver: zodResolver(sportForm, VALIDATION_OPTIONS),
    defaultValues: sportDefaults(view),
  });

  const send = ({ offers, visits, ...values }: Sport) =>
    sendForm(earnerRoutes.individualSport, {
      body: {
        step: 2,
        ...values,
        offers: individualSport.offers.parse(toCollegeEntries(offers)),
        visits: individualSport.visits.parse(toCollegeEntries(visits)),
      },
      file: null,
    });

  return (
    <FormProvider {...form}>
      <FormFrame<Sport>
        view={view}
        onBack={onBack}
        onSaved={onSaved}
        onPay={onPay}
        plan="Individual"
        form="individual-2"
        step="Step 2 of 2"
        submitLabel="Submit"
        onSend={send}
      >
        <ClassFields />
        <CategoriesField options={categories} />
        <CollegeLists categories={categories} />
      </FormFrame>
    </FormProvider>
  );
}

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
        view={view}
        onBack={onBack}
        onSaved={onSaved}
        onPay={onPay}
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
          isKept
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
        view={view}
        onBack={onBack}
        onSaved={onSaved}
        onPay={onPay}
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
          isKept
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
