import type { Plan } from "@app/contract/accounts";
import { CoachFields } from "./coach-fields.tsx";
import { CollegeList } from "./college-list.tsx";
import { CategoriesField, SsnField, TextField } from "./fields.tsx";
import { AddressFields, FieldGroup, Pair, PersonFields } from "./person-fields.tsx";

type PlanFieldsProps = {
  plan: Plan | null;
  ssnLast4: string | undefined;
  categories: readonly { value: number; label: string }[];
};

/** What an earner of this plan can change of their profile; nothing for a General User. */
export function PlanFields({ plan, ssnLast4, categories }: PlanFieldsProps) {
  if (plan === null) return null;
  const ssn = <SsnField label={plan === "Individual" ? "SSN" : "SSN or EIN"} last4={ssnLast4} isKept />;
  const address = (
    <FieldGroup title="Address">
      <AddressFields isOwn />
    </FieldGroup>
  );
  if (plan === "Individual") {
    return (
      <>
        <Pair>
          <TextField name="first_name" label="First name" autoComplete="given-name" />
          <TextField name="last_name" label="Last name" autoComplete="family-name" />
        </Pair>
        {ssn}
        <Pair>
          <TextField name="graduation_year" label="Graduation year" inputMode="numeric" />
          <TextField name="gpa" label="GPA" inputMode="decimal" />
        </Pair>
        <CategoriesField options={categories} />
        {address}
        <CollegeList name="offers" categories={categories} />
        <CollegeList name="visits" categories={categories} />
      </>
    );
  }
  return (
    <>
      {plan === "Team" && <TextField name="team_name" label="Team name" autoComplete="organization" />}
      {plan === "Organization" && (
        <TextField name="organization_name" label="Organization name" autoComplete="organization" />
      )}
      {ssn}
      <CategoriesField options={categories} />
      {address}
      <PersonFields who="contact_person" title="Contact person" phoneOptional={plan === "Organization"} />
      {plan === "Team" && <CoachFields />}
    </>
  );
}
