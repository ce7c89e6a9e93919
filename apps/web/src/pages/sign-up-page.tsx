import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { registration } from "#features/earner-forms/registration.queries.ts";
import { ContinueRegistration } from "#features/earner-forms/registration-actions.tsx";
import { SportPanel } from "#features/sign-in/sport-panel.tsx";
import { Invitation } from "#features/sign-up/invitation.tsx";
import { parseReferralCode, referrerOf } from "#features/sign-up/sign-up-fields.tsx";
import { openSignIn } from "#flows/auth/auth-dialog-store.ts";
import { keepSignUpPath } from "#flows/auth/sign-up-path.ts";
import { type SignUpRole, SignUpSteps, signUpTitle, toSignUpRole } from "#flows/auth/sign-up-steps.tsx";
import { lazyWithPreload, withOfflineError } from "#lib/lazy-with-preload.tsx";
import { markOwnRegistration } from "#lib/own-registration.ts";
import { useTitle } from "#lib/use-title.ts";
import { LoadError } from "#ui/load-error.tsx";
import { NarrowPage } from "#ui/section.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Spinner } from "#ui/spinner.tsx";

const { Component: CreatorSignUp } = lazyWithPreload(
  async () => (await withOfflineError(import("#flows/earner-sign-up/earner-steps.tsx"))).CreatorSignUp,
  () => <Spinner label="Loading your sign-up" size={28} />,
  { Fallback: LoadError },
);

/** Sign-up as a page, for direct visits. */
export function SignUpPage() {
  return <SignUp />;
}

/** Sign-up from a referral link. */
export function InvitedSignUpPage() {
  const { code } = useParams({ from: "/referral/$code" });
  return <SignUp code={code} />;
}

/** A Content Creator with an account continues where they stopped. */
function SignUp({ code }: { code?: string }) {
  const { as } = useSearch({ from: "__root__" });
  // A referral link skips the choice of a role.
  const role = as === undefined && code ? "general-user" : toSignUpRole(as);
  const isCreator = role === "earner";
  const begun = useQuery({ ...registration, enabled: isCreator, placeholderData: keepPreviousData });
  useTitle(signUpTitle(role));

  if (isCreator && begun.isPending) {
    return (
      <NarrowPage>
        <Spinner label="Loading your sign-up" size={28} />
      </NarrowPage>
    );
  }
  if (isCreator && begun.data === undefined) {
    return <LoadError error={begun.error} onRetry={() => void begun.refetch()} isRetrying={begun.isFetching} />;
  }
  if (isCreator && begun.data) {
    return (
      <NarrowPage>
        <ContinueRegistration view={begun.data} heading={<h1 className="page-title">{signUpTitle(role)}</h1>}>
          <CreatorSignUp view={begun.data} />
        </ContinueRegistration>
      </NarrowPage>
    );
  }
  return <SignUpWithPanel code={code} role={role} />;
}

function SignUpWithPanel({ code, role }: { code: string | undefined; role: SignUpRole | null }) {
  const navigate = useNavigate();
  const { next } = useSearch({ from: "__root__" });
  const cache = useQueryClient();
  return (
    <div className="column grid gap-8 py-6 sm:py-8 lg:min-h-[calc(100dvh-8rem)] lg:grid-cols-2">
      <Beside code={code} />
      <section className="mx-auto flex w-full max-w-md flex-col justify-center gap-6 py-6">
        <h1 className="page-title">{signUpTitle(role)}</h1>
        <SignUpSteps
          role={role}
          linkCode={code}
          onRole={(chosen) => void navigate({ to: ".", search: (kept) => ({ ...kept, as: chosen ?? "" }) })}
          onRegistered={() => {
            keepSignUpPath(next);
            markOwnRegistration();
            void navigate({ to: "/verify-email" });
          }}
          onCreator={() => {
            keepSignUpPath(next);
            markOwnRegistration();
            void cache.invalidateQueries(registration).then(() => navigate(CREATOR_SIGN_UP));
          }}
          onSignIn={() => openSignIn()}
        />
      </section>
    </div>
  );
}

/** The invitation of a link that works, else pictures. */
function Beside({ code }: { code: string | undefined }) {
  const parsed = parseReferralCode(code);
  const { data: referrer, isLoading } = useQuery({ ...referrerOf(parsed), enabled: parsed !== null });
  if (isLoading) return <Skeleton className="h-64 w-full rounded-media lg:h-[calc(100dvh-8rem)]" />;
  return referrer ? (
    <div className="lg:sticky lg:top-24 lg:h-[calc(100dvh-8rem)]">
      <Invitation referrer={referrer} />
    </div>
  ) : (
    <div className="h-40 sm:h-64 lg:sticky lg:top-24 lg:h-[calc(100dvh-8rem)]">
      <SportPanel />
    </div>
  );
}

const CREATOR_SIGN_UP = { to: "/signup", search: { as: "earner" } };
