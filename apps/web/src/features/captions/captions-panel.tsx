import { CAPTION_LANGUAGES, CAPTIONS_MAX_BYTES, type CaptionLanguage, type CaptionTrack } from "@app/contract/captions";
import { FileUp } from "lucide-react";
import { useId, useState } from "react";
import { messageOf } from "#lib/api-error.ts";
import { languageName } from "#lib/languages.ts";
import { toast } from "#lib/toast.ts";
import { Button, buttonStyle } from "#ui/button.tsx";
import { AlertDialog } from "#ui/dialog.tsx";
import { Field, FieldError } from "#ui/field.tsx";
import { Select } from "#ui/select.tsx";
import { useDeleteCaptions, useSaveCaptions } from "./own-captions.queries.ts";

const LANGUAGES = CAPTION_LANGUAGES.map((value) => ({ value, label: languageName(value) })).toSorted((a, b) =>
  a.label.localeCompare(b.label),
);

type CaptionsPanelProps = {
  id: string;
  tracks: readonly CaptionTrack[];
};

/** The captions of a video in all their languages, for its owner. */
export function CaptionsPanel({ id, tracks }: CaptionsPanelProps) {
  const [language, setLanguage] = useState<CaptionLanguage>("en");
  const current = tracks.find((track) => track.language === language);
  return (
    <section aria-label="Languages" className="flex flex-col gap-5 rounded-media bg-raised p-4 sm:p-6">
      {tracks.length === 0 ? (
        <p className="text-muted">This video has no captions yet. Add a file of each language.</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {tracks.map((track) => (
            <Track key={track.language} {...{ id, track }} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-end gap-4">
        <Field label="Language" className="min-w-56 grow">
          <Select
            options={LANGUAGES}
            value={language}
            onChange={({ target }) => setLanguage(target.value as CaptionLanguage)}
          />
        </Field>
        <FileInput key={language} id={id} language={language} current={current} />
      </div>
    </section>
  );
}

type TrackProps = Pick<CaptionsPanelProps, "id"> & { track: CaptionTrack };

function Track({ id, track }: TrackProps) {
  const { language, is_automatic, url } = track;
  const [isAsking, setAsking] = useState(false);
  const remove = useDeleteCaptions(id);
  const name = languageName(language);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 first:pt-0 last:pb-0">
      <span className="grow font-semibold">
        {name}
        {is_automatic && (
          <span className="ml-2 rounded-control border border-line px-1.5 text-sm font-normal text-muted">
            automatic
          </span>
        )}
      </span>
      <a href={url} download={`captions-${language}.vtt`} className={buttonStyle("ghost", "sm")}>
        Download<span className="sr-only"> {name}</span>
      </a>
      <Button variant="ghost" size="sm" aria-label={`Delete ${name}`} onClick={() => setAsking(true)}>
        Delete
      </Button>
      <AlertDialog
        isOpen={isAsking}
        title={`Delete the captions in ${name}?`}
        description="They cannot be restored. Download them first if you may need them again."
        confirmLabel="Delete"
        busy={remove.isPending}
        isDanger
        onCancel={() => setAsking(false)}
        onConfirm={() =>
          remove.mutate(language, {
            onSuccess: () => toast.success("The captions were deleted."),
            onError: (error) => toast.error(messageOf(error)),
            onSettled: () => setAsking(false),
          })
        }
      />
    </li>
  );
}

type FileInputProps = { id: string; language: CaptionLanguage; current: CaptionTrack | undefined };

/** Sends a WebVTT or SRT file; the server reads it and says what is wrong with it. */
function FileInput({ id, language, current }: FileInputProps) {
  const faultId = useId();
  const [fault, setFault] = useState<string | null>(null);
  const save = useSaveCaptions(id);

  function choose(file: File): void {
    const tooLarge = file.size > CAPTIONS_MAX_BYTES ? "The file is larger than 1 MB." : null;
    setFault(tooLarge);
    if (tooLarge !== null) return;
    save.mutate(
      { language, file, revision: current?.revision ?? 0 },
      {
        onSuccess: () => toast.success("The captions were saved."),
        onError: (error) => setFault(messageOf(error)),
      },
    );
  }

  return (
    <div className="flex flex-col gap-2">
      <label
        className={buttonStyle(
          "primary",
          "md",
          "relative cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
        )}
      >
        <FileUp aria-hidden size={18} />
        {save.isPending
          ? "Sending…"
          : current
            ? `Replace ${languageName(language)} by a file`
            : "Add a WebVTT or SRT file"}
        <input
          type="file"
          accept=".vtt,.srt,text/vtt,application/x-subrip"
          disabled={save.isPending}
          aria-invalid={fault === null ? undefined : true}
          aria-describedby={fault === null ? undefined : faultId}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            // The same file can be chosen again after it was mended.
            currentTarget.value = "";
            if (file) choose(file);
          }}
          className="absolute inset-0 cursor-pointer opacity-0"
        />
      </label>
      {fault !== null && <FieldError id={faultId}>{fault}</FieldError>}
    </div>
  );
}
