import { Share2 } from "lucide-react";
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { ShareDialog } from "./late-parts.tsx";

/** @param path of the channel's page, from the root */
export function ShareButton({ name, path }: { name: string; path: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        <Share2 aria-hidden size={18} />
        Share
      </Button>
      {isOpen && <ShareDialog name={name} path={path} onClose={() => setOpen(false)} />}
    </>
  );
}
