import { Button } from "#ui/button.tsx";
import { Field, TextInput } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";

export function ResetForm({ onBack }: { onBack: () => void }) {
  return (
    <form onSubmit={(event) => event.preventDefault()} noValidate className="flex flex-col gap-5">
      <Field label="Email">
        <TextInput type="email" name="email" autoComplete="email" />
      </Field>
      <Notice>Sending the link that lets you choose a new password opens with the accounts release.</Notice>
      <Button type="submit" size="lg" disabled>
        Reset Password
      </Button>
      <Button variant="ghost" onClick={onBack}>
        Back to login
      </Button>
    </form>
  );
}
