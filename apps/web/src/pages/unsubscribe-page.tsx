import { UNSUBSCRIBE_MESSAGES } from "@app/contract/unsubscribe";
import { Unsubscribe } from "#features/settings/unsubscribe.tsx";
import { useLinkToken } from "#lib/use-link-token.ts";
import { useTitle } from "#lib/use-title.ts";
import { LinkButton } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { NarrowPage } from "#ui/section.tsx";

/** Opened from an email, by anybody who has it. Opening it changes nothing, because mail scanners open every link. */
export function UnsubscribePage() {
  const { token } = useLinkToken("/unsubscribe");
  useTitle("Unsubscribe");
  return (
    <NarrowPage>
      <h1 className="title text-5xl">Unsubscribe</h1>
      {token === "" ? <Notice tone="error">{UNSUBSCRIBE_MESSAGES.useless}</Notice> : <Unsubscribe token={token} />}
      <LinkButton href="/setting?tab=notifications" variant="secondary" className="self-start">
        Choose your emails in Settings
      </LinkButton>
    </NarrowPage>
  );
}
