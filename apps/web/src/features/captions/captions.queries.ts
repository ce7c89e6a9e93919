import type { CaptionLanguage } from "@app/contract/captions";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#lib/api.ts";

/** @param revision each one is cached for itself, because its text never changes */
export function captionCues(id: string, language: CaptionLanguage, revision: number) {
  return queryOptions({
    queryKey: ["captions", id, language, revision],
    queryFn: ({ signal }) => call("GET /content/:id/captions/:language", { params: { id, language } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
