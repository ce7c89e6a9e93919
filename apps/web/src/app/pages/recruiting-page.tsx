import type { RecruitingPage as Page } from "@app/contract/recruiting";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { Printer } from "lucide-react";
import { useState } from "react";
import { LazyPlayer } from "#features/player/lazy-player.tsx";
import { AthleteSheet, AthleteTitle } from "#features/recruiting/athlete-sheet.tsx";
import { ContactForm } from "#features/recruiting/contact-form.tsx";
import { HighlightList } from "#features/recruiting/highlight-list.tsx";
import { recruitingPage } from "#features/recruiting/recruiting.queries.ts";
import { ApiError } from "#lib/api-error.ts";
import { useTitle } from "#lib/use-title.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Empty } from "#ui/empty.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { QrCode } from "#ui/qr-code.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

/** What a coach reads without signing in: one athlete, with highlights that play at once. */
export function RecruitingPage() {
  const { token = "" } = useParams({ strict: false });
  const page = useQuery(recruitingPage(token));
  useTitle(page.data ? page.data.name : null);

  if (page.isPending) return <Waiting />;
  if (page.error instanceof ApiError && (page.error.status === 404 || page.error.status === 422))
    return (
      <section className="column flex min-h-[60vh] flex-col items-center justify-center py-16 text-center">
        <h1 className="title text-5xl">Recruiting page</h1>
        <Empty title="This recruiting page is not open">
          <p>The athlete may have switched it off, or given it a new address. Ask them for the one that counts.</p>
          <LinkButton href="/">To the start page</LinkButton>
        </Empty>
      </section>
    );
  if (!page.data)
    return <LoadError error={page.error} isRetrying={page.isFetching} onRetry={() => void page.refetch()} />;
  return <Sheet page={page.data} token={token} />;
}

function Sheet({ page, token }: { page: Page; token: string }) {
  // Without what somebody may have put behind it: this is what is printed, and handed on.
  const address = window.location.origin + window.location.pathname;
  return (
    <div className="column flex flex-col gap-10 py-8 sm:py-12 print:gap-4 print:py-0">
      <div className="flex flex-wrap items-center justify-between gap-4 print:flex-nowrap print:items-start">
        <AthleteTitle page={page} />
        <Button variant="secondary" onClick={() => window.print()} className="print:hidden">
          <Printer aria-hidden size={18} />
          Print
        </Button>
        <div className="hidden w-44 flex-col items-end gap-1 print:flex">
          <QrCode text={address} label="QR code of this page" className="size-24" />
          <p className="text-right font-mono text-[10px] leading-tight break-all">{address}</p>
        </div>
      </div>
      <Highlights page={page} />
      <AthleteSheet page={page} />
      <ContactForm token={token} athlete={page} />
    </div>
  );
}

function Highlights({ page }: { page: Page }) {
  // One that is processed anew cannot be played for a while; the others can.
  const highlights = page.highlights.filter(({ video_content: { hls } }) => hls !== null);
  const [first] = highlights;
  const [shownId, setShownId] = useState(first?.id ?? "");
  const [hasChosen, setHasChosen] = useState(false);
  const shown = highlights.find(({ id }) => id === shownId) ?? first;
  if (!shown || shown.video_content.hls === null) return null;
  return (
    <section
      aria-label="Highlights"
      className={`grid gap-6 ${highlights.length > 1 ? "lg:grid-cols-[2fr_1fr]" : "max-w-5xl"}`}
    >
      {/* On paper the picture stands for the film. */}
      {shown.video_content.poster !== null && (
        <img src={shown.video_content.poster} alt="" className="hidden max-h-36 w-fit rounded-media print:block" />
      )}
      <div className="print:hidden">
        <LazyPlayer
          key={shown.id}
          contentId={shown.id}
          hls={shown.video_content.hls}
          poster={shown.video_content.poster}
          storyboard={shown.video_content.storyboard}
          title={shown.title}
          lengthS={shown.length}
          // Whoever has chosen one has clicked, and hears it.
          isSilent={!hasChosen}
          isGrowing={false}
          isTheatre={false}
          onTheatre={() => undefined}
          onWatched={() => undefined}
          onRetry={() => window.location.reload()}
        />
        <p className="mt-3 font-semibold">{shown.title}</p>
      </div>
      <HighlightList
        highlights={highlights}
        shownId={shown.id}
        onChoose={(id) => {
          setHasChosen(true);
          setShownId(id);
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
