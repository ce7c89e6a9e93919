import type { ContentItem } from "@app/contract/contents";
import type { ContentFile } from "@app/contract/files";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { bytes } from "#lib/format.ts";
import { buttonStyle } from "#ui/button.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { itemFile } from "./edit.queries.ts";
import { ReplaceFile } from "./replace-file.tsx";

/** The originals of an item: to download, and to replace by another file of the same type. */
export function FilePanel({ item, isDeleted }: { item: ContentItem; isDeleted: boolean }) {
  const file = useQuery(itemFile(item.id));
  return (
    <section aria-labelledby="file-heading" className="flex flex-col items-start gap-4">
      <h2 id="file-heading" className="title text-2xl">
        File
      </h2>
      {file.isPending && <Skeleton className="h-20 w-full rounded-media" />}
      {file.isError && (
        <LoadError error={file.error} isRetrying={file.isFetching} onRetry={() => void file.refetch()} />
      )}
      {file.data && (
        <>
          {item.type === "image" ? (
            <SetOriginals images={file.data.images} state={item.state} />
          ) : (
            <Original file={file.data} state={item.state} />
          )}
          {item.can.replace && <ReplaceFile item={item} isDeleted={isDeleted} file={file.data} />}
        </>
      )}
    </section>
  );
}

const NO_ORIGINAL = "There is no original to download because processing failed.";

type OriginalProps = { file: ContentFile; state: ContentItem["state"] };

function Original({ file: { file_name, size_bytes, url }, state }: OriginalProps) {
  return (
    <>
      <p className="max-w-full break-words">
        {file_name ?? "The original file"}
        {size_bytes !== null && <span className="score text-muted"> · {bytes(size_bytes)}</span>}
      </p>
      {url === null ? (
        <p className="text-sm text-muted">
          {state === "failed" ? NO_ORIGINAL : "The original can be downloaded once processing is complete."}
        </p>
      ) : (
        <a href={url} download={file_name ?? ""} className={buttonStyle("secondary", "md")}>
          <Download aria-hidden size={18} />
          Download the original
        </a>
      )}
    </>
  );
}

type SetOriginalsProps = Pick<ContentFile, "images"> & Pick<OriginalProps, "state">;

function SetOriginals({ images, state }: SetOriginalsProps) {
  return (
    <>
      <ol className="flex w-full flex-col gap-3">
        {images.map(({ id, file_name, size_bytes, url }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2">
            <span className="min-w-0 break-words">
              {file_name}
              <span className="score text-muted"> · {bytes(size_bytes)}</span>
            </span>
            {url !== null && (
              <a href={url} download={file_name} className={buttonStyle("secondary", "sm")}>
                <Download aria-hidden size={16} />
                Download <span className="sr-only">the original of {file_name}</span>
              </a>
            )}
          </li>
        ))}
      </ol>
      {images.some(({ url }) => url === null) && (
        <p className="text-sm text-muted">
          {state === "failed" ? NO_ORIGINAL : "The originals can be downloaded once processing is complete."}
        </p>
      )}
    </>
  );
}
