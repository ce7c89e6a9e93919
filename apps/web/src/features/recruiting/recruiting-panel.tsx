import { RECRUITING_MESSAGES, type RecruitingLink } from "@app/contract/recruiting";
import { useQuery } from "@tanstack/react-query";
import { Copy, ExternalLink, RotateCcw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { copyText } from "#lib/copy-text.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { AlertDialog } from "#ui/dialog.tsx";
import { Switch } from "#ui/field.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { QrCode } from "#ui/qr-code.tsx";
import { Section } from "#ui/section.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { HighlightPicker } from "./highlight-picker.tsx";
import { type RecruitingSettings, recruitingLink, useRenewLink, useSaveLink } from "./recruiting.queries.ts";

type ClosedNoticeProps = { closedBecause: NonNullable<RecruitingLink["closed_because"]>; guardian: ReactNode };

const VISIBLE_FIELDS: { name: keyof RecruitingSettings & `shows_${string}`; label: string }[] = [
  { name: "shows_graduation", label: "Class of" },
  { name: "shows_gpa", label: "GPA" },
  { name: "shows_colleges", label: "College offers and visits" },
  { name: "shows_measurables", label: "Measurables" },
  { name: "shows_location", label: "City and state" },
];

/**
 * The athlete's settings of the recruiting page: on or off, its address, and what it shows.
 * @param guardian where an athlete under 18 requests a guardian's consent
 */
export function RecruitingPanel({ guardian }: { guardian: ReactNode }) {
  const link = useQuery(recruitingLink());
  return (
    <Section
      title="Recruiting page"
      subtitle="One page for coaches, no sign-in needed. Only people with its link can find it."
    >
      {link.isPending && <Skeleton className="h-40 w-full" />}
      {link.isError && !link.data && (
        <LoadError error={link.error} isRetrying={link.isFetching} onRetry={() => void link.refetch()} />
      )}
      {link.data && <Settings link={link.data} guardian={guardian} />}
    </Section>
  );
}

function Settings({ link, guardian }: { link: RecruitingLink; guardian: ReactNode }) {
  const { mutate: change } = useSaveLink();
  const { path, opened_count, videos, closed_because: closedBecause, is_on: isOn } = link;
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-col gap-5">
        <Switch
          label={toStatusLabel(link)}
          checked={isOn}
          onChange={(event) => change({ is_on: event.currentTarget.checked })}
        />
        {closedBecause !== null && <ClosedNotice closedBecause={closedBecause} guardian={guardian} />}
        {isOn && closedBecause === null && path !== null && (
          <RecruitingLinkCard path={path} openedCount={opened_count} />
        )}
        {isOn && link.highlights.length === 0 && <NoHighlights hasVideos={videos.length > 0} />}
      </div>
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-3 text-sm font-semibold">What a coach sees</legend>
        <p className="text-sm text-muted">
          Your first and last name, your sports, and your channel's name, picture and bio are always visible.
        </p>
        {VISIBLE_FIELDS.map(({ name, label }) => {
          const isForbidden = name === "shows_location" && !link.can_show_location;
          return (
            <Switch
              key={name}
              label={label}
              hint={isForbidden && RECRUITING_MESSAGES.noLocation}
              disabled={isForbidden}
              checked={link[name]}
              onChange={(event) => change({ [name]: event.currentTarget.checked })}
            />
          );
        })}
      </fieldset>
      <HighlightPicker videos={videos} chosen={link.highlights} onChange={(highlights) => change({ highlights })} />
    </div>
  );
}

function NoHighlights({ hasVideos }: { hasVideos: boolean }) {
  return (
    <Notice
      tone="warning"
      title="There is nothing to watch on your page yet"
      action={!hasVideos && <LinkButton href="/upload-video">Upload a video</LinkButton>}
    >
      A coach looks at the highlights first. {hasVideos ? "Choose some below." : "Upload a video to choose it here."}
    </Notice>
  );
}

function toStatusLabel({ is_on, closed_because }: RecruitingLink): string {
  if (!is_on) return "Your page is closed";
  return closed_because === null ? "Your page is open" : "Your page is on, but closed for now";
}

function RecruitingLinkCard({ path, openedCount }: { path: string; openedCount: number }) {
  const [isAsking, setAsking] = useState(false);
  const renew = useRenewLink();
  const address = window.location.origin + path;
  const copy = () => copyText(address, { copied: "The link was copied.", failed: "The link could not be copied." });
  return (
    <div className="flex flex-col gap-5 rounded-media border border-line bg-raised p-5 sm:flex-row">
      <QrCode text={address} label="QR code of your recruiting page" className="size-36 shrink-0 rounded-control" />
      <div className="flex min-w-0 flex-col gap-4">
        <p className="font-mono text-sm break-all">{address}</p>
        <p className="text-sm text-muted">
          {openedCount === 1 ? "Opened once" : `Opened ${openedCount} times`}, your own visits included.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => void copy()}>
            <Copy aria-hidden size={18} />
            Copy
          </Button>
          <LinkButton href={path} variant="secondary">
            <ExternalLink aria-hidden size={18} />
            Open
          </LinkButton>
          <Button variant="ghost" onClick={() => setAsking(true)}>
            <RotateCcw aria-hidden size={18} />
            New link
          </Button>
        </div>
      </div>
      <AlertDialog
        isOpen={isAsking}
        title="Replace the link?"
        description="The old link and its printed QR codes will stop working."
        confirmLabel="New link"
        isDanger
        busy={renew.isPending}
        onConfirm={() => renew.mutate(undefined, { onSettled: () => setAsking(false) })}
        onCancel={() => setAsking(false)}
      />
    </div>
  );
}

/** Why nobody can open the page, and what to do about it. */
function ClosedNotice({ closedBecause, guardian }: ClosedNoticeProps) {
  if (closedBecause === "lapsed")
    return (
      <Notice
        tone="warning"
        title="Your plan has ended."
        action={
          <LinkButton href="/billing" variant="secondary" size="sm">
            Pay for a plan again
          </LinkButton>
        }
      >
        Nobody can open your recruiting page until you pay for a plan. Its link stays the same.
      </Notice>
    );
  if (closedBecause === "hidden")
    return (
      <Notice tone="warning" title="Your channel is hidden.">
        Nobody can open your recruiting page while your channel is hidden. Its link stays the same.
      </Notice>
    );
  return (
    <>
      <Notice tone="warning" title="A parent or guardian has to consent.">
        You are under 18, so nobody can open your recruiting page until they do. They get an email with a link.
      </Notice>
      {guardian}
    </>
  );
}
