import { THUMBNAIL_PART } from "@app/contract/contents";
import type { PictureId } from "@app/contract/ids";
import { useEffect, useState } from "react";
import { ApiError, messageOf } from "#lib/api-error.ts";
import { findPictureFault } from "#lib/picture-check.ts";
import { useSendPicture } from "./upload.queries.ts";

export type OwnPicture = {
  /** Address of the picture on this device; null while none has been sent. */
  preview: string | null;
  /** What the server calls it; null until it has arrived. */
  id: PictureId | null;
  isSending: boolean;
  fault: string | null;
  choose: (file: File) => Promise<void>;
};

/** A picture that somebody sends to stand for a video; it lives as long as the page is open. */
export function useOwnPicture(onArrived: (id: PictureId) => void): OwnPicture {
  const [preview, setPreview] = useState<string | null>(null);
  const [id, setId] = useState<PictureId | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const { mutateAsync, isPending } = useSendPicture();
  useEffect(() => () => URL.revokeObjectURL(preview ?? ""), [preview]);

  /** A picture that is refused leaves the one before it in its place. */
  async function choose(file: File): Promise<void> {
    setFault(null);
    const foundFault = await findPictureFault(file, THUMBNAIL_PART.maxBytes);
    if (foundFault !== null) return setFault(foundFault);
    try {
      const sent = await mutateAsync(file);
      setPreview(URL.createObjectURL(file));
      setId(sent.id);
      onArrived(sent.id);
    } catch (error) {
      setFault(sentenceOf(error));
    }
  }

  return { preview, id, isSending: isPending, fault, choose };
}

/** What is wrong with the picture itself says more than 'please check the marked fields'. */
function sentenceOf(error: unknown): string {
  const faults = error instanceof ApiError ? Object.values(error.errors).flat() : [];
  return faults.length > 0 ? faults.join(" ") : messageOf(error);
}
