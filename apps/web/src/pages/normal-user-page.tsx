import { EARNER_TYPE } from "@app/contract/brand";
import { useSearch } from "@tanstack/react-router";
import { Promo } from "#features/upgrade/promo.tsx";
import { lazyWithPreload, withOfflineError } from "#lib/lazy-with-preload.tsx";
import { passFocusOn } from "#lib/pass-focus.ts";
import { useUser } from "#lib/session.ts";
import { useTitle } from "#lib/use-title.ts";
import { LinkButton } from "#ui/button.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { NarrowPage } from "#ui/section.tsx";
import { Spinner } from "#ui/spinner.tsx";

const { Component: UpgradeSteps } = lazyWithPreload(
  async () => (await withOfflineError(import("#flows/earner-sign-up/earner-steps.tsx"))).UpgradeSteps,
  () => <Spinner label="Loading the plans" size={28} />,
  { Fallback: LoadError },
);

/** The promo page for earners; its button leads a General User to the upgrade steps. */
export function NormalUserPage() {
  const { step, plan } = useSearch({ from: "__root__" });
  const user = useUser();
  const isEarner = user?.type === EARNER_TYPE;
  useTitle("Join Thousands Of Athletes");

  if (user && !isEarner && (step !== undefined || plan !== undefined)) {
    return (
      <NarrowPage>
        <UpgradeSteps />
      </NarrowPage>
    );
  }
  return (
    <Promo>
      {isEarner ? (
        <Notice tone="good" action={<LinkButton href="/profile">Go to my channel</LinkButton>}>
          You are already an earner.
        </Notice>
      ) : (
        <LinkButton ref={passFocusOn} href={user ? "/normal-user?step=next" : "/signup?as=earner"} size="lg">
          Upgrade to Athletic Earner
        </LinkButton>
      )}
    </Promo>
  );
}
