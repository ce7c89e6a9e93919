import type { CommentSettings } from "@app/contract/comment-rules";
import { useQuery } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useLockChannelSwitch } from "#lib/acting-channel.ts";
import { faultOf } from "#lib/api-error.ts";
import { dateInWords } from "#lib/dates.ts";
import { useEdited } from "#lib/edited.ts";
import { hasSameLines, toLines } from "#lib/lines.ts";
import { passFocusOn } from "#lib/pass-focus.ts";
import { Button } from "#ui/button.tsx";
import { LeaveGuard } from "#ui/dialog.tsx";
import { Field, FieldError, Switch } from "#ui/field.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { OutdatedNotice } from "#ui/outdated-notice.tsx";
import { Select } from "#ui/select.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import {
  type ChosenSettings,
  channelCommentSettings,
  hiddenPeople,
  useChooseSettings,
  useShowPerson,
} from "./comment-rules.queries.ts";
import { HeldWordsField, HOLD_SWITCHES } from "./item-comment-settings.tsx";
import { SLOW_MODE_CHOICES, toSlowMode } from "./slow-mode.ts";

const SWITCHES = [
  {
    name: "opens_comments",
    label: "Allow comments on new uploads",
    hint: "You can still choose for each of them.",
  },
  ...HOLD_SWITCHES,
] as const;

/** What an owner chooses for all comments on the channel. */
export function ChannelCommentSettings() {
  const settings = useQuery(channelCommentSettings);
  if (settings.isPending) return <Skeleton className="h-64 w-full max-w-xl" />;
  if (!settings.data)
    return (
      <LoadError error={settings.error} isRetrying={settings.isFetching} onRetry={() => void settings.refetch()} />
    );
  return <SettingsForm settings={settings.data} />;
}

/** Each setting by itself: what somebody else changed meanwhile shows, and is not sent. */
function useEditedSettings(saved: CommentSettings) {
  const switches = {
    opens_comments: useEdited(saved.opens_comments, Object.is),
    holds_links: useEdited(saved.holds_links, Object.is),
    holds_first: useEdited(saved.holds_first, Object.is),
    holds_everything: useEdited(saved.holds_everything, Object.is),
  };
  const slowMode = useEdited(saved.slow_mode_s, Object.is);
  const words = useEdited(saved.words.join("\n"), hasSameLines);
  const all = [...Object.values(switches), slowMode, words];
  return {
    switches,
    slowMode,
    words,
    isChanged: all.some(({ isChanged }) => isChanged),
    isOutdated: all.some(({ isOutdated }) => isOutdated),
    settle: (now: CommentSettings) => {
      for (const { name } of SWITCHES) switches[name].settle(switches[name].value, now[name]);
      slowMode.settle(slowMode.value, now.slow_mode_s);
      words.settle(words.value, now.words.join("\n"));
    },
  };
}

function toChanges({ switches, slowMode, words }: ReturnType<typeof useEditedSettings>): ChosenSettings {
  const changed = SWITCHES.filter(({ name }) => switches[name].isChanged);
  return {
    ...Object.fromEntries(changed.map(({ name }) => [name, switches[name].value])),
    ...(slowMode.isChanged && { slow_mode_s: toSlowMode(String(slowMode.value)) ?? 0 }),
    ...(words.isChanged && { words: toLines(words.value) }),
  };
}

function SettingsForm({ settings }: { settings: CommentSettings }) {
  const edited = useEditedSettings(settings);
  const { switches, slowMode, words, isChanged, isOutdated, settle } = edited;
  const save = useChooseSettings();

  useLockChannelSwitch(isChanged);

  function submit(event: FormEvent): void {
    event.preventDefault();
    save.mutate(toChanges(edited), { onSuccess: ({ data }) => settle(data) });
  }

  return (
    <form noValidate onSubmit={submit} className="flex max-w-xl flex-col gap-5">
      <LeaveGuard isNeeded={isChanged && !save.isPending} title="Leave without saving?">
        Your changes are not saved, and will be lost.
      </LeaveGuard>
      {settings.is_forced && (
        <Notice tone="warning">Our team requires approval for every comment on this channel.</Notice>
      )}
      {SWITCHES.map(({ name, label, hint }) => (
        <Switch
          key={name}
          label={label}
          hint={hint}
          checked={switches[name].value}
          onChange={() => switches[name].set(!switches[name].value)}
        />
      ))}
      <Field label="Slow mode" hint="How long a person must wait between comments on the same item.">
        <Select
          options={SLOW_MODE_CHOICES}
          value={String(slowMode.value)}
          onChange={({ currentTarget }) => slowMode.set(Number(currentTarget.value))}
        />
      </Field>
      <HeldWordsField words={words.value} onChange={words.set} />
      {isOutdated && <OutdatedNotice />}
      {save.isError && <FieldError>{faultOf(save.error)}</FieldError>}
      <Button type="submit" busy={save.isPending} className="self-start">
        Save
      </Button>
    </form>
  );
}

/** People whose comments on this channel only they themselves see. */
export function HiddenPeople() {
  const people = useQuery(hiddenPeople);
  const show = useShowPerson();
  if (people.isPending) return <Skeleton className="h-16 max-w-xl" />;
  if (!people.data)
    return <LoadError error={people.error} isRetrying={people.isFetching} onRetry={() => void people.refetch()} />;
  if (people.data.length === 0) return <p className="text-muted">Nobody is hidden.</p>;
  return (
    <ul aria-label="Hidden people" className="flex max-w-xl flex-col gap-3">
      {people.data.map(({ id, name, username, hidden_at: hiddenAt }) => (
        <li
          key={id}
          ref={passFocusOn}
          className="flex flex-wrap items-center justify-between gap-3 rounded-media border border-line bg-raised p-4"
        >
          <p className="min-w-0 break-words">
            <span className="font-semibold">{name}</span>{" "}
            <span className="text-muted">
              @{username} · {dateInWords(hiddenAt)}
            </span>
          </p>
          <Button
            variant="secondary"
            size="sm"
            aria-label={`Unhide ${name}`}
            busy={show.isPending && show.variables === id}
            onClick={() => show.mutate(id)}
          >
            Unhide
          </Button>
        </li>
      ))}
    </ul>
  );
}
