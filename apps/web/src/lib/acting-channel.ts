import type { UserCard } from "@app/contract/accounts";
import { CHANNEL_HEADER, type ChannelPermission, hasPermission } from "@app/contract/channel-roles";
import { useEffect, useState } from "react";
import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import { useSessionStore } from "./session-store.ts";

type Team = UserCard["teams"][number];

/** The team's channel that this tab publishes for and manages; null: the user's own. */
const useChosen = create<{ id: string | null }>()(
  persist((): { id: string | null } => ({ id: null }), {
    name: "fieldhouse.channel",
    storage: createJSONStorage(() => sessionStorage),
  }),
);

export function chooseChannel(id: string | null): void {
  useChosen.setState({ id });
}

/** Somebody without a channel of their own to publish in acts for their first team. */
function toActing(user: UserCard | null, id: string | null): Team | null {
  if (user === null) return null;
  return user.teams.find((team) => team.id === id) ?? (user.plan === null ? (user.teams[0] ?? null) : null);
}

/** @returns the team's channel that the user acts for; null: their own */
export function useActingChannel(): Team | null {
  const user = useSessionStore((state) => state.user);
  return toActing(
    user,
    useChosen(({ id }) => id),
  );
}

/**
 * @returns the team's channel that the user acted for until they lost their role there; null once another one is chosen
 */
export function useLostChannel(): Team | null {
  const teams = useSessionStore((state) => state.user?.teams);
  const acting = useActingChannel();
  const [seen, setSeen] = useState(acting);
  const [lost, setLost] = useState<Team | null>(null);
  if (acting?.id !== seen?.id) {
    setSeen(acting);
    setLost(seen === null || teams?.some(({ id }) => id === seen.id) ? null : seen);
  }
  return lost;
}

/** Whether the channel is the user's own or that of a team they help to run. */
export function useRunsChannel(id: string): boolean {
  const user = useSessionStore((state) => state.user);
  return user !== null && (user.channel.id === id || user.teams.some((team) => team.id === id));
}

/**
 * Whether several people may run the channel.
 * @param channelId undefined: the one that the user acts for
 */
export function useIsTeamChannel(channelId: string | undefined): boolean {
  const user = useSessionStore((state) => state.user);
  const acting = useActingChannel();
  if (user === null) return false;
  const id = channelId ?? acting?.id ?? user.channel.id;
  if (id === user.channel.id) return user.plan === "Team" || user.plan === "Organization";
  return user.teams.some((team) => team.id === id);
}

/** Whether the user's role in a team's channel allows this; true for all other channels. */
export function useRoleAllows(channelId: string, permission: ChannelPermission): boolean {
  const team = useSessionStore((state) => state.user?.teams.find(({ id }) => id === channelId));
  return team === undefined || hasPermission(team.role, permission);
}

/**
 * The header that names the channel which a request is for. Routes that know no teams ignore it.
 * @param id by default the team that the user acts for
 */
export function actingChannelHeaders(
  id: string | undefined = toActing(useSessionStore.getState().user, useChosen.getState().id)?.id,
): Record<string, string> {
  return id === undefined ? {} : { [CHANNEL_HEADER]: id };
}

/**
 * Calls `run` when the acting channel changes, by choice or because a role was lost: cached data is of the previous one.
 * @returns unsubscribes
 */
export function watchActingChannel(run: () => void): () => void {
  const idNow = () => toActing(useSessionStore.getState().user, useChosen.getState().id)?.id;
  let id = idNow();
  const check = () => {
    if (idNow() === id) return;
    id = idNow();
    run();
  };
  const ends = [useSessionStore.subscribe(check), useChosen.subscribe(check)];
  return () => {
    for (const end of ends) end();
  };
}

/** How many parts of the page hold something of the channel that is acted for. */
const useSwitchLocks = create(() => ({ parts: 0 }));

/** While the page holds something of the channel, such as an upload, no other one can be chosen. */
export function useLockChannelSwitch(isKept: boolean): void {
  useEffect(() => {
    if (!isKept) return;
    useSwitchLocks.setState(({ parts }) => ({ parts: parts + 1 }));
    return () => useSwitchLocks.setState(({ parts }) => ({ parts: parts - 1 }));
  }, [isKept]);
}

export function useIsChannelSwitchLocked(): boolean {
  return useSwitchLocks(({ parts }) => parts > 0);
}
