import { CAPTIONS_MESSAGES, type CaptionLanguage, type CaptionTrack, captionRoutes } from "@app/contract/captions";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call, sendFile } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { liveMeta } from "#lib/live-queries.ts";
import { toast } from "#lib/toast.ts";
import { useIsMounted } from "#lib/use-is-mounted.ts";

/** The item whose captions its owner changes. Live, because a trim by somebody else moves their times. */
export function captionedItem(id: string) {
  return queryOptions({
    queryKey: ["content", id, "captions"],
    queryFn: ({ signal }) => call("GET /content/:id", { params: { id } }, signal),
    gcTime: 0,
    meta: liveMeta("processing.changed"),
  });
}

export type SavedFile = { language: CaptionLanguage; file: File; revision: number };

/**
 * The component shows why it failed, or a toast if it was left meanwhile.
 * @param onSaved is called also then, with what was sent
 */
export function useSaveCaptions<Sent extends SavedFile>(
  id: string,
  onSaved?: (saved: CaptionTrack, sent: Sent) => void,
) {
  const cache = useQueryClient();
  const isMounted = useIsMounted();
  return useMutation({
    mutationFn: ({ language, file, revision }: Sent) =>
      sendFile(captionRoutes.save, file, { params: { id, language }, query: { revision } }),
    onSuccess: (saved, sent) => {
      toast.success(CAPTIONS_MESSAGES.saved);
      onSaved?.(saved, sent);
    },
    onError: (error) => {
      if (!isMounted()) toast.error(messageOf(error));
    },
    onSettled: () => cache.invalidateQueries({ queryKey: captionedItem(id).queryKey }),
  });
}

export function useDeleteCaptions(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (language: CaptionLanguage) =>
      call("DELETE /content/:id/captions/:language", { params: { id, language } }),
    onSettled: () => cache.invalidateQueries({ queryKey: captionedItem(id).queryKey }),
  });
}

/** Live until a job has found them. */
export function silencesOf(id: string) {
  return queryOptions({
    queryKey: ["silences", id],
    queryFn: ({ signal }) => call("POST /content/:id/silences", { params: { id } }, signal),
    meta: liveMeta("processing.changed", (found: { silences: unknown }) => found.silences === null),
  });
}

/** Live while captions are being made. */
export function speechOf(id: string) {
  return queryOptions({
    queryKey: ["speech", id],
    queryFn: ({ signal }) => call("GET /content/:id/automatic-captions", { params: { id } }, signal),
    meta: liveMeta("processing.changed", isBeingMade),
  });
}

function isBeingMade({ requests }: { requests: readonly { fault: string | null }[] }): boolean {
  return requests.some(({ fault }) => fault === null);
}

export function useRecognizeSpeech(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (language: CaptionLanguage) =>
      call("POST /content/:id/automatic-captions", { params: { id }, body: { language } }),
    onSettled: () => cache.invalidateQueries({ queryKey: speechOf(id).queryKey }),
  });
}
