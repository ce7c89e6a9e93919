import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { NewPasswordForm } from "#features/account-links/new-password-form.tsx";
import { UselessLink } from "#features/account-links/use-link.tsx";
import { ResetForm } from "#features/sign-in/reset-form.tsx";
import { toast } from "#lib/toast.ts";
import { useLinkToken } from "#lib/use-link-token.ts";
import { useTitle } from "#lib/use-title.ts";
import { NarrowPage } from "#ui/section.tsx";

const TITLE = "Reset Password";

/** Opened from an email. Without a link, or with one that is no longer valid, it offers to request one. */
export function ResetPasswordPage() {
  const { token, clearAddress } = useLinkToken("/reset-password");
  const [isUseless, setIsUseless] = useState(false);
  const navigate = useNavigate();
  useTitle(TITLE);

  const onDone = (message: string) => {
    toast.success(message);
    void navigate({ to: "/login", replace: true });
  };

  const onUseless = () => {
    setIsUseless(true);
    clearAddress();
  };

  const request = <ResetForm onBack={() => void navigate({ to: "/login" })} />;
  if (isUseless) {
    return (
      <NarrowPage>
        <UselessLink title={TITLE}>{request}</UselessLink>
      </NarrowPage>
    );
  }
  if (token === "") {
    return (
      <NarrowPage>
        <h1 className="title text-5xl">{TITLE}</h1>
        {request}
      </NarrowPage>
    );
  }
  return (
    <NarrowPage>
      <h1 className="title text-5xl">{TITLE}</h1>
      <NewPasswordForm token={token} onDone={onDone} onUseless={onUseless} />
    </NarrowPage>
  );
}
