import { Section } from "#ui/section.tsx";
import { ChangeEmailForm } from "./change-email-form.tsx";
import { ChangePasswordForm } from "./change-password-form.tsx";

export function AccountSettings() {
  return (
    <div className="flex flex-col gap-10">
      <Section title="Email">
        <ChangeEmailForm />
      </Section>
      <Section title="Password">
        <ChangePasswordForm />
      </Section>
    </div>
  );
}
