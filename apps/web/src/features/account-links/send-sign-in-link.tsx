import { signUpRoutes } from "@app/contract/sign-up";
import { callWithMessage } from "#lib/api.ts";
import { ResendButton } from "#ui/resend-button.tsx";

/** Mails a link that signs in, to whoever has this address or username. */
export function SendSignInLink({ name }: { name: string }) {
  const send = async () => {
    const { message } = await callWithMessage(signUpRoutes.sendSignInLink, { body: { email_or_username: name } });
    return message;
  };
  return <ResendButton label="Email me a sign-in link" sentAtMs={null} onSend={send} />;
}
