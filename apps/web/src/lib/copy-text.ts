import { toast } from "./toast.ts";

/** Copies to the clipboard, which plain HTTP does not have, and says in a toast whether it worked. */
export async function copyText(text: string, messages: { copied: string; failed: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(messages.copied);
  } catch {
    toast.error(messages.failed);
  }
}
