import { MESSAGES } from "@app/contract/errors";
import { followRoutes } from "@app/contract/follows";
import type { ChannelId, ContentId } from "@app/contract/ids";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/api.ts";
import { ApiError } from "#lib/api-error.ts";
import { useSessionStore } from "#lib/session-store.ts";
import { toast } from "#lib/toast.ts";
import { refreshLists } from "./follow-lists.ts";
import { forgetWishes, useWishes, wish } from "./follow-wishes.ts";

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
    )
      .catch((error: unknown) => toast.error(toSentence(error)))
      // After a failure too: the server may have done it and not been heard, or have done an earlier wish.
      .then(() => refreshLists(cache, channelId));
  return { isFollowing, follow: () => void change(true), unfollow: () => void change(false) };
}

/** The server's sentence, else the spec's two. */
function toSentence(error: unknown): string {
  if (!(error instanceof ApiError)) return MESSAGES.unexpected;
  return error.kind === "offline" ? MESSAGES.tryAgain : error.message;
}
