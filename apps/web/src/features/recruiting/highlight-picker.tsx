import { HIGHLIGHTS_MAX, type RecruitingLink } from "@app/contract/recruiting";
import { Checkbox } from "#ui/field.tsx";
import { MoveButtons } from "#ui/move-buttons.tsx";
import type { RecruitingSettings } from "./recruiting.queries.ts";

type Video = RecruitingLink["videos"][number];
type Ids = RecruitingSettings["highlights"];

/** Up to ten of the athlete's own videos, in display order. */
export function HighlightPicker({
  videos,
  chosen,
  onChange,
}: {
  videos: readonly Video[];
  chosen: Ids;
  onChange: (chosen: Ids) => void;
}) {
  const titles = new Map<string, string>(videos.map(({ id, title }) => [id, title]));
  const isFull = chosen.length >= HIGHLIGHTS_MAX;
  return (
    <div className="flex flex-col gap-6">
      {chosen.length > 0 && (
        <div className="flex flex-col gap-3">
          <h3 className="text-sm font-semibold">Highlights, in this order</h3>
          <ol className="flex flex-col gap-2">
            {chosen.map((id, at) => (
              <li
                key={id}
                className="flex items-center gap-2 rounded-control border border-line bg-raised py-1 pr-1 pl-4"
              >
                <span className="score w-6 text-muted">{at + 1}</span>
                <span className="min-w-0 flex-1 truncate">{titles.get(id)}</span>
                <MoveButtons
                  name={titles.get(id) ?? "this video"}
                  ids={chosen}
                  at={at}
                  isDisabled={false}
                  onMove={onChange}
                />
              </li>
            ))}
          </ol>
        </div>
      )}
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 text-sm font-semibold">Your public and unlisted videos</legend>
        {videos.length === 0 && <p className="text-muted">Upload a video to choose it here.</p>}
        {videos.map(({ id, title }) => {
          const isChosen = chosen.includes(id);
          return (
            <Checkbox
              key={id}
              label={title}
              checked={isChosen}
              disabled={isFull && !isChosen}
              onChange={() => onChange(isChosen ? chosen.filter((one) => one !== id) : [...chosen, id])}
            />
          );
        })}
        {isFull && <p className="text-sm text-muted">You can choose up to {HIGHLIGHTS_MAX}.</p>}
      </fieldset>
    </div>
  );
}
