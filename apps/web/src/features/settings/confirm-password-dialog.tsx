import { credentials } from "@app/contract/accounts";
import { MESSAGES } from "@app/contract/errors";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { call } from "#lib/api.ts";
import { usePasswordRequest } from "#lib/confirm-password.ts";
import { showFaults } from "#lib/show-faults.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field, PasswordInput } from "#ui/field.tsx";

const fields = z.object({ password: credentials.password });

/** Requests the password for a sensitive action; the confirmation lasts ten minutes. */
export function ConfirmPasswordDialog() {
  const request = usePasswordRequest((state) => state.request);
  useEffect(() => {
    // What was started on another page is abandoned: to confirm here must not run it.
    cancelRequest();
    return cancelRequest;
  }, []);
  if (!request) return null;
  return (
    <Dialog
      isOpen
      onClose={() => request.resolve(false)}
      title="Confirm it's you"
      description={`${MESSAGES.confirmPassword} We will not ask again for ten minutes.`}
    >
      <ConfirmForm onConfirmed={() => request.resolve(true)} />
    </Dialog>
  );
}

function cancelRequest(): void {
  usePasswordRequest.getState().request?.resolve(false);
}

function ConfirmForm({ onConfirmed }: { onConfirmed: () => void }) {
  const form = useForm({ resolver: zodResolver(fields, VALIDATION_OPTIONS), defaultValues: { password: "" } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    try {
      await call("POST /confirm-password", { body });
      onConfirmed();
    } catch (error) {
      showFaults(form.setError, ["password"], error);
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
      <Field label="Your password" error={errors.password?.message}>
        <PasswordInput {...form.register("password")} autoComplete="current-password" />
      </Field>
      <Button type="submit" busy={isSubmitting}>
        Confirm
      </Button>
    </form>
  );
}
