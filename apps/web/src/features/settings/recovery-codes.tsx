import { Copy, Download } from "lucide-react";
import { useState } from "react";
import { toast } from "#lib/toast.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { FieldError } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";

type RecoveryCodesProps = { codes: readonly string[]; onSaved: () => void };

/** The codes are shown only once. Closing them without saving warns first. */
export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const [isWarned, setWarned] = useState(false);
  const text = `${codes.join("\n")}\n`;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.success("The codes were copied."),
      () => toast.error("The codes could not be copied."),
    );
  return (
    <Dialog isOpen onClose={() => (isWarned ? onSaved() : setWarned(true))} title="Recovery codes">
      <Notice tone="warning" title="These codes are shown only once.">
        Store them somewhere safe. Each one signs you in once when you don't have your phone.
      </Notice>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-2 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => void copy()}>
          <Copy aria-hidden size={18} />
          Copy
        </Button>
        <Button variant="secondary" onClick={() => save(text)}>
          <Download aria-hidden size={18} />
          Download
        </Button>
      </div>
      {isWarned && <FieldError>Have you saved them? If you close this now, they cannot be shown again.</FieldError>}
      <Button onClick={onSaved}>I have saved them</Button>
    </Dialog>
  );
}

function save(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = "fieldhouse-recovery-codes.txt";
  link.click();
  URL.revokeObjectURL(url);
}
