import { Copy, Share2 } from "lucide-react";
import { useState } from "react";
import { toast } from "#lib/toast.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { QrCode } from "#ui/qr-code.tsx";

/** @param path of the channel's page, from the root */
export function ShareButton({ name, path }: { name: string; path: string }) {
  const [isOpen, setOpen] = useState(false);
  const address = window.location.origin + path;
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => toast.success("The link was copied."),
      () => toast.error("The link could not be copied."),
    );
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        <Share2 aria-hidden size={18} />
        Share
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={`Share ${name}`}>
        <QrCode text={address} label={`QR code of ${name}`} className="mx-auto size-44 rounded-control" />
        <p className="rounded-control border border-line bg-ground p-3 font-mono text-sm break-all">{address}</p>
        <Button size="lg" onClick={() => void copy()}>
          <Copy aria-hidden size={18} />
          Copy link
        </Button>
      </Dialog>
    </>
  );
}
