import type { OpenUpload } from "@app/contract/uploads";
import { useRef, useState } from "react";
import { messageOf } from "#lib/api-error.ts";
import { Button } from "#ui/button.tsx";
import { AlertDialog } from "#ui/dialog.tsx";
import { FieldError } from "#ui/field.tsx";
import { useDeleteUpload } from "./upload.queries.ts";

type DeleteUploadProps = { open: OpenUpload; size?: "sm" | "md" };

/** Asks first. Afterwards its list is gone, or the list's heading has the focus. */
export function DeleteUpload({ open, size = "md" }: DeleteUploadProps) {
  const [isAsking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const remove = useDeleteUpload();
  async function confirm(): Promise<void> {
    const heading = button.current?.closest("section")?.querySelector("h2");
    await remove.mutateAsync(open.id);
    setAsking(false);
    heading?.focus();
  }
  return (
    <>
      <Button ref={button} variant="secondary" size={size} onClick={() => setAsking(true)}>
        Delete <span className="sr-only">{open.file_name}</span>
      </Button>
      <AlertDialog
        isOpen={isAsking}
        title="Delete this upload?"
        description={
          <>
            The uploaded part of {open.file_name} will be deleted. The file on your device stays.
            {remove.isError && <FieldError>{messageOf(remove.error)}</FieldError>}
          </>
        }
        confirmLabel="Delete"
        cancelLabel="Keep it"
        isDanger
        busy={remove.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() => void confirm().catch(() => undefined)}
      />
    </>
  );
}
