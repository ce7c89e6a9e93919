import type { ItemCommentSettings as Settings } from "@app/contract/comment-rules";
import type { ContentId } from "@app/contract/ids";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { z } from "zod";
import { faultOf } from "#lib/api-error.ts";
import { useEdited } from "#lib/edited.ts";
import { readFormDraft, saveFormDraft } from "#lib/form-drafts.ts";
import { hasSameLines, toLines } from "#lib/lines.ts";
import { Button } from "#ui/button.tsx";
import { CONTROL_STYLE } from "#ui/control-style.ts";
import { Field, Switch, useFieldControl } from "#ui/field.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { OutdatedNotice } from "#ui/outdated-notice.tsx";
import { Select } from "#ui/select.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { itemCommentSettings, useChooseItemSettings } from "./comment-rules.queries.ts";
import { SLOW_MODE_CHOICES, toSlowMode } from "./slow-mode.ts";

/** Drafts of the release before have no `base`. */
const draft = z.object({ typed: z.string(), base: z.string().optional() });

const AS_CHANNEL = { value: "", label: "Same as your channel" };

/** The same for a channel and for one item. */
export const HOLD_SWITCHES = [
  { name: "holds_links", label: "Hold comments with links", hint: "They appear once you approve them." },
  {
    name: "holds_first",
    label: "Hold first comments",
    hint: "From people who have not commented on your channel yet.",
  },
  { name: "holds_everything", label: "Hold every comment", hint: "Nothing appears before you approve it." },
] as const;

/** What an owner chooses for one item beyond the channel's settings. Switches are saved at once. */
export function ItemCommentSettings({ id }: { id: ContentId }) {
  const settings = useQuery(itemCommentSettings(id));
  if (settings.isPending) return <Skeleton className="h-72" />;
  if (!settings.data)
    return (
      <LoadError error={settings.error} isRetrying={settings.isFetching} onRetry={() => void settings.refetch()} />
    );
  return <ItemRules id={id} settings={settings.data} />;
}

function ItemRules({ id, settings }: { id: ContentId; settings: Settings }) {
  const choose = useChooseItemSettings(id);
  const slow = settings.slow_mode_s === null ? null : toSlowMode(String(settings.slow_mode_s));
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-muted">For this item only. The switches and slow mode apply right away.</p>
      {HOLD_SWITCHES.map(({ name, label, hint }) => (
        <Switch
          key={name}
          label={label}
          hint={hint}
          checked={settings[name]}
          onChange={() => choose.mutate({ [name]: !settings[name] })}
        />
      ))}
      <Field label="Slow mode">
        <Select
          options={[AS_CHANNEL, ...SLOW_MODE_CHOICES]}
          value={slow === null ? "" : String(slow)}
          onChange={({ currentTarget }) => choose.mutate({ slow_mode_s: toSlowMode(currentTarget.value) })}
        />
      </Field>
      <ItemWords id={id} words={settings.words} />
    </div>
  );
}

/** Saved by a button; until then, what was typed survives a reload. */
function ItemWords({ id, words }: { id: ContentId; words: readonly string[] }) {
  const name = `held-words.${id}`;
  const saved = words.join("\n");
  const [begun] = useState(() => {
    const { typed, base = saved } = readFormDraft(name, draft) ?? {};
    return typed === undefined ? null : { base, value: typed };
  });
  const { base, value: typed, set, isChanged, isOutdated, settle } = useEdited(saved, hasSameLines, begun);
  const save = useChooseItemSettings(id);
  useEffect(() => saveFormDraft(name, isChanged ? { typed, base } : null), [name, typed, base, isChanged]);
  const send = () =>
    save.mutate({ words: toLines(typed) }, { onSuccess: (now) => settle(typed, now.words.join("\n")) });
  return (
    <div className="flex flex-col gap-2">
      <HeldWordsField words={typed} error={save.isError ? faultOf(save.error) : null} onChange={set} />
      {isOutdated && <OutdatedNotice />}
      <Button
        variant="secondary"
        size="sm"
        className="self-start"
        busy={save.isPending}
        disabled={!isChanged}
        onClick={send}
      >
        Save words
      </Button>
    </div>
  );
}

type HeldWordsFieldProps = { words: string; error?: string | null; onChange: (words: string) => void };

/** Words for which comments are held, one per line. */
export function HeldWordsField({ words, error = null, onChange }: HeldWordsFieldProps) {
  return (
    <Field
      label="Words to hold"
      optional
      hint="One per line. Comments that contain one of them wait for your approval."
      error={error ?? undefined}
    >
      <WordsArea words={words} onChange={onChange} />
    </Field>
  );
}

function WordsArea({ words, onChange }: Pick<HeldWordsFieldProps, "words" | "onChange">) {
  return (
    <textarea
      dir="auto"
      {...useFieldControl()}
      rows={5}
      value={words}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      className={`${CONTROL_STYLE} resize-y py-2.5`}
    />
  );
}
