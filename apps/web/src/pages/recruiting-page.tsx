import type { RecruitingPage as Page } from "@app/contract/recruiting";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { clsx } from "clsx";
import { Printer } from "lucide-react";
import { useState } from "react";
import { LazyPlayer } from "#features/player/lazy-player.tsx";
import {
  AthleteSheet,
  AthleteTitle,
  HighlightList,
  hasSheet,
  PaperHighlights,
} from "#features/recruiting/athlete-sheet.tsx";
import { CLOSED_TEXT, CLOSED_TITLE, ContactForm } from "#features/recruiting/contact-form.tsx";
import { recruitingPage } from "#features/recruiting/recruiting.queries.ts";
import { ApiError } from "#lib/api-error.ts";
import { useReducedMotion } from "#lib/use-media.ts";
import { useTitle } from "#lib/use-title.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Empty } from "#ui/empty.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Logo } from "#ui/logo.tsx";
import { Notice } from "#ui/notice.tsx";
import { QrCode } from "#ui/qr-code.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

/** An athlete's page for coaches, without signing in. Its highlights start playing at once. */
export function RecruitingPage() {
  const { token } = useParams({ from: "/recruit/$token" });
  const page = useQuery(recruitingPage(token));
  useTitle(page.data ? page.data.name : null);

  if (page.isPending) return <PageSkeleton />;
  const isClosed = page.error instanceof ApiError && (page.error.status === 404 || page.error.status === 422);
  if (isClosed && !page.data)
    return (
      <section className="column flex min-h-[60vh] flex-col items-center justify-center py-16 text-center">
        <h1 className="page-title">Recruiting page</h1>
        <Empty title={CLOSED_TITLE}>
          <p>{CLOSED_TEXT}</p>
          <LinkButton href="/">Go to the home page</LinkButton>
        </Empty>
      </section>
    );
  if (!page.data)
    return <LoadError error={page.error} isRetrying={page.isFetching} onRetry={() => void page.refetch()} />;
  return (
    <>
      {/* A message that a coach is writing stays. */}
      {isClosed && (
        <div className="column pt-6">
          <Notice tone="warning" title={CLOSED_TITLE}>
            {CLOSED_TEXT}
          </Notice>
        </div>
      )}
      <Sheet page={page.data} token={token} refetch={async () => (await page.refetch()).data ?? null} />
    </>
  );
}

type SheetProps = { page: Page; token: string; refetch: () => Promise<Page | null> };

function Sheet({ page, token, refetch }: SheetProps) {
  // Without query and hash, because this URL is printed and shared.
  const { origin, pathname } = window.location;
  // Leaves out highlights that are being reprocessed.
  const highlights = page.highlights.filter(({ video_content: { hls } }) => hls !== null);
  const hasTwoColumns = highlights.length > 0 && hasSheet(page);
  return (
    <div className="column flex flex-col gap-10 py-8 sm:py-12 print:gap-3 print:py-0">
      <PaperHead origin={origin} pathname={pathname} />
      <div className="flex items-center justify-between gap-4 print:items-start">
        <AthleteTitle page={page} />
        <PrintButton className="shrink-0 max-sm:hidden" />
        <QrCode text={origin + pathname} label="QR code of this page" className="hidden size-24 shrink-0 print:block" />
      </div>
      <div
        className={clsx(
          "flex flex-col gap-10 print:gap-3",
          hasTwoColumns && "xl:grid xl:grid-cols-[3fr_2fr] xl:items-start xl:gap-8",
        )}
      >
        <Highlights highlights={highlights} refetch={refetch} />
        <AthleteSheet page={page} />
      </div>
      <PrintButton className="self-start sm:hidden" />
      <ContactForm token={token} athlete={page} />
    </div>
  );
}

/** The logo and the full URL, for people who cannot scan the QR code. It may only wrap before the path. */
function PaperHead({ origin, pathname }: { origin: string; pathname: string }) {
  return (
    <div className="hidden items-center justify-between gap-4 border-b border-line pb-2 print:flex">
      <Logo size={22} />
      <p className="text-right font-mono text-[10px] leading-tight">
        <span className="whitespace-nowrap">{origin}</span>
        <wbr />
        <span className="whitespace-nowrap">{pathname}</span>
      </p>
    </div>
  );
}

function PrintButton({ className }: { className: string }) {
  return (
    <Button variant="secondary" onClick={() => window.print()} className={`print:hidden ${className}`}>
      <Printer aria-hidden size={18} />
      Print
    </Button>
  );
}

type Playing = { id: string | undefined; startsMuted: boolean; choices: number };

/** Plays the highlights one after another, and any chosen one at once. */
function Highlights({ highlights, refetch }: { highlights: Page["highlights"]; refetch: SheetProps["refetch"] }) {
  const [first] = highlights;
  const prefersReducedMotion = useReducedMotion();
  const [playing, setPlaying] = useState<Playing>({ id: first?.id, startsMuted: true, choices: 0 });
  const at = Math.max(
    0,
    highlights.findIndex(({ id }) => id === playing.id),
  );
  const shown = highlights[at];
  if (!shown || shown.video_content.hls === null) return null;

  function playNext(isMuted: boolean): void {
    const next = highlights[at + 1];
    // With reduced motion, the user starts each one.
    if (!next || prefersReducedMotion) return;
    setPlaying({ ...playing, id: next.id, startsMuted: isMuted });
  }

  /** @returns whether the highlight has a new URL or was replaced */
  async function renewUrl({ video_content: { hls } }: Page["highlights"][number]): Promise<boolean> {
    const fresh = await refetch();
    return fresh !== null && !fresh.highlights.some((highlight) => highlight.video_content.hls === hls);
  }

  return (
    <section
      aria-label="Highlights"
      className={clsx("grid gap-6", highlights.length > 1 ? "lg:grid-cols-[2fr_1fr] xl:grid-cols-1" : "max-w-5xl")}
    >
      <PaperHighlights highlights={highlights} />
      <div className="min-w-0 print:hidden">
        <LazyPlayer
          key={playing.choices}
          contentId={shown.id}
          hls={shown.video_content.hls}
          poster={shown.video_content.poster}
          storyboard={shown.video_content.storyboard}
          title={shown.title}
          lengthS={shown.length}
          // After a click, browsers allow sound.
          startsMuted={playing.startsMuted}
          isGrowing={false}
          isTheater={false}
          onTheater={null}
          onWatched={() => undefined}
          onEnded={playNext}
          onRetry={() => window.location.reload()}
          onGone={() => renewUrl(shown)}
        />
        <p aria-live="polite" className="mt-3 font-semibold wrap-anywhere">
          {shown.title}
        </p>
      </div>
      <HighlightList
        highlights={highlights}
        shownId={shown.id}
        onChoose={(id) => {
          if (id !== shown.id) setPlaying({ id, startsMuted: false, choices: playing.choices + 1 });
        }}
      />
    </section>
  );
}

function PageSkeleton() {
  return (
    <div className="column flex flex-col gap-8 py-12" aria-busy="true">
      <Skeleton className="h-20 w-80 max-w-full" />
      <Skeleton className="aspect-video w-full max-w-4xl" />
    </div>
  );
}
