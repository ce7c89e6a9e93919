import type { ContentItem } from "@app/contract/contents";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { call, renew } from "#lib/api.ts";
import { ApiError, isNotAllowed, isNotFound } from "#lib/api-error.ts";
import { saveFormDraft } from "#lib/form-drafts.ts";
import { showDraftFaults } from "./content-fields.tsx";
import { type SetImage, saveSet, setFormName, thumbnailOf, toImageForms } from "./image-set.ts";
import { PublishBar } from "./publish-bar.tsx";
import { isUnanswered, usePublishImages } from "./upload.queries.ts";
import type { UploadDraft } from "./upload-draft.ts";
import type { UploadState } from "./upload-state.ts";
import type { useDraftForm } from "./upload-workspace.tsx";

type Publishing = {
  channelId: string;
  set: readonly SetImage[];
  states: Readonly<Record<string, UploadState>>;
  form: ReturnType<typeof useDraftForm>;
  onPublished: (item: ContentItem) => void;
};

/** Publishes the set as soon as every upload is there and checked. */
export function usePublishing({ channelId, set, states, form, onPublished }: Publishing) {
  const { mutate } = usePublishImages();
  const [phase, setPhase] = useState<"no" | "requested" | "sending">("no");
  /** By the key of the image, which it keeps when another one is removed. */
  const [faults, setFaults] = useState<Record<string, string>>({});
  /** An attempt without a reply may have published the set: until that is known, its images stay as they were sent. */
  const [isUnsure, setUnsure] = useState(false);
  const submitted = useRef<UploadDraft | null>(null);
  const phases = set.map(({ key }) => states[key]?.phase);
  /** Of a team whose role the user has lost, nothing is found: the page then shows their other channels. */
  async function explainNotFound(sent: readonly SetImage[], error: unknown): Promise<void> {
    await renew().catch(() => undefined);
    const open = await call("GET /my-uploads").catch(() => null);
    const gone = sent.filter(({ uploadId }) => open?.every(({ id }) => id !== uploadId));
    if (gone.length === 0) return showDraftFaults(form, error);
    setFaults(Object.fromEntries(gone.map(({ key }) => [key, IMAGE_GONE])));
  }

  const isDue = phase === "requested" && phases.every((one) => one === "checked");
  const isBlocked = phases.some((one) => one === "refused" || one === "stopped" || one === "choosing");

  const send = useEffectEvent(() => {
    const images = toImageForms(set);
    if (images === null || submitted.current === null) return;
    const { thumbnail: _, images: __, ...values } = submitted.current;
    setPhase("sending");
    mutate(
      { images, values, thumbnail: thumbnailOf(set), isAgain: isUnsure },
      {
        onSuccess: (item) => {
          saveSet(channelId, []);
          saveFormDraft(setFormName(channelId), null);
          onPublished(item);
        },
        onError: (error) => {
          // A field takes the focus only once the form is enabled.
          flushSync(() => {
            const ofImages = faultsOfImages(error);
            setPhase("no");
            setFaults(byKey(set, ofImages));
            setUnsure(
              (was) => isUnanswered(error) || (was && !isNotFound(error) && Object.keys(ofImages).length === 0),
            );
          });
          if (isNotFound(error)) return void explainNotFound(set, error);
          showDraftFaults(form, error);
          if (isNotAllowed(error)) void renew().catch(() => undefined);
        },
      },
    );
  });
  useEffect(() => {
    if (isDue) send();
  }, [isDue]);
  useEffect(() => {
    if (isBlocked) setPhase((now) => (now === "requested" ? "no" : now));
  }, [isBlocked]);

  const submit = form.handleSubmit((values) => {
    submitted.current = values;
    setFaults({});
    setPhase("requested");
  });
  return { phase, faults: byPosition(set, faults), isUnsure, isBlocked, submit, withdraw: () => setPhase("no") };
}

/** It was deleted on another page, or has expired. */
const IMAGE_GONE = "This upload no longer exists on the server. Remove this image, and choose its file again.";

function byKey(set: readonly SetImage[], faults: Record<number, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(faults).map(([at, fault]) => [set[Number(at)]?.key, fault]));
}

function byPosition(set: readonly SetImage[], faults: Record<string, string>): Record<number, string> {
  return Object.fromEntries(set.flatMap(({ key }, at) => (faults[key] === undefined ? [] : [[at, faults[key]]])));
}

/** The server's faults by the position of the image. */
export function faultsOfImages(error: unknown): Record<number, string> {
  const entries = error instanceof ApiError ? Object.entries(error.errors) : [];
  return Object.fromEntries(
    entries.flatMap(([field, messages]) => {
      const [name, position] = field.split(".");
      return name === "images" && position !== undefined ? [[Number(position), messages.join(" ")]] : [];
    }),
  );
}

type ImagesPublishBarProps = ReturnType<typeof usePublishing> & { isSending: boolean };

export function ImagesPublishBar({ phase, isUnsure, isBlocked, isSending, withdraw }: ImagesPublishBarProps) {
  return (
    <PublishBar publish={phase} waiting="Publishing when the uploads finish." isDisabled={isBlocked} onEdit={withdraw}>
      {isBlocked && (
        <p className="text-sm text-muted">
          To publish, remove the images that were refused and finish the uploads that stopped.
        </p>
      )}
      {isUnsure && phase === "no" && (
        <p className="text-sm text-muted">
          The set may be published already. You can change its images once you have pressed Publish again.
        </p>
      )}
      {isSending && !isBlocked && (
        <p className="text-sm text-muted">You can publish now. It takes effect as soon as the uploads finish.</p>
      )}
    </PublishBar>
  );
}
