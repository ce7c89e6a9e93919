import { useQueryClient } from "@tanstack/react-query";
import { chooseChannel, useActingChannel } from "#lib/acting-channel.ts";
import { useUser } from "#lib/session.ts";
import { Field } from "./field.tsx";
import { Select } from "./select.tsx";

/** For people who run other channels too: whose content, comments and numbers these pages show. */
export function ChannelSwitcher({ label }: { label: string }) {
  const user = useUser();
  const acting = useActingChannel();
  const cache = useQueryClient();
  if (user === null || user.teams.length === 0) return null;
  const own = user.plan === null ? [] : [{ value: user.channel.id, label: user.channel.name }];
  const teams = user.teams.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Field label={label} className="w-full max-w-sm">
      <Select
        options={[...own, ...teams]}
        value={acting?.id ?? user.channel.id}
        onChange={({ target }) => {
          chooseChannel(target.value === user.channel.id ? null : target.value);
          // What is cached is of the other channel.
          void cache.resetQueries();
        }}
      />
    </Field>
  );
}
