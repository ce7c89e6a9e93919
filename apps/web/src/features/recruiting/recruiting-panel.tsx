import type { RecruitingLink } from "@app/contract/recruiting";
import { useQuery } from "@tanstack/react-query";
import { Copy, ExternalLink, RotateCcw } from "lucide-react";
import { useState } from "react";
import { toast } from "#lib/toast.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { AlertDialog } from "#ui/dialog.tsx";
import { Switch } from "#ui/field.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { QrCode } from "#ui/qr-code.tsx";
import { Section } from "#ui/section.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { HighlightPicker } from "./highlight-picker.tsx";
import { type Choices, recruitingLink, useRenewLink, useSaveLink } from "./recruiting.queries.ts";

const SWITCHES: { name: keyof Choices & `shows_${string}`; label: string; hint?: string }[] = [
  { name: "shows_graduation", label: "Class of" },
  { name: "shows_gpa", label: "GPA" },
  { name: "shows_colleges", label: "College offers and visits" },
  { name: "shows_measurables", label: "Measurables" },
  { name: "shows_location", label: "City and state", hint: "Never shown of athletes under 18." },
];

/** The athlete's side of the recruiting page: on or off, its address, and what it shows. */
export function RecruitingPanel() {
  const link = useQuery(recruitingLink());
  return (
    <Section
      title="Recruiting page"
      subtitle="One page for coaches, without signing in. Only somebody with its address can find it."
    >
      {link.isPending && <Skeleton className="h-40 w-full" />}
      {link.isError && (
        <LoadError error={link.error} isRetrying={link.isFetching} onRetry={() => void link.refetch()} />
      )}
      {link.data && <Settings link={link.data} />}
    </Section>
  );
}

function Settings({ link }: { link: RecruitingLink }) {
  const save = useSaveLink();
  const { path, opened_count, videos, ...choices } = link;
  // What was pressed is shown at once; what the server keeps comes after it.
  const shown: Choices = save.isPending && save.variables ? save.variables : choices;
  const change = (part: Partial<Choices>) => save.mutate({ ...shown, ...part });
  return (
    <div className="flex flex-col gap-8">
      <Switch
        label={shown.is_on ? "Your page is open" : "Your page is closed"}
        checked={shown.is_on}
        onChange={(event) => change({ is_on: event.currentTarget.checked })}
      />
      {shown.is_on && path !== null && <Address path={path} openedCount={opened_count} />}
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-3 text-sm font-semibold">What a coach sees</legend>
        {SWITCHES.map(({ name, label, hint }) => (
          <Switch
            key={name}
            label={label}
            hint={hint}
            checked={shown[name]}
            onChange={(event) => change({ [name]: event.currentTarget.checked })}
          />
        ))}
      </fieldset>
      <HighlightPicker videos={videos} chosen={shown.highlights} onChange={(highlights) => change({ highlights })} />
    </div>
  );
}

function Address({ path, openedCount }: { path: string; openedCount: number }) {
  const [isAsking, setAsking] = useState(false);
  const renew = useRenewLink();
  const address = window.location.origin + path;
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => toast.success("The address was copied."),
      () => toast.error("The address could not be copied."),
    );
  return (
    <div className="flex flex-col gap-5 rounded-media border border-line bg-raised p-5 sm:flex-row">
      <QrCode text={address} label="QR code of your recruiting page" className="size-36 shrink-0 rounded-control" />
      <div className="flex min-w-0 flex-col gap-4">
        <p className="font-mono text-sm break-all">{address}</p>
        <p className="text-sm text-muted">
          {openedCount === 1 ? "Opened once" : `Opened ${openedCount} times`}, your own visits included.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => void copy()}>
            <Copy aria-hidden size={18} strokeWidth={1.75} />
            Copy
          </Button>
          <LinkButton href={path} variant="secondary">
            <ExternalLink aria-hidden size={18} strokeWidth={1.75} />
            Open
          </LinkButton>
          <Button variant="ghost" onClick={() => setAsking(true)}>
            <RotateCcw aria-hidden size={18} strokeWidth={1.75} />
            New address
          </Button>
        </div>
      </div>
      <AlertDialog
        isOpen={isAsking}
        title="Give it a new address?"
        description="The old address, and every code that was printed of it, will no longer open."
        confirmLabel="New address"
        isDanger
        busy={renew.isPending}
        onConfirm={() => renew.mutate(undefined, { onSettled: () => setAsking(false) })}
        onCancel={() => setAsking(false)}
      />
    </div>
  );
}
