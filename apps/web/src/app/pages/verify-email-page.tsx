import { useLocation } from "@tanstack/react-router";
import { CheckMail } from "#features/account-links/check-mail.tsx";
import { useTitle } from "#lib/use-title.ts";
import { Link } from "#ui/link.tsx";
import { readSentMail } from "../sent-mail.ts";
import { NarrowPage } from "./narrow-page.tsx";

/** Shown after signing up. */
export function VerifyEmailPage() {
  const state = useLocation({ select: (location) => location.state });
  useTitle("Verify your email");
  return (
    <NarrowPage>
      <CheckMail sent={readSentMail(state)} />
      <p className="text-sm text-muted">
        A typing error in the address?{" "}
        <Link href="/signup?as=general-user" className="font-semibold text-accent underline">
          Back to Sign Up
        </Link>
      </p>
    </NarrowPage>
  );
}
