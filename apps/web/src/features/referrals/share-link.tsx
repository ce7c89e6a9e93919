import { BRAND } from "@app/contract/brand";
import type { ReferralLink } from "@app/contract/referrals";
import { Copy, Share } from "lucide-react";
import { useState } from "react";
import { copyText } from "#lib/copy-text.ts";
import { lazyDialog } from "#lib/lazy-with-preload.tsx";
import { Button } from "#ui/button.tsx";

const { Component: ShareDialog } = lazyDialog(async () => (await import("#ui/share-dialog.tsx")).ShareDialog);

const MESSAGES = { copied: "Referral link copied to clipboard!", failed: "Failed to copy referral link" };

type ShareLinkProps = {
  link: Pick<ReferralLink, "code" | "url" | "label">;
  /** For one of several links in a list. */
  isSmall?: boolean;
};

/** Copies a link, or opens it as a QR code and in the device's share sheet. */
export function ShareLink({ link: { code, url, label }, isSmall = false }: ShareLinkProps) {
  const [isOpen, setOpen] = useState(false);
  const size = isSmall ? "sm" : "md";
  const of = label === null ? "" : ` of ${label}`;
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size={size}
        variant={isSmall ? "secondary" : "primary"}
        aria-label={`Copy link${of}`}
        onClick={() => void copyText(url, MESSAGES)}
      >
        <Copy aria-hidden size={isSmall ? 16 : 18} />
        {isSmall ? "Copy" : "Copy link"}
      </Button>
      <Button size={size} variant="secondary" aria-label={`Share link${of}`} onClick={() => setOpen(true)}>
        <Share aria-hidden size={isSmall ? 16 : 18} />
        Share
      </Button>
      {isOpen && (
        <ShareDialog
          name={label === null ? "your link" : `“${label}”`}
          path={url}
          invitation={`Join me on ${BRAND.name}`}
          messages={MESSAGES}
          fileName={`${BRAND.slug}-${code}`}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
