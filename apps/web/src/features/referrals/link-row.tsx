import { BRAND } from "@app/contract/brand";
import { exactly, toDollars } from "@app/contract/formats";
import { LINK_LABEL_MAX_CHARS, REFERRAL_LINK_MESSAGES, type ReferralLink } from "@app/contract/referrals";
import { Ban, Copy, EllipsisVertical, Pencil, Share } from "lucide-react";
import { type FormEvent, useState } from "react";
import { ApiError, messageOf } from "#lib/api-error.ts";
import { copyText } from "#lib/copy-text.ts";
import { dayInWords } from "#lib/dates.ts";
import { plural } from "#lib/format.ts";
import { lazyDialog } from "#lib/lazy-with-preload.tsx";
import { passFocusOn } from "#lib/pass-focus.ts";
import { Button } from "#ui/button.tsx";
import { AlertDialog, Dialog } from "#ui/dialog.tsx";
import { Field, TextInput } from "#ui/field.tsx";
import { Menu, MenuItem } from "#ui/menu.tsx";
import { useRenameLink, useWithdrawLink } from "./referrals.queries.ts";

/** A labeled link, what it has brought, and what can be done with it. */
export function LinkRow({ link, isShareable }: { link: ReferralLink; isShareable: boolean }) {
  const { url, withdrawn_at } = link;
  const label = link.label ?? link.code;
  const isOff = link.is_turned_off && withdrawn_at === null;
  return (
    <li
      ref={passFocusOn}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-4 last:border-0"
    >
      <div className="flex min-w-0 flex-1 basis-52 flex-col gap-0.5">
        <h4 className="font-semibold break-words">{label}</h4>
        <p className="font-mono text-xs wrap-anywhere text-muted">{url}</p>
        {isShareable && isOff && <TurnedOff />}
        <LinkFigures link={link} />
      </div>
      {withdrawn_at === null ? (
        <div className="flex shrink-0 items-center gap-2">
          {isShareable && !isOff && <ShareLink link={link} isSmall />}
          <LinkMenu code={link.code} label={label} />
        </div>
      ) : (
        <p className="shrink-0 text-sm text-muted">Deactivated on {dayInWords(withdrawn_at)}</p>
      )}
    </li>
  );
}

/** Staff have switched off this link alone. */
export function TurnedOff() {
  return <p className="text-sm text-muted">This link is turned off. It earns nothing new for now.</p>;
}

/** How often a link was opened, who signed up with it, and what it earned. */
export function LinkFigures({ link }: { link: Pick<ReferralLink, "opens" | "sign_ups" | "earned_cents"> }) {
  return (
    <p className="flex flex-wrap gap-x-4 text-sm text-muted">
      <span>
        <span className="score text-base text-text">{exactly(link.opens)}</span> {plural(link.opens, "open")}
      </span>
      <span>
        <span className="score text-base text-text">{exactly(link.sign_ups)}</span> {plural(link.sign_ups, "sign-up")}
      </span>
      <span>
        <span className="score text-base text-gold">{toDollars(link.earned_cents)}</span> earned
      </span>
    </p>
  );
}

function LinkMenu({ code, label }: { code: string; label: string }) {
  const [shown, setShown] = useState<"rename" | "withdraw" | null>(null);
  const rename = useRenameLink();
  const withdraw = useWithdrawLink();
  const close = () => setShown(null);
  return (
    <>
      <Menu
        label={`Actions for ${label}`}
        trigger={(props) => (
          <Button {...props} variant="ghost" size="sm" aria-label={`Actions for ${label}`}>
            <EllipsisVertical aria-hidden size={18} />
          </Button>
        )}
      >
        <MenuItem icon={<Pencil aria-hidden size={18} />} onSelect={() => setShown("rename")}>
          Rename
        </MenuItem>
        <MenuItem icon={<Ban aria-hidden size={18} />} onSelect={() => setShown("withdraw")}>
          Deactivate
        </MenuItem>
      </Menu>
      {shown === "rename" && (
        <LabelDialog
          title="Rename link"
          submitLabel="Save"
          label={label}
          onSubmit={(typed) => rename.mutateAsync({ code, label: typed })}
          onClose={close}
        />
      )}
      <AlertDialog
        isOpen={shown === "withdraw"}
        title={`Deactivate “${label}”?`}
        description="From now on it earns nothing, and it cannot be brought back. Everything it has earned stays yours, and people who already signed up with it still count."
        confirmLabel="Deactivate"
        isDanger
        busy={withdraw.isPending}
        onConfirm={() => withdraw.mutate(code, { onSettled: close })}
        onCancel={close}
      />
    </>
  );
}

type LabelDialogProps = {
  title: string;
  submitLabel: string;
  label?: string;
  /** @throws ApiError */
  onSubmit: (label: string) => Promise<unknown>;
  onClose: () => void;
};

/** Asks for the label of a link. */
export function LabelDialog({ title, submitLabel, label = "", onSubmit, onClose }: LabelDialogProps) {
  const [typed, setTyped] = useState(label);
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === "") return setFault(REFERRAL_LINK_MESSAGES.empty);
    setBusy(true);
    try {
      await onSubmit(typed);
      onClose();
    } catch (error) {
      setFault((error instanceof ApiError && error.errors.label?.[0]) || messageOf(error));
      setBusy(false);
    }
  };
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        <Field label="Label" hint="Only you see it. Name the place where you share the link." error={fault}>
          <TextInput
            value={typed}
            maxLength={LINK_LABEL_MAX_CHARS}
            placeholder="Instagram bio"
            autoComplete="off"
            onChange={({ target }) => {
              setTyped(target.value);
              setFault(undefined);
            }}
          />
        </Field>
        <Button type="submit" size="lg" busy={isBusy}>
          {submitLabel}
        </Button>
      </form>
    </Dialog>
  );
}

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
