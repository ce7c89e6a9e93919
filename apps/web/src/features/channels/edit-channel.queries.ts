import type { Channel } from "@app/contract/channels";
import type { measurableRoutes } from "@app/contract/measurables";
import { profileRoutes } from "@app/contract/profile";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { callWithMessage, sendFile, sendForm } from "#lib/api.ts";
import { ApiError, messageOf } from "#lib/api-error.ts";
import { withConfirmedPassword } from "#lib/confirm-password.ts";
import { setUser } from "#lib/session-store.ts";
import { toast } from "#lib/toast.ts";
import { channelMeasurables } from "./channels.queries.ts";

type ProfileEdit = { body: z.input<typeof profileRoutes.update.body>; file: File | null };

/** Saves fields of the user's own profile, which the page header also shows. */
export function useSaveProfile() {
  const refresh = useInvalidateChannel();
  return useMutation({
    mutationFn: (edit: ProfileEdit) => withConfirmedPassword(() => sendForm(profileRoutes.update, edit)),
    onSuccess: ({ message, data }) => {
      setUser(data);
      toast.success(message);
      return refresh();
    },
  });
}

type ChannelEdit = { body: z.input<typeof profileRoutes.updateChannel.body>; file: File | null };
type Edited = Pick<Channel, "id" | "is_own">;

/**
 * Saves name, bio and picture of the user's own channel, which the page header also shows, or of a team's.
 * @param onError for a part without a form, also once it has left the page
 */
export function useSaveChannel({ id, is_own: isOwn }: Edited, onError: (error: Error) => void = () => undefined) {
  const refresh = useInvalidateChannel();
  return useMutation({
    mutationFn: async (edit: ChannelEdit) => {
      if (!isOwn) return (await sendForm(profileRoutes.updateChannel, edit, { id })).message;
      const { message, data } = await sendForm(profileRoutes.update, edit);
      setUser(data);
      return message;
    },
    onSuccess: (message) => {
      toast.success(message);
      return refresh();
    },
    onError,
  });
}

/** The picture's own fault is more helpful than 'please check the marked fields'. */
export function showPictureFault(error: Error): void {
  const faults = error instanceof ApiError ? Object.values(error.errors).flat() : [];
  toast.error(faults.length > 0 ? faults.join(" ") : messageOf(error));
}

export function useSaveCover({ id, is_own: isOwn }: Edited) {
  const refresh = useInvalidateChannel();
  return useMutation({
    mutationFn: (file: File) =>
      isOwn
        ? sendFile(profileRoutes.uploadCover, file)
        : sendFile(profileRoutes.uploadChannelCover, file, { params: { id } }),
    onSuccess: () => {
      toast.success(isOwn ? "Your cover image was changed." : "The cover image was changed.");
      return refresh();
    },
    onError: showPictureFault,
  });
}

export function useSaveMeasurables(channelId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof measurableRoutes.save.body>) => callWithMessage("POST /measurables", { body }),
    onSuccess: ({ data }) => {
      cache.setQueryData(channelMeasurables(channelId).queryKey, data);
      toast.success("Your measurables were saved.");
    },
  });
}

/** Refetches the channel page and the profile form in the settings. */
function useInvalidateChannel(): () => Promise<void> {
  const cache = useQueryClient();
  return async () => {
    await Promise.all([
      cache.invalidateQueries({ queryKey: ["channels", "one"] }),
      cache.invalidateQueries({ queryKey: ["own-profile"] }),
    ]);
  };
}
