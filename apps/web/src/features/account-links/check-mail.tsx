import { VERIFICATION_HOURS } from "@app/contract/sign-up";
import { MailCheck } from "lucide-react";
import { AskVerification } from "./ask-verification.tsx";
import { ResendVerification } from "./resend-verification.tsx";

/** Where a mail with a verification link went, and when. */
export type SentMail = { email: string; sentAtMs: number };

/** @param sent null on a visit that does not come from the form */
export function CheckMail({ sent }: { sent: SentMail | null }) {
  return (
    <div className="flex flex-col gap-6">
      <MailCheck aria-hidden size={56} className="stroke-[1.5] text-accent" />
      <h1 className="title text-5xl">Verify your email</h1>
      {sent ? (
        <>
          <p className="text-lg">
            We have sent a link to <strong className="break-words">{sent.email}</strong>. Open it to verify your
            address; it works once, for {VERIFICATION_HOURS} hours.
          </p>
          <p className="text-muted">Nothing there? Look among your spam, or have it sent again.</p>
          <ResendVerification name={sent.email} sentAtMs={sent.sentAtMs} />
        </>
      ) : (
        <>
          <p className="text-lg">
            Open the link that we have sent to your address; it works once, for {VERIFICATION_HOURS} hours. You can have
            it sent again.
          </p>
          <AskVerification />
        </>
      )}
    </div>
  );
}
