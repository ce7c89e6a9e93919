import { contentFields } from "@app/contract/contents";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { z } from "zod";
import { ApiError, messageOf } from "#lib/api-error.ts";
import { type ContentDraft, contentDraft, emptyDraft, keepDraft, readDraft } from "./draft.ts";

const rules = z.object({ ...contentFields, thumbnail: contentDraft.shape.thumbnail });

/** The form of one file. Every letter of it outlives a reload. */
export function useContentForm(key: string, fileName: string): UseFormReturn<ContentDraft> {
  const form = useForm<ContentDraft>({
    resolver: zodResolver(rules, VALIDATION_OPTIONS),
    defaultValues: readDraft(key) ?? emptyDraft(fileName),
    shouldFocusError: true,
  });
  const { subscribe } = form;
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keepDraft(key, values) }),
    [subscribe, key],
  );
  return form;
}

/** Puts each fault that the server found in its place; what has no place in the form stands above its button. */
export function showFaults(form: UseFormReturn<ContentDraft>, error: unknown): void {
  const faults = error instanceof ApiError ? Object.entries(error.errors) : [];
  const elsewhere: string[] = [];
  for (const [field, messages] of faults) {
    const name = field.split(".")[0] ?? "";
    if (isField(name)) form.setError(name, { message: messages.join(" ") }, { shouldFocus: true });
    else elsewhere.push(...messages);
  }
  if (faults.length === 0) elsewhere.push(messageOf(error));
  if (elsewhere.length > 0) form.setError("root", { message: elsewhere.join(" ") });
}

function isField(name: string): name is keyof ContentDraft {
  return name in contentDraft.shape;
}
