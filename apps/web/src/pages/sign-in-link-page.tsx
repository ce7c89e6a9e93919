import { useState } from "react";
import { SignInByLink } from "#features/account-links/sign-in-by-link.tsx";
import { UselessLink } from "#features/account-links/use-link.tsx";
import { useAfterSignIn } from "#flows/auth/after-sign-in.ts";
import { useLinkToken } from "#lib/use-link-token.ts";
import { useTitle } from "#lib/use-title.ts";
import { LinkButton } from "#ui/button.tsx";
import { NarrowPage } from "#ui/section.tsx";

const TITLE = "Sign In";

/** Opened from an email with a sign-in link. Signing in again requests a new one. */
export function SignInLinkPage() {
  const { token, clearAddress } = useLinkToken("/sign-in-link");
  const [isUseless, setIsUseless] = useState(token === "");
  const afterSignIn = useAfterSignIn();
  useTitle(TITLE);

  const onUseless = () => {
    setIsUseless(true);
    clearAddress();
  };

  if (isUseless) {
    return (
      <NarrowPage>
        <UselessLink title={TITLE}>
          <LinkButton href="/login" className="self-start">
            Sign in again
          </LinkButton>
        </UselessLink>
      </NarrowPage>
    );
  }
  return (
    <NarrowPage>
      <h1 className="title text-5xl">{TITLE}</h1>
      <p className="text-muted">Sign in on this device with the link from your email.</p>
      <SignInByLink token={token} onSignedIn={() => void afterSignIn()} onUseless={onUseless} />
    </NarrowPage>
  );
}
