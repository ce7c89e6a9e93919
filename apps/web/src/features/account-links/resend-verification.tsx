import { signUpRoutes } from "@app/contract/sign-up";
import { callWithMessage } from "#lib/api.ts";
import { Link } from "#ui/link.tsx";
import { ResendButton } from "#ui/resend-button.tsx";

/** Sends the verification link once more, to whoever has this address or username. */
export function ResendVerification({ name, sentAtMs = null }: { name: string; sentAtMs?: number | null }) {
  const send = async () => {
    const { message } = await callWithMessage(signUpRoutes.sendVerification, { body: { email_or_username: name } });
    return message;
  };
  return <ResendButton sentAtMs={sentAtMs} onSend={send} />;
}

/** For somebody who signs in before the address is verified. */
export function UnverifiedHelp({ name, onLeave }: { name: string; onLeave?: () => void }) {
  return (
    <div className="flex flex-col items-start gap-3">
      <ResendVerification name={name} />
      <Link href="/verify-email" onClick={onLeave} className="font-semibold text-accent underline">
        Enter the code, or correct the address
      </Link>
    </div>
  );
}
