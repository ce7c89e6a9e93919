import { type ContentItem, contentFields, TITLE_MAX_CHARS } from "@app/contract/contents";
import { CLIP_MAX_S, CUT_MESSAGES, findCutFault } from "@app/contract/cuts";
import { contentHref } from "@app/contract/paths";
import { type SubmitEvent, useState } from "react";
import { Button, LinkButton } from "#ui/button.tsx";
import { Field, TextInput } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { Select } from "#ui/select.tsx";
import { useMakeClip } from "./cuts.queries.ts";
import type { CutDraft, Part } from "./part.ts";
import { showFaults } from "./trim-panel.tsx";

type ClipFormProps = {
  id: string;
  draft: CutDraft;
  lengthS: number;
  onDraft: (change: Partial<CutDraft>) => void;
  onFaults: (faults: Partial<Record<keyof Part, string>>) => void;
};

const VISIBILITIES = [
  { value: "public", label: "Public" },
  { value: "unlisted", label: "Unlisted" },
  { value: "private", label: "Private" },
] as const;

/** Makes an item of its own of a part of the video. */
export function ClipForm({ id, draft, lengthS, onDraft, onFaults }: ClipFormProps) {
  const make = useMakeClip(id);
  const [titleFault, setTitleFault] = useState<string>();
  const [made, setMade] = useState<ContentItem | null>(null);

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    const title = contentFields.title.safeParse(draft.title);
    setTitleFault(title.error?.issues[0]?.message);
    const fault = findClipFault(draft, lengthS);
    onFaults(fault ? { [fault.field]: fault.message } : {});
    if (!title.success || fault) return;
    const { from_s, to_s, visibility } = draft;
    make.mutate(
      { from_s, to_s, visibility, title: title.data },
      {
        onSuccess: (clip) => {
          setMade(clip);
          onDraft({ title: "" });
        },
        onError: (error) => showFaults(error, onFaults),
      },
    );
  }

  return (
    <section aria-labelledby="clip-heading" className="flex flex-col gap-4">
      <h2 id="clip-heading" className="title text-2xl">
        Make a clip
      </h2>
      <p className="text-muted">
        A clip is a separate video with its own address, title and views. It lasts at most 10 minutes, and may begin up
        to 4 seconds before the start you set.
      </p>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field label="Title" error={titleFault}>
          <TextInput
            value={draft.title}
            maxLength={TITLE_MAX_CHARS}
            onChange={({ target }) => onDraft({ title: target.value })}
          />
        </Field>
        <Field label="Visibility">
          <Select
            options={VISIBILITIES}
            value={draft.visibility}
            onChange={({ target }) => onDraft({ visibility: contentFields.visibility.parse(target.value) })}
          />
        </Field>
        <Button type="submit" busy={make.isPending} className="self-start">
          Make the clip
        </Button>
      </form>
      {made && (
        <div role="status">
          <Notice
            title={`“${made.title}” is being made.`}
            action={
              <LinkButton variant="secondary" size="sm" href={contentHref("video", made.id)}>
                Open its page
              </LinkButton>
            }
          >
            It appears in your Earner's Hub, where you can edit it and download it.
          </Notice>
        </div>
      )}
    </section>
  );
}

function findClipFault(part: Part, lengthS: number): ReturnType<typeof findCutFault> {
  const fault = findCutFault(part, lengthS);
  if (fault) return fault;
  return part.to_s - part.from_s > CLIP_MAX_S ? { field: "to_s", message: CUT_MESSAGES.tooLong } : null;
}
