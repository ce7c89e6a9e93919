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
import { QrCode } from "#ui/qr-code.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

/** What a coach reads without signing in: one athlete, with highlights that play at once. */
export function RecruitingPage() {
  const { token } = useParams({ from: "/recruit/$token" });
  const page = useQuery(recruitingPage(token));
  useTitle(page.data ? page.data.name : null);

  if (page.isPending) return <Waiting />;
  if (page.error instanceof ApiError && (page.error.status === 404 || page.error.status === 422))
    return (
      <section className="column flex min-h-[60vh] flex-col items-center justify-center py-16 text-center">
        <h1 className="title text-5xl">Recruiting page</h1>
        <Empty title={CLOSED_TITLE}>
          <p>{CLOSED_TEXT}</p>
          <LinkButton href="/">To the start page</LinkButton>
        </Empty>
      </section>
    );
  if (!page.data)
    return <LoadError error={page.error} isRetrying={page.isFetching} onRetry={() => void page.refetch()} />;
  return <Sheet page={page.data} token={token} readAgain={async () => (await page.refetch()).data ?? null} />;
}

type SheetProps = { page: Page; token: string; readAgain: () => Promise<Page | null> };

function Sheet({ page, token, readAgain }: SheetProps) {
  // Without what somebody may have put behind it: this is what is printed, and handed on.
  const { origin, pathname } = window.location;
  // One that is processed anew cannot be played for a while; the others can.
  const highlights = page.highlights.filter(({ video_content: { hls } }) => hls !== null);
  const isTwofold = highlights.length > 0 && hasSheet(page);
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
          isTwofold && "xl:grid xl:grid-cols-[3fr_2fr] xl:items-start xl:gap-8",
        )}
      >
        <Highlights highlights={highlights} readAgain={readAgain} />
        <AthleteSheet page={page} />
      </div>
      <PrintButton className="self-start sm:hidden" />
      <ContactForm token={token} athlete={page} />
    </div>
  );
}

/** Whose product it is, and the whole address for whoever cannot read the code; neither part is broken. */
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

type Playing = { id: string | undefined; isSilent: boolean; choices: number };

/** They play one after the other, up to the last one; what is chosen plays next. */
function Highlights({ highlights, readAgain }: { highlights: Page["highlights"]; readAgain: SheetProps["readAgain"] }) {
  const [first] = highlights;
  const isStill = useReducedMotion();
  const [playing, setPlaying] = useState<Playing>({ id: first?.id, isSilent: true, choices: 0 });
  const at = Math.max(
    0,
    highlights.findIndex(({ id }) => id === playing.id),
  );
  const shown = highlights[at];
  if (!shown || shown.video_content.hls === null) return null;

  function playOn(isMuted: boolean): void {
    const next = highlights[at + 1];
    // Whoever wants little motion starts each one.
    if (!next || isStill) return;
    setPlaying({ ...playing, id: next.id, isSilent: isMuted });
  }

  /** @returns whether the video plays elsewhere now, or another one in its place */
  async function renewAddress({ video_content: { hls } }: Page["highlights"][number]): Promise<boolean> {
    const fresh = await readAgain();
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
          // Whoever has chosen one has clicked, and hears it.
          isSilent={playing.isSilent}
          isGrowing={false}
          isTheatre={false}
          onTheatre={null}
          onWatched={() => undefined}
          onEnded={playOn}
          onRetry={() => window.location.reload()}
          onGone={() => renewAddress(shown)}
        />
        <p aria-live="polite" className="mt-3 font-semibold wrap-anywhere">
          {shown.title}
        </p>
      </div>
      <HighlightList
        highlights={highlights}
        shownId={shown.id}
        onChoose={(id) => {
          if (id !== shown.id) setPlaying({ id, isSilent: false, choices: playing.choices + 1 });
        }}
      />
    </section>
  );
}

function Waiting() {
  return (
    <div className="column flex flex-col gap-8 py-12" aria-busy="true">
      <Skeleton className="h-20 w-80 max-w-full" />
      <Skeleton className="aspect-video w-full max-w-4xl" />
    </div>
  );
}
