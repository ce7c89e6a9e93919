import { Copy } from "lucide-react";
import { toast } from "#lib/toast.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { QrCode } from "#ui/qr-code.tsx";

type ShareDialogProps = { name: string; path: string; onClose: () => void };

export function ShareDialog({ name, path, onClose }: ShareDialogProps) {
  const address = window.location.origin + path;
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => toast.success("The link was copied."),
      () => toast.error("The link could not be copied."),
    );
  return (
    <Dialog isOpen onClose={onClose} title={`Share ${name}`}>
      <QrCode text={address} label={`QR code of ${name}`} className="mx-auto size-44 rounded-control" />
      <p className="rounded-control border border-line bg-ground p-3 font-mono text-sm break-all">{address}</p>
      <Button size="lg" onClick={() => void copy()}>
        <Copy aria-hidden size={18} />
        Copy link
      </Button>
    </Dialog>
  );
}
