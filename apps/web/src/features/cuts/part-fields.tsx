import type { Visibility } from "@app/contract/contents";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { call } from "#lib/api.ts";
import { isConflict } from "#lib/api-error.ts";
import { readTimeCode, timeCode } from "#lib/format.ts";
import { liveMeta } from "#lib/live-queries.ts";
import type { PlayClock } from "#lib/play-clock.ts";
import { Button } from "#ui/button.tsx";
import { Field, TextInput } from "#ui/field.tsx";
import { TimeSlider, TimeThumb } from "#ui/time-slider.tsx";
import { type CutPart, isUnreadable, type Part, UNREADABLE } from "./cut-part.ts";

type PartFieldsProps = {
  cut: CutPart;
  lengthS: number;
  clock: PlayClock;
  /** Shows the picture at the handle that is moved. */
  onShow: (atS: number) => void;
};

/** The part that is cut out: by two handles, by their times, or by where the player is. */
export function PartFields({ cut, lengthS, clock, onShow }: PartFieldsProps) {
  const { part } = cut;
  return (
    <div className="flex flex-col gap-4">
      <TimeSlider
        // Typed times may be in the wrong order until the second one is typed.
        value={[Math.min(part.from_s, part.to_s), Math.max(part.from_s, part.to_s)]}
        lengthS={lengthS}
        onChange={([from_s = 0, to_s = lengthS], thumb) => {
          cut.choose({ from_s, to_s });
          onShow(thumb === 0 ? from_s : to_s);
        }}
      >
        <TimeThumb index={0} label="Start of the part" valueText={shortTime(part.from_s)} />
        <TimeThumb index={1} label="End of the part" valueText={shortTime(part.to_s)} />
      </TimeSlider>
      <div className="grid gap-4 sm:grid-cols-2">
        <TimeField label="Start" end="from_s" cut={cut} clock={clock} />
        <TimeField label="End" end="to_s" cut={cut} clock={clock} />
      </div>
      {part.to_s > part.from_s && !isUnreadable(cut.typed.from_s) && !isUnreadable(cut.typed.to_s) && (
        <p className="text-muted">
          The part is <span className="score">{shortTime(part.to_s - part.from_s)}</span> long.
        </p>
      )}
    </div>
  );
}

type TimeFieldProps = { label: string; end: keyof Part; cut: CutPart; clock: PlayClock };

/** Applies the typed time on blur, so that a half-typed one moves nothing. */
function TimeField({ label, end, cut, clock }: TimeFieldProps) {
  const id = useId();
  const typed = cut.typed[end];

  function take(): void {
    const typedMs = typed === undefined ? null : readTimeCode(typed);
    if (typedMs !== null) cut.take(end, typedMs / 1000);
  }

  return (
    <div className="flex items-start gap-2 cramped:flex-col">
      <Field label={label} className="min-w-0 flex-1" error={isUnreadable(typed) ? UNREADABLE : cut.faults[end]}>
        <TextInput
          ref={cut.inputs[end]}
          inputMode="decimal"
          autoComplete="off"
          value={typed ?? shortTime(cut.part[end])}
          onChange={({ target }) => cut.keepTyped(end, target.value)}
          onBlur={take}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            take();
          }}
        />
      </Field>
      <Button
        variant="secondary"
        className="mt-6.5 h-11 cramped:mt-0"
        aria-describedby={id}
        onClick={() => cut.take(end, clock.get())}
      >
        Use current time
      </Button>
      <span id={id} hidden>
        as the {label.toLowerCase()}
      </span>
    </div>
  );
}

/** To tenths: 1:23.4 */
export function shortTime(seconds: number): string {
  return timeCode(Math.round(seconds * 10) * 100).slice(0, -2);
}

/** What viewers see of a video, live while it is being trimmed. */
export function trimOf(id: string) {
  return queryOptions({
    queryKey: ["content", id, "trim"],
    queryFn: ({ signal }) => call("GET /content/:id/trim", { params: { id } }, signal),
    gcTime: 0,
    meta: liveMeta("processing.changed", (trim: { state: string }) => trim.state === "trimming"),
  });
}

export function useTrim(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: Part & { was?: Part }) => call("PUT /content/:id/trim", { params: { id }, body }),
    onSuccess: (trim) => cache.setQueryData(trimOf(id).queryKey, trim),
    onError: (error) => isConflict(error) && cache.invalidateQueries(trimOf(id)),
  });
}

export function useUndoTrim(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call("DELETE /content/:id/trim", { params: { id } }),
    onSuccess: (trim) => cache.setQueryData(trimOf(id).queryKey, trim),
  });
}

export function useCancelTrim(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call("DELETE /content/:id/trim/request", { params: { id } }),
    onSuccess: (trim) => cache.setQueryData(trimOf(id).queryKey, trim),
    onError: (error) => isConflict(error) && cache.invalidateQueries(trimOf(id)),
  });
}

export function useMakeClip(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (clip: Part & { title: string; visibility: Visibility; idempotency_key: string }) =>
      call("POST /content/:id/clips", { params: { id }, body: clip }),
    onSuccess: () => void cache.invalidateQueries({ queryKey: ["hub"] }),
  });
}
