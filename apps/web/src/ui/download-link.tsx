import type { ComponentProps } from "react";
import { downloadFile } from "#lib/download.ts";
import { toast } from "#lib/toast.ts";

type DownloadLinkProps = Omit<ComponentProps<"a">, "download" | "onClick"> & { href: string; fileName: string };

/** A link that saves a file. Browsers open one of another origin, such as a CDN, so that one is fetched first. */
export function DownloadLink({ href, fileName, ...props }: DownloadLinkProps) {
  const save = async () => {
    const response = await fetch(href);
    if (!response.ok) throw new Error(`the file answered ${response.status}`);
    downloadFile(fileName, await response.blob());
  };
  return (
    <a
      {...props}
      href={href}
      download={fileName}
      onClick={(event) => {
        if (new URL(href, window.location.href).origin === window.location.origin) return;
        event.preventDefault();
        save().catch(() => toast.error("The file could not be downloaded. Please try again."));
      }}
    />
  );
}
