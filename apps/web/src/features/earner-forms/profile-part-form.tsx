import type { Plan } from "@app/contract/accounts";
import type { ProfileView } from "@app/contract/profile";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { type FieldValues, FormProvider, useForm } from "react-hook-form";
import { showFaults } from "#lib/show-faults.ts";
import { LeaveGuard } from "#ui/dialog.tsx";
import { InPlaceForm } from "#ui/in-place-form.tsx";
import { CategoriesField, GroupNameField } from "./fields.tsx";
import { fieldPaths } from "./form-values.ts";
import { AddressFields, CoachFields, FieldGroup } from "./person-fields.tsx";
import { type ProfilePart, partSchema, profileDefaults, toChanges } from "./profile-values.ts";
import { ClassFields, CollegeLists } from "./sport-fields.tsx";

type ProfilePartFormProps = {
  /** For screen readers. */
  label: string;
  view: ProfileView;
  plan: Plan;
  part: ProfilePart;
  categories: readonly { value: number; label: string }[];
  onSave: (changes: ReturnType<typeof toChanges>) => Promise<unknown>;
  /** Saved or canceled. */
  onDone: () => void;
};

/** Edits one section of the user's own channel in place. */
export function ProfilePartForm({ label, view, plan, part, categories, onSave, onDone }: ProfilePartFormProps) {
  // The whole profile: the coach can be copied from the contact person, who is in no section.
  const form = useForm<FieldValues>({
    resolver: zodResolver(partSchema(plan, part), VALIDATION_OPTIONS),
    defaultValues: profileDefaults(view),
  });
  const { isDirty, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    try {
      await onSave(toChanges(values));
      onDone();
    } catch (error) {
      showFaults(form.setError, fieldPaths(values), error);
    }
  });

  return (
    <FormProvider {...form}>
      <InPlaceForm label={label} busy={isSubmitting} onSubmit={submit} onCancel={onDone}>
        <PartFields plan={plan} part={part} categories={categories} />
      </InPlaceForm>
      <LeaveGuard isNeeded={isDirty && !isSubmitting} title="Leave without saving?">
        Your changes on this page have not been saved.
      </LeaveGuard>
    </FormProvider>
  );
}

type PartFieldsProps = Pick<ProfilePartFormProps, "plan" | "part" | "categories">;

/** The fields of one section, with the complete address or coach that they belong to. */
function PartFields({ plan, part, categories }: PartFieldsProps) {
  if (part === "colleges") return <CollegeLists categories={categories} />;
  return (
    <>
      {plan === "Individual" ? <ClassFields /> : <GroupNameField plan={plan} />}
      <CategoriesField options={categories} />
      <FieldGroup title="Address">
        <p className="text-sm text-muted">Your channel shows at most the city and state of your address.</p>
        <AddressFields isOwn />
      </FieldGroup>
      {plan === "Team" && <CoachFields />}
    </>
  );
}
