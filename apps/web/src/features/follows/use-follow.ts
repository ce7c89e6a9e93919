import { MESSAGES } from "@app/contract/errors";
import { followRoutes } from "@app/contract/follows";
import type { ChannelId, ContentId } from "@app/contract/ids";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/api.ts";
import { ApiError } from "#lib/api-error.ts";
import { useSessionStore } from "#lib/session-store.ts";
import { toast } from "#lib/toast.ts";
import { forgetWishes, settle, useWishes, wish } from "./follow-wishes.ts";

/** The lists that show who is followed, or what the followed publish; asked for again after each change. */
const LISTS = [["discovery", "athletes"], ["discovery", "top-earners"], ["channels"], ["following"]] as const;

useSessionStore.subscribe((now, before) => {
  if (now.user?.id !== before.user?.id) forgetWishes();
});

type Following = { isFollowing: boolean; follow: () => void; unfollow: () => void };

/**
 * How the person stands to a channel, and a way to change it that shows at once.
 * @param known what the list said
 * @param contentId the item one is watching: it gets the credit of the follow
 */
export function useFollow(channelId: ChannelId, known: boolean, contentId?: ContentId): Following {
  const isFollowing = useWishes(({ byChannel }) => byChannel[channelId]?.wish) ?? known;
  const cache = useQueryClient();
  const change = (wanted: boolean) =>
    wish(channelId, { wanted, known }, (following) =>
      following
        ? call(followRoutes.follow, {
            params: { id: channelId },
            body: { id: channelId, ...(contentId ? { content_id: contentId } : {}) },
          })
        : call(followRoutes.unfollow, { params: { id: channelId }, body: { id: channelId } }),
    ).then(
      () => refresh(cache, channelId),
      (error: unknown) => toast.error(toSentence(error)),
    );
  return { isFollowing, follow: () => void change(true), unfollow: () => void change(false) };
}

/** Lists out of sight too: coming back to one, a person would see it as it was. */
async function refresh(cache: QueryClient, channelId: ChannelId): Promise<void> {
  const asked = LISTS.map((queryKey) =>
    cache.invalidateQueries({ queryKey, refetchType: "all" }, { throwOnError: true }),
  );
  // A list that did not come still shows how things were: then the wish goes on standing for it.
  if ((await Promise.allSettled(asked)).every(({ status }) => status === "fulfilled")) settle(channelId);
}

/** The server's sentence, else the spec's two. */
function toSentence(error: unknown): string {
  if (!(error instanceof ApiError)) return MESSAGES.unexpected;
  return error.kind === "offline" ? MESSAGES.tryAgain : error.message;
}
