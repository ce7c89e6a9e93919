import type { RecruitingPage } from "@app/contract/recruiting";
import { clsx } from "clsx";
import { monthInWords } from "#lib/dates.ts";
import { duration, heightInWords } from "#lib/format.ts";
import { Avatar } from "#ui/avatar.tsx";
import { type Fact, Facts } from "#ui/figures.tsx";
import { MediaPicture } from "#ui/media-card.tsx";

type Highlight = RecruitingPage["highlights"][number];

/** Per list, so that even the longest names fit on one sheet; the printed address leads to the rest. */
const PRINTED_MAX = 6;

/** @returns whether the sheet has any content */
export function hasSheet(page: RecruitingPage): boolean {
  const { bio, offers, visits } = page;
  return toFacts(page).length > 0 || bio !== "" || offers.length > 0 || visits.length > 0;
}

/** What a coach needs to know about an athlete; half a page when printed. */
export function AthleteSheet({ page }: { page: RecruitingPage }) {
  const facts = toFacts(page);
  return (
    <div className="flex flex-col gap-8 print:gap-2">
      {facts.length > 0 && <Facts facts={facts} />}
      {page.bio !== "" && (
        <p dir="auto" className="max-w-prose text-lg wrap-anywhere whitespace-pre-line print:text-sm">
          {page.bio}
        </p>
      )}
      <Colleges title="College offers" moments={page.offers} />
      <Colleges title="College visits" moments={page.visits} />
    </div>
  );
}

export function AthleteTitle({ page }: { page: RecruitingPage }) {
  const town = [page.city, page.state].filter((part) => part !== null).join(", ");
  const line = [...page.sports, page.measurables?.position ?? null, town === "" ? null : town].filter(Boolean);
  return (
    <header className="flex min-w-0 items-center gap-4 print:items-start">
      <Avatar picture={page.profile_url} name={page.name} size={80} />
      <div className="min-w-0">
        <h1 className="page-title wrap-anywhere print:text-2xl">{page.name}</h1>
        {page.channel_name !== null && <p className="font-semibold wrap-anywhere print:text-sm">{page.channel_name}</p>}
        <p className="wrap-anywhere text-muted print:text-xs">{line.join(" · ")}</p>
      </div>
    </header>
  );
}

function toFacts({ graduation_year, gpa, measurables }: RecruitingPage): Fact[] {
  const { height_in = null, weight_lb = null, marks = [] } = measurables ?? {};
  return [
    ...(graduation_year === null ? [] : [{ label: "Class of", value: String(graduation_year) }]),
    ...(gpa === null ? [] : [{ label: "GPA", value: gpa }]),
    ...(height_in === null ? [] : [{ label: "Height", value: heightInWords(height_in) }]),
    ...(weight_lb === null ? [] : [{ label: "Weight", value: `${weight_lb} lb` }]),
    ...marks,
  ];
}

function Colleges({ title, moments }: { title: string; moments: RecruitingPage["offers"] }) {
  if (moments.length === 0) return null;
  const more = moments.length - PRINTED_MAX;
  return (
    <section className="@container flex flex-col gap-3 print:gap-1">
      <h2 className="title text-2xl print:text-base">{title}</h2>
      <ul className="grid grid-cols-1 gap-x-8 gap-y-2 @xl:grid-cols-2 print:grid-cols-3 print:gap-x-4 print:gap-y-0.5 print:text-xs">
        {moments.map(({ college_name, college_logo, date }, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: entries may be identical and are never reordered
            key={at}
            className={`flex min-w-0 items-center gap-3 print:gap-1.5 ${at < PRINTED_MAX ? "" : "print:hidden"}`}
          >
            {college_logo !== null && (
              <img src={college_logo} alt="" width={32} height={32} className="size-8 rounded-control print:hidden" />
            )}
            <span className="min-w-0 flex-1 wrap-anywhere print:line-clamp-2">{college_name}</span>
            {date !== null && (
              <span className="text-sm whitespace-nowrap text-muted print:text-xs">{monthInWords(date)}</span>
            )}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="hidden text-xs text-muted print:block">and {more} more</p>}
    </section>
  );
}

/** In print, one picture and the titles represent the videos. */
export function PaperHighlights({ highlights }: { highlights: readonly Highlight[] }) {
  const poster = highlights[0]?.video_content.poster ?? null;
  return (
    <div className="hidden gap-4 print:flex">
      {poster !== null && <img src={poster} alt="" className="max-h-24 w-fit shrink-0 self-start rounded-media" />}
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <h2 className="title text-base">Highlights</h2>
        <ol className="flex flex-col text-[10px] leading-tight">
          {highlights.map(({ id, title, length }) => (
            <li key={id} className="flex gap-2">
              <span className="line-clamp-1 wrap-anywhere">{title}</span>
              {length !== null && <span className="text-muted">{duration(length)}</span>}
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}

/** The list of videos; the playing one is marked. */
export function HighlightList({
  highlights,
  shownId,
  onChoose,
}: {
  highlights: readonly Highlight[];
  shownId: string;
  onChoose: (id: string) => void;
}) {
  if (highlights.length < 2) return null;
  return (
    <ol
      aria-label="Highlights"
      className="grid content-start gap-3 sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2 print:hidden"
    >
      {highlights.map(({ id, title, length, video_content }) => (
        <li key={id}>
          <button
            type="button"
            aria-current={id === shownId || undefined}
            onClick={() => onChoose(id)}
            className={clsx(
              "flex w-full items-center gap-3 rounded-media border p-2 text-left transition-colors hover:bg-lift",
              id === shownId ? "border-accent" : "border-line",
            )}
          >
            <span className="w-28 shrink-0">
              <MediaPicture picture={video_content.poster} preview={null} isFirst={false}>
                {null}
              </MediaPicture>
            </span>
            <span className="min-w-0 flex-1">
              <span className="line-clamp-2 font-semibold wrap-anywhere">{title}</span>
              <span className="flex flex-wrap items-baseline gap-x-3 text-muted">
                {length !== null && <span className="score">{duration(length)}</span>}
                {id === shownId && <span className="text-sm text-text">Now showing</span>}
              </span>
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
