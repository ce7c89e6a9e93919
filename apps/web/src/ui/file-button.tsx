import { type ReactNode, useRef } from "react";
import { toast } from "#lib/toast.ts";
import { Button } from "./button.tsx";

type FileButtonProps = {
  /** Its accessible name. */
  label: string;
  /** For the `accept` attribute of the input. */
  accept: string;
  maxBytes: number;
  busy: boolean;
  onFile: (file: File) => void;
  children: ReactNode;
};

/** Opens the file picker; a file that is too large is refused before it is sent. */
export function FileButton({ label, accept, maxBytes, busy, onFile, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="secondary" size="sm" busy={busy} aria-label={label} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = "";
          if (!file) return;
          if (file.size > maxBytes) toast.error(`This file is larger than ${maxBytes / 1024 ** 2} MB.`);
          else onFile(file);
        }}
      />
    </>
  );
}
