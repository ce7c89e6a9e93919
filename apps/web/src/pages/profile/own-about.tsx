import type { Channel } from "@app/contract/channels";
import { OwnAboutSections } from "#features/channels/own-about-sections.tsx";
import { ConfirmPasswordDialog } from "#features/settings/confirm-password-dialog.tsx";
import { lazyWithPreload, withOfflineError } from "#lib/lazy-with-preload.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

/** Loaded when the user edits. */
const { Component: ProfileSectionForm } = lazyWithPreload(
  async () => (await withOfflineError(import("./profile-section-form.tsx"))).ProfileSectionForm,
  () => <Skeleton className="h-96 w-full max-w-2xl rounded-media" />,
  { Fallback: LoadError },
);

/** For athletes only. */
const { Component: RecruitingSetUp } = lazyWithPreload(
  async () => (await withOfflineError(import("./recruiting-set-up.tsx"))).RecruitingSetUp,
  () => <Skeleton className="h-40 w-full" />,
  { Fallback: LoadError },
);

/** The About tab of the user's own channel, with the forms of its sections. */
export function OwnAbout({ channel }: { channel: Channel }) {
  return (
    <>
      <ConfirmPasswordDialog />
      <OwnAboutSections
        channel={channel}
        factsForm={(onDone) => <ProfileSectionForm part="facts" label="Your details" onDone={onDone} />}
        collegesForm={(onDone) => <ProfileSectionForm part="colleges" label="Your offers and visits" onDone={onDone} />}
        recruiting={<RecruitingSetUp />}
      />
    </>
  );
}
