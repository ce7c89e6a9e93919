import type { AnnouncementId } from "@app/contract/ids";
import {
  ANNOUNCEMENT_POSTER,
  ANNOUNCEMENT_VIDEO,
  type Announcement,
  type StaffAnnouncement,
  staffAnnouncementRoutes,
} from "@app/contract/staff-announcements";
import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call, callWithMessage, sendFile } from "#lib/api.ts";
import { faultOf } from "#lib/api-error.ts";
import { momentInWords } from "#lib/dates.ts";
import { passFocusInRow } from "#lib/pass-focus.ts";
import { FIRST_PAGE, nextPage } from "#lib/queries.ts";
import { toast } from "#lib/toast.ts";
import type { Transmit } from "#lib/transport.ts";
import { useIsMounted } from "#lib/use-is-mounted.ts";
import { Button } from "#ui/button.tsx";
import { AlertDialog } from "#ui/dialog.tsx";
import { FieldError } from "#ui/field.tsx";
import { FileButton } from "#ui/period-form-dialog.tsx";
import { ProgressBar } from "#ui/progress-bar.tsx";

type ItemProps = {
  announcement: StaffAnnouncement;
  onEdit: () => void;
  renderPreview: (preview: Announcement) => ReactNode;
};

export function StaffAnnouncementItem({ announcement, onEdit, renderPreview }: ItemProps) {
  const { title, video, preview } = announcement;
  const [isShown, setShown] = useState(announcement.state === "shown");
  return (
    <article className="flex flex-col gap-3 rounded-media border border-line bg-raised p-4">
      <div className="flex flex-col gap-1">
        <h3 className="font-semibold break-words">{title}</h3>
        <p className="text-sm text-muted">
          <span className={announcement.state === "shown" ? "font-semibold text-accent" : "text-text"}>
            {STATE_WORDS[announcement.state]}
          </span>
          {" · "}
          {timeInWords(announcement)}
        </p>
        <p className="text-sm text-muted">{videoInWords(announcement)}</p>
        {video.fault !== null && <FieldError>The last video could not be used. {video.fault}</FieldError>}
      </div>
      <Actions announcement={announcement} onEdit={onEdit} preview={{ isShown, onToggle: () => setShown(!isShown) }} />
      {isShown && renderPreview(preview)}
    </article>
  );
}

const STATE_WORDS: Record<StaffAnnouncement["state"], string> = {
  off: "Off",
  scheduled: "Scheduled",
  shown: "Shown on Explore",
  covered: "On, but a later one is shown",
  ended: "Ended",
};

function timeInWords({ starts_at, ends_at }: StaffAnnouncement): string {
  const end = ends_at === null ? "until you turn it off" : `until ${momentInWords(ends_at)}`;
  return `From ${momentInWords(starts_at)} ${end}`;
}

function videoInWords({ video, youtube_link }: StaffAnnouncement): string {
  if (video.is_preparing) return "The video is being prepared. This takes a few seconds.";
  if (video.has_video) return "With an uploaded video, without sound.";
  return youtube_link === null ? "Without a video." : "With a video on YouTube.";
}

type ActionsProps = Pick<ItemProps, "announcement" | "onEdit"> & {
  preview: { isShown: boolean; onToggle: () => void };
};

function Actions({ announcement: { id, title, is_on, video }, onEdit, preview }: ActionsProps) {
  const [isRemoving, setRemoving] = useState(false);
  /** Of the video, sent; null: nothing yet. */
  const [percent, setPercent] = useState<number | null>(null);
  const change = useChangeAnnouncement({ hasForm: false, onDone: () => setRemoving(false) });
  // It takes minutes, in which other things are changed.
  const upload = useChangeAnnouncement({ hasForm: false });
  const busy = change.isPending ? change.variables.kind : null;
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        variant={is_on ? "secondary" : "primary"}
        size="sm"
        busy={busy === "turn"}
        aria-label={`Turn ${is_on ? "off" : "on"} ${title}`}
        onClick={() => change.mutate({ kind: "turn", id, isOn: !is_on })}
      >
        {is_on ? "Turn off" : "Turn on"}
      </Button>
      <Button variant="secondary" size="sm" aria-label={`Edit ${title}`} onClick={onEdit}>
        Edit
      </Button>
      <FileButton
        label={`${video.has_video ? "Replace" : "Upload"} the video of ${title}`}
        accept="video/mp4,video/quicktime,video/webm,video/x-matroska,.mkv"
        maxBytes={ANNOUNCEMENT_VIDEO.maxBytes}
        busy={upload.isPending}
        onFile={(file) => {
          setPercent(null);
          upload.mutate({ kind: "video", id, file, onProgress: setPercent });
        }}
      >
        {video.has_video ? "Replace video" : "Upload video"}
      </FileButton>
      <FileButton
        label={`Change the picture of ${title}`}
        accept={ANNOUNCEMENT_POSTER.types.join()}
        maxBytes={ANNOUNCEMENT_POSTER.maxBytes}
        busy={busy === "poster"}
        onFile={(file) => change.mutate({ kind: "poster", id, file })}
      >
        Change picture
      </FileButton>
      {video.has_video && (
        <Button
          ref={passFocusInRow}
          variant="secondary"
          size="sm"
          aria-label={`Remove video: ${title}`}
          onClick={() => setRemoving(true)}
        >
          Remove video
        </Button>
      )}
      <Button
        variant="ghost"
        size="sm"
        aria-expanded={preview.isShown}
        aria-label={`Preview ${title}`}
        onClick={preview.onToggle}
      >
        {preview.isShown ? "Hide preview" : "Preview"}
      </Button>
      {upload.isPending && (
        <div className="basis-full">
          <ProgressBar label={`Upload of the video of ${title}`} percent={percent} />
        </div>
      )}
      <AlertDialog
        isOpen={isRemoving}
        title="Remove the video?"
        description={`The video of “${title}” is deleted. This cannot be undone.`}
        confirmLabel="Remove"
        isDanger
        busy={busy === "removeVideo"}
        onConfirm={() => change.mutate({ kind: "removeVideo", id })}
        onCancel={() => setRemoving(false)}
      />
    </div>
  );
}

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

type AnnouncementFields = Pick<StaffAnnouncement, "title" | "description" | "youtube_link" | "starts_at" | "ends_at">;

type AnnouncementChange =
  | { kind: "add"; fields: AnnouncementFields }
  | { kind: "change"; id: AnnouncementId; changes: Partial<AnnouncementFields> }
  | { kind: "turn"; id: AnnouncementId; isOn: boolean }
  | { kind: "video"; id: AnnouncementId; file: File; onProgress: (percent: number) => void }
  | { kind: "removeVideo"; id: AnnouncementId }
  | { kind: "poster"; id: AnnouncementId; file: File };

async function send(change: AnnouncementChange): Promise<string> {
  if (change.kind === "add")
    return (await callWithMessage("POST /admin/announcements", { body: change.fields })).message;
  const params = { id: change.id };
  switch (change.kind) {
    case "change":
      return (await callWithMessage("PUT /admin/announcements/:id", { params, body: change.changes })).message;
    case "turn":
      return (await callWithMessage("PUT /admin/announcements/:id/state", { params, body: { is_on: change.isOn } }))
        .message;
    case "removeVideo":
      return (await callWithMessage("DELETE /admin/announcements/:id/video", { params })).message;
    case "video":
      await sendFile(staffAnnouncementRoutes.sendVideo, change.file, { params }, withProgress(change.onProgress));
      return "The video is being prepared.";
    case "poster":
      await sendFile(staffAnnouncementRoutes.sendPoster, change.file, { params });
      return "The picture was changed.";
  }
}

/** @param hasForm a form shows why it failed; otherwise, or if it was closed meanwhile, a toast does */
export function useChangeAnnouncement({ hasForm, onDone }: { hasForm: boolean; onDone?: () => void }) {
  const cache = useQueryClient();
  const isMounted = useIsMounted();
  return useMutation({
    mutationFn: send,
    onSuccess: (message) => {
      toast.success(message);
      if (isMounted()) onDone?.();
    },
    onError: (error) => {
      if (!hasForm || !isMounted()) toast.error(faultOf(error));
    },
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries(staffAnnouncements),
        cache.invalidateQueries({ queryKey: ["announcement"] }),
      ]),
  });
}

/**
 * For a file that takes a while: as `fetch`, which cannot say how much of a body has left.
 * @param onProgress called with a whole number of percent
 */
function withProgress(onProgress: (percent: number) => void): Transmit {
  return (url, { method = "POST", headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, url);
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.upload.addEventListener("progress", ({ loaded, total }) =>
        onProgress(Math.floor((100 * loaded) / total)),
      );
      request.addEventListener("load", () => resolve(new Response(request.responseText, { status: request.status })));
      const fail = () => reject(new TypeError("Failed to send"));
      request.addEventListener("error", fail);
      request.addEventListener("abort", fail);
      signal?.addEventListener("abort", () => request.abort());
      request.send(body as FormData);
    });
}
