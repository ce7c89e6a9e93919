import { signUpRoutes } from "@app/contract/sign-up";
import { callWithMessage } from "#lib/api.ts";
import { ResendButton } from "#ui/resend-button.tsx";

/** Sends the verification link once more, to whoever has this address or username. */
export function ResendVerification({ name, sentAtMs = null }: { name: string; sentAtMs?: number | null }) {
  const send = async () => {
    const { message } = await callWithMessage(signUpRoutes.sendVerification, { body: { email_or_username: name } });
    return message;
  };
  return <ResendButton sentAtMs={sentAtMs} onSend={send} />;
}
