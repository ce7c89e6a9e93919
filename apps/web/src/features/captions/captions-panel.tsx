import {
  CAPTION_LANGUAGES,
  CAPTIONS_MAX_BYTES,
  CAPTIONS_MESSAGES,
  type CaptionLanguage,
  type CaptionTrack,
} from "@app/contract/captions";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { messageOf } from "#lib/api-error.ts";
import { languageName } from "#lib/format.ts";
import { passFocusOn } from "#lib/pass-focus.ts";
import { toast } from "#lib/toast.ts";
import { Button, buttonStyle } from "#ui/button.tsx";
import { AlertDialog } from "#ui/dialog.tsx";
import { DownloadLink } from "#ui/download-link.tsx";
import { Field, FieldError } from "#ui/field.tsx";
import { FileLabel } from "#ui/file-label.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Select } from "#ui/select.tsx";
import {
  captionedItem,
  speechOf,
  useDeleteCaptions,
  useRecognizeSpeech,
  useSaveCaptions,
} from "./own-captions.queries.ts";

const LANGUAGES = CAPTION_LANGUAGES.map((value) => ({ value, label: languageName(value) })).toSorted((a, b) =>
  a.label.localeCompare(b.label),
);

/** "Replace Portuguese (Brazil) with a file" takes two lines on a phone. */
const MAY_WRAP = "h-auto! min-h-11 shrink! py-2 whitespace-normal!";

type CaptionsPanelProps = {
  id: string;
  tracks: readonly CaptionTrack[];
  /** The language that is being edited. */
  edited: CaptionLanguage | null;
  onEdit: (language: CaptionLanguage | null) => void;
};

/** The captions of a video in all their languages, for its owner. */
export function CaptionsPanel({ id, tracks, edited, onEdit }: CaptionsPanelProps) {
  const [language, setLanguage] = useState<CaptionLanguage>("en");
  /** What is wrong with the file that was chosen. */
  const [fault, setFault] = useState<string | null>(null);
  const faultId = useId();
  const current = tracks.find((track) => track.language === language);
  const save = useSaveCaptions(id);
  return (
    <section
      aria-label="Languages"
      // Once the last language is deleted, the focus is here.
      tabIndex={-1}
      className="flex flex-col gap-5 rounded-media bg-raised p-4 outline-none sm:p-6"
    >
      {tracks.length === 0 ? (
        <p className="text-muted">This video has no captions yet. Add a file, or write them here.</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {tracks.map((track) => (
            <Track key={track.language} id={id} track={track} edited={edited} onEdit={onEdit} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-end gap-4">
        <Field label="Language" className="min-w-56 grow cramped:min-w-full">
          <Select
            options={LANGUAGES}
            value={language}
            // What the server says of the file belongs to the chosen language.
            disabled={save.isPending}
            onChange={({ target }) => {
              setFault(null);
              setLanguage(target.value as CaptionLanguage);
            }}
          />
        </Field>
        <CaptionsFile
          key={language}
          save={save}
          language={language}
          current={current}
          onFault={setFault}
          faultId={fault === null ? undefined : faultId}
        />
        {!current && (
          <Button
            variant="secondary"
            className="h-11"
            aria-pressed={edited === language}
            onClick={() => onEdit(language)}
          >
            Write them here
          </Button>
        )}
        {fault !== null && (
          <div className="w-full">
            <FieldError id={faultId}>{fault}</FieldError>
          </div>
        )}
      </div>
      <AutomaticCaptions id={id} language={language} hasCaptions={current !== undefined} />
    </section>
  );
}

type TrackProps = Pick<CaptionsPanelProps, "id" | "edited" | "onEdit"> & { track: CaptionTrack };

function Track({ id, track, edited, onEdit }: TrackProps) {
  const { language, is_automatic, url } = track;
  const [isAsking, setAsking] = useState(false);
  const remove = useDeleteCaptions(id);
  const name = languageName(language);
  return (
    <li ref={passFocusOn} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 first:pt-0 last:pb-0">
      <span className="grow font-semibold max-sm:w-full">
        {name}
        {is_automatic && (
          <span className="ml-2 rounded-control border border-line px-1.5 text-sm font-normal text-muted">
            automatic
          </span>
        )}
      </span>
      <Button
        variant="secondary"
        size="sm"
        aria-label={`Edit ${name}`}
        aria-pressed={edited === language}
        className="aria-pressed:border-accent"
        onClick={() => onEdit(language)}
      >
        Edit
      </Button>
      <DownloadLink href={url} fileName={`captions-${language}.vtt`} className={buttonStyle("ghost", "sm")}>
        Download<span className="sr-only"> {name}</span>
      </DownloadLink>
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
            onSuccess: () => {
              if (edited === language) onEdit(null);
              toast.success(CAPTIONS_MESSAGES.deleted);
            },
            onError: (error) => toast.error(messageOf(error)),
            onSettled: () => setAsking(false),
          })
        }
      />
    </li>
  );
}

type AutomaticCaptionsProps = { id: string; language: CaptionLanguage; hasCaptions: boolean };

/** Captions by speech recognition, where the server has it; otherwise it says so. */
function AutomaticCaptions({ id, language, hasCaptions }: AutomaticCaptionsProps) {
  const speech = useQuery(speechOf(id));
  const recognize = useRecognizeSpeech(id);
  const fault = speech.data?.requests.find((one) => one.language === language)?.fault;
  const isWorking = fault === null;
  useRefetchWhenDone(id, speech.data?.requests ?? NO_REQUESTS);

  if (hasCaptions || speech.isPending) return null;
  if (!speech.data)
    return (
      <LoadError
        title="Automatic captions could not be loaded."
        error={speech.error}
        isRetrying={speech.isFetching}
        onRetry={() => void speech.refetch()}
      />
    );
  if (!speech.data.is_available) return <p className="text-sm text-muted">{CAPTIONS_MESSAGES.noEngine}</p>;
  // An earlier server does not list them.
  if (speech.data.languages?.includes(language) === false)
    return <p className="text-sm text-muted">Automatic captions are not available in {languageName(language)} here.</p>;
  return <RecognizeSpeech language={language} recognize={recognize} isWorking={isWorking} fault={fault} />;
}

type SpeechRequest = { language: string; fault: string | null };

const NO_REQUESTS: readonly SpeechRequest[] = [];

/** The captions of a language are there once its request is gone. */
function useRefetchWhenDone(id: string, requests: readonly SpeechRequest[]): void {
  const cache = useQueryClient();
  const before = useRef<readonly string[]>([]);
  useEffect(() => {
    const pending = requests.filter(({ fault }) => fault === null).map(({ language }) => language);
    const isAnyDone = before.current.some((language) => !pending.includes(language));
    if (isAnyDone) void cache.invalidateQueries({ queryKey: captionedItem(id).queryKey });
    before.current = pending;
  }, [cache, id, requests]);
}

type RecognizeSpeechProps = {
  language: CaptionLanguage;
  recognize: ReturnType<typeof useRecognizeSpeech>;
  isWorking: boolean;
  /** Of the request before. */
  fault: string | null | undefined;
};

function RecognizeSpeech({ language, recognize, isWorking, fault }: RecognizeSpeechProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        variant="secondary"
        className={MAY_WRAP}
        busy={isWorking || recognize.isPending}
        onClick={() => recognize.mutate(language)}
      >
        {isWorking ? `Making captions in ${languageName(language)}…` : `Make captions in ${languageName(language)}`}
      </Button>
      <p role="status" className="text-sm text-muted">
        {isWorking && "This takes a while. You can leave this page."}
      </p>
      {fault && <FieldError>{fault}</FieldError>}
      {recognize.isError && <FieldError>{messageOf(recognize.error)}</FieldError>}
    </div>
  );
}

type CaptionsFileProps = {
  save: ReturnType<typeof useSaveCaptions>;
  language: CaptionLanguage;
  current: CaptionTrack | undefined;
  onFault: (fault: string | null) => void;
  /** Of the sentence about the file that was chosen last; undefined if nothing is wrong with it. */
  faultId: string | undefined;
};

/** Sends a WebVTT or SRT file; the server reads it and says what is wrong with it. */
function CaptionsFile({ save, language, current, onFault, faultId }: CaptionsFileProps) {
  /** What would replace the captions that are there. */
  const [fileToConfirm, setFileToConfirm] = useState<File | null>(null);
  const name = languageName(language);

  function choose(file: File): void {
    const tooLarge = file.size > CAPTIONS_MAX_BYTES ? "The file is larger than 1 MB." : null;
    onFault(tooLarge);
    if (tooLarge !== null) return;
    if (current) setFileToConfirm(file);
    else send(file);
  }

  function send(file: File): void {
    save.mutate(
      { language, file, revision: current?.revision ?? 0 },
      {
        onError: (error) => onFault(messageOf(error)),
        onSettled: () => setFileToConfirm(null),
      },
    );
  }

  return (
    <>
      <FileLabel
        className={buttonStyle("primary", "md", `${MAY_WRAP} relative cursor-pointer`)}
        accept=".vtt,.srt,text/vtt,application/x-subrip"
        disabled={save.isPending}
        aria-invalid={faultId === undefined ? undefined : true}
        aria-describedby={faultId}
        onFiles={([file]) => choose(file)}
      >
        <FileUp aria-hidden size={18} />
        {save.isPending ? "Uploading…" : current ? `Replace ${name} with a file` : "Add a WebVTT or SRT file"}
      </FileLabel>
      <AlertDialog
        isOpen={fileToConfirm !== null}
        title={`Replace the captions in ${name}?`}
        description={`${fileToConfirm?.name ?? "The file"} will replace them, and they cannot be restored. Download them first if you may need them again.`}
        confirmLabel="Replace"
        busy={save.isPending}
        isDanger
        onCancel={() => setFileToConfirm(null)}
        onConfirm={() => fileToConfirm && send(fileToConfirm)}
      />
    </>
  );
}
