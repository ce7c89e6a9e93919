import type { ContentId } from "@app/contract/ids";
import { useQuery } from "@tanstack/react-query";
import { Field, Switch } from "#ui/field.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Select } from "#ui/select.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { itemCommentSettings, useChooseItemSettings } from "./comment-rules.queries.ts";
import { SLOW_MODE_CHOICES, toSlowMode } from "./slow-mode.ts";

const AS_CHANNEL = { value: "", label: "As on your channel" };

/** What an owner chooses for one item beyond the channel's settings. Saved at once. */
export function ItemCommentSettings({ id }: { id: ContentId }) {
  const settings = useQuery(itemCommentSettings(id));
  const choose = useChooseItemSettings(id);
  if (settings.isPending) return <Skeleton className="h-24" />;
  if (!settings.data)
    return (
      <LoadError error={settings.error} isRetrying={settings.isFetching} onRetry={() => void settings.refetch()} />
    );
  const { holds_everything: holdsEverything, slow_mode_s: slowModeS } = settings.data;
  const slow = slowModeS === null ? null : toSlowMode(String(slowModeS));
  return (
    <div className="flex flex-col gap-4">
      <Switch
        label="Hold every comment here"
        hint="Nothing appears before you approve it."
        checked={holdsEverything}
        onChange={() => choose.mutate({ holds_everything: !holdsEverything, slow_mode_s: slow })}
      />
      <Field label="Slow mode here">
        <Select
          options={[AS_CHANNEL, ...SLOW_MODE_CHOICES]}
          value={slow === null ? "" : String(slow)}
          onChange={({ currentTarget }) =>
            choose.mutate({ holds_everything: holdsEverything, slow_mode_s: toSlowMode(currentTarget.value) })
          }
        />
      </Field>
    </div>
  );
}
