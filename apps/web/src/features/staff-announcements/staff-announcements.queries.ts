import type { AnnouncementId } from "@app/contract/ids";
import { type StaffAnnouncement, staffAnnouncementRoutes } from "@app/contract/staff-announcements";
import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call, callWithMessage, sendFile } from "#lib/api.ts";
import { firstFaultOf, messageOf } from "#lib/api-error.ts";
import { FIRST_PAGE, nextPage } from "#lib/queries.ts";
import { toast } from "#lib/toast.ts";

const POLL_MS = 2_000;

export const staffAnnouncements = infiniteQueryOptions({
  queryKey: ["admin", "announcements"],
  queryFn: ({ pageParam, signal }) =>
    call("GET /admin/announcements", { query: pageParam === undefined ? {} : { cursor: pageParam } }, signal),
  initialPageParam: FIRST_PAGE,
  getNextPageParam: nextPage,
  gcTime: 0,
  // Until the worker has prepared a video.
  refetchInterval: ({ state }) =>
    state.data?.pages.some(({ announcements }) => announcements.some(({ video }) => video.is_preparing))
      ? POLL_MS
      : false,
});

export type AnnouncementFields = Pick<
  StaffAnnouncement,
  "title" | "description" | "youtube_link" | "starts_at" | "ends_at"
>;

export type AnnouncementChange =
  | { kind: "add"; fields: AnnouncementFields }
  | { kind: "change"; id: AnnouncementId; fields: AnnouncementFields }
  | { kind: "turn"; id: AnnouncementId; isOn: boolean }
  | { kind: "video"; id: AnnouncementId; file: File }
  | { kind: "removeVideo"; id: AnnouncementId }
  | { kind: "poster"; id: AnnouncementId; file: File };

async function send(change: AnnouncementChange): Promise<string> {
  if (change.kind === "add")
    return (await callWithMessage("POST /admin/announcements", { body: change.fields })).message;
  const params = { id: change.id };
  switch (change.kind) {
    case "change":
      return (await callWithMessage("PUT /admin/announcements/:id", { params, body: change.fields })).message;
    case "turn":
      return (await callWithMessage("PUT /admin/announcements/:id/state", { params, body: { is_on: change.isOn } }))
        .message;
    case "removeVideo":
      return (await callWithMessage("DELETE /admin/announcements/:id/video", { params })).message;
    case "video":
      await sendFile(staffAnnouncementRoutes.sendVideo, change.file, { params });
      return "The video is being prepared.";
    case "poster":
      await sendFile(staffAnnouncementRoutes.sendPoster, change.file, { params });
      return "The picture was changed.";
  }
}

/** @param hasForm a form shows why it failed; otherwise a toast does */
export function useChangeAnnouncement({ hasForm, onDone }: { hasForm: boolean; onDone?: () => void }) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (message) => {
      toast.success(message);
      onDone?.();
    },
    onError: (error) => {
      if (!hasForm) toast.error(firstFaultOf(error) ?? messageOf(error));
    },
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries(staffAnnouncements),
        cache.invalidateQueries({ queryKey: ["announcement"] }),
      ]),
  });
}
