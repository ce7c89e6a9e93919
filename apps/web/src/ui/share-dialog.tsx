import { Copy, Share } from "lucide-react";
import { type ReactNode, useState } from "react";
import { copyText } from "#lib/copy-text.ts";
import { duration, durationInWords } from "#lib/format.ts";
import { toast } from "#lib/toast.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Checkbox } from "./field.tsx";
import { QrCode, QrDownloads } from "./qr-code.tsx";

/** Where in an item a link can begin: the second a video is at, or the page of a document. */
export type SharedPlace = { atS: number } | { page: number };

type ShareDialogProps = {
  name: string;
  /** Also a full address. */
  path: string;
  /** Without it, the link can only lead to the beginning. */
  place?: SharedPlace | undefined;
  /** What the people who get the link read; by default the name. */
  invitation?: string;
  /** Toasts after copying. */
  messages?: { copied: string; failed: string };
  /** Offers the QR code as a file of this name. */
  fileName?: string;
  onClose: () => void;
};

const MESSAGES = { copied: "The link was copied.", failed: "The link could not be copied." };

/** A link to copy, as a QR code and, where the device has one, through its own share sheet. */
export function ShareDialog(props: ShareDialogProps) {
  const { name, path, invitation = name, messages = MESSAGES, fileName, onClose } = props;
  const [isAtPlace, setAtPlace] = useState(false);
  const place = props.place ? toChoice(props.place) : null;
  const address = new URL(path, window.location.origin).href + (place && isAtPlace ? place.query : "");
  return (
    <Dialog isOpen onClose={onClose} title={`Share ${name}`}>
      <QrCode text={address} label={`QR code of ${name}`} className="mx-auto size-44 rounded-control" />
      {fileName !== undefined && <QrDownloads text={address} fileName={fileName} />}
      <p className="rounded-control border border-line bg-ground p-3 font-mono text-sm break-all">{address}</p>
      {place && <Checkbox label={place.label} checked={isAtPlace} onChange={() => setAtPlace(!isAtPlace)} />}
      <Button size="lg" onClick={() => void copyText(address, messages)}>
        <Copy aria-hidden size={18} />
        Copy link
      </Button>
      {hasShareSheet() && (
        <Button size="lg" variant="secondary" onClick={() => void openShareSheet(invitation, address)}>
          <Share aria-hidden size={18} />
          More ways to share
        </Button>
      )}
    </Dialog>
  );
}

/** @returns null at the beginning, where a link leads anyway */
function toChoice(place: SharedPlace): { query: string; label: ReactNode } | null {
  if ("page" in place)
    return place.page > 1 ? { query: `?page=${place.page}`, label: `Open at page ${place.page}` } : null;
  const moment = Math.floor(place.atS);
  if (moment <= 0) return null;
  const label = (
    <>
      Start at <span aria-hidden>{duration(moment)}</span>
      <span className="sr-only">{durationInWords(moment)}</span>
    </>
  );
  return { query: `?t=${moment}`, label };
}

/** Firefox on desktops has none. */
function hasShareSheet(): boolean {
  return typeof navigator.share === "function";
}

async function openShareSheet(title: string, url: string): Promise<void> {
  try {
    await navigator.share({ title, url });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    toast.error("The link could not be shared.");
  }
}
