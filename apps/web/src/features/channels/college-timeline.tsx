import type { AthleteAbout } from "@app/contract/channels";
import { GraduationCap } from "lucide-react";
import { useState } from "react";
import { monthInWords } from "#lib/dates.ts";
import { Button } from "#ui/button.tsx";
import { type TimelineEntry, toTimeline } from "./college-moments.ts";

const SHOWN_AT_FIRST = 8;

/** College offers and visits in the order of time. */
export function CollegeTimeline({ athlete }: { athlete: Pick<AthleteAbout, "offers" | "visits"> }) {
  const [isAll, setAll] = useState(false);
  const entries = toTimeline(athlete);
  const shown = isAll ? entries : entries.slice(0, SHOWN_AT_FIRST);
  return (
    <div className="flex flex-col gap-4">
      <ol className="flex flex-col border-l-2 border-line pl-6">
        {shown.map((entry, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two entries may say the same, and their order is theirs
          <li key={at} className="relative pb-6 last:pb-0">
            <Moment entry={entry} />
          </li>
        ))}
      </ol>
      {!isAll && entries.length > SHOWN_AT_FIRST && (
        <Button variant="secondary" className="self-start" onClick={() => setAll(true)}>
          Show all {entries.length}
        </Button>
      )}
    </div>
  );
}

function Moment({ entry: { kind, college_name, college_logo, college_category, date } }: { entry: TimelineEntry }) {
  return (
    <>
      <span
        aria-hidden
        className={`absolute top-4 -left-[31px] size-3 rounded-full border-2 border-ground ${kind === "Offer" ? "bg-accent" : "bg-muted"}`}
      />
      <div className="flex items-start gap-4">
        {college_logo === null ? (
          <span className="grid size-11 shrink-0 place-items-center rounded-control border border-line bg-raised text-muted">
            <GraduationCap aria-hidden size={20} />
          </span>
        ) : (
          <img
            src={college_logo}
            alt=""
            width={44}
            height={44}
            loading="lazy"
            className="size-11 shrink-0 rounded-control border border-line bg-raised object-cover"
          />
        )}
        <div className="min-w-0">
          <p className="font-semibold break-words">{college_name}</p>
          <p className="text-sm text-muted">
            <span className={kind === "Offer" ? "font-semibold text-accent" : "font-semibold text-text"}>{kind}</span>
            {date !== null && ` · ${monthInWords(date)}`}
            {college_category !== null && ` · ${college_category}`}
          </p>
        </div>
      </div>
    </>
  );
}
