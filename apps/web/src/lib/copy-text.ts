import { toast } from "./toast.ts";

/** Copies to the clipboard, and says in a toast whether it worked. */
export function copyText(text: string, messages: { copied: string; failed: string }): Promise<void> {
  return navigator.clipboard.writeText(text).then(
    () => void toast.success(messages.copied),
    () => void toast.error(messages.failed),
  );
}
