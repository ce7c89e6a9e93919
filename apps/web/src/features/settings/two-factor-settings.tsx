import { SECURITY_MESSAGES, type TwoFactorState, twoFactorCode } from "@app/contract/account-security";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Copy, Download, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { call } from "#lib/api.ts";
import { NotConfirmed, useSensitiveMutation, withConfirmedPassword } from "#lib/confirm-password.ts";
import { copyText } from "#lib/copy-text.ts";
import { dayInWords } from "#lib/dates.ts";
import { downloadFile } from "#lib/download.ts";
import { focusOnMount } from "#lib/focus.ts";
import { counted } from "#lib/format.ts";
import { showFaults } from "#lib/show-faults.ts";
import { toast } from "#lib/toast.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { CodeInput, Field, FieldError } from "#ui/field.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { QrCode } from "#ui/qr-code.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { twoFactor } from "./settings.queries.ts";

const fields = z.object({ code: twoFactorCode });

type CodeFormProps<Answer> = {
  label: string;
  submitLabel: string;
  onCode: (code: string) => Promise<Answer>;
  onDone: (answer: Answer) => void;
};

type ScanStepProps = {
  secret: string;
  otpauth_url: string;
  onEnabled: (made: { recovery_codes: string[] }) => void;
  onCancel: () => void;
};

type ShowCodes = (made: { recovery_codes: string[] }) => void;

/** Turns two-factor sign-in on and off, and renews the recovery codes. */
export function TwoFactorSettings() {
  const state = useQuery(twoFactor);
  const cache = useQueryClient();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (state.isPending) return <Skeleton className="h-24 w-full max-w-xl" />;
  if (!state.data)
    return <LoadError error={state.error} isRetrying={state.isFetching} onRetry={() => void state.refetch()} />;
  const show: ShowCodes = (made) => {
    setCodes(made.recovery_codes);
    void cache.invalidateQueries(twoFactor);
  };
  return (
    <>
      {state.data.is_enabled ? (
        <TwoFactorOn state={state.data} onCodes={show} />
      ) : (
        <TwoFactorOff isRequired={state.data.is_required} onCodes={show} />
      )}
      {codes && <RecoveryCodes codes={codes} onSaved={() => setCodes(null)} />}
    </>
  );
}

function TwoFactorOff({ isRequired, onCodes }: { isRequired: boolean; onCodes: ShowCodes }) {
  const [begun, setBegun] = useState<{ secret: string; otpauth_url: string } | null>(null);
  const begin = useSensitiveMutation({ run: () => call("POST /two-factor/begin"), onDone: setBegun });
  return (
    <div className="flex max-w-xl flex-col items-start gap-5">
      {isRequired && (
        <Notice tone="warning" title="Staff need two-factor sign-in.">
          The staff console stays locked until you turn it on.
        </Notice>
      )}
      <p className="text-muted">
        Once it is on, signing in requires your password and a six-digit code from an authenticator app on your phone.
        Your password alone is no longer enough.
      </p>
      {begun ? (
        <ScanStep
          {...begun}
          onEnabled={(made) => {
            setBegun(null);
            toast.success(SECURITY_MESSAGES.twoFactorOn);
            onCodes(made);
          }}
          onCancel={() => setBegun(null)}
        />
      ) : (
        <Button busy={begin.isPending} onClick={() => begin.mutate()}>
          Turn on
        </Button>
      )}
    </div>
  );
}

function TwoFactorOn({ state, onCodes }: { state: TwoFactorState; onCodes: ShowCodes }) {
  const [isDisabling, setDisabling] = useState(false);
  const [isRenewing, setRenewing] = useState(false);
  const cache = useQueryClient();
  return (
    <div className="flex max-w-xl flex-col items-start gap-5">
      <p className="flex items-center gap-3">
        <ShieldCheck aria-hidden size={24} className="text-good" />
        <span>
          On{state.enabled_at && ` since ${dayInWords(state.enabled_at)}`}.{" "}
          {counted(state.recovery_codes_left, "recovery code")} left.
        </span>
      </p>
      {state.recovery_codes_left <= 2 && (
        <Notice tone="warning" title="You are running out of recovery codes.">
          Generate new ones before you use the last: without your phone or a code, you cannot sign in.
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => setRenewing(true)}>
          New recovery codes
        </Button>
        {!state.is_required && (
          <Button variant="ghost" onClick={() => setDisabling(true)}>
            Turn off
          </Button>
        )}
      </div>
      <Dialog isOpen={isRenewing} onClose={() => setRenewing(false)} title="New recovery codes">
        <CodeForm
          label="Code from your app, or a recovery code"
          submitLabel="New recovery codes"
          onCode={(code) => call("POST /two-factor/recovery-codes", { body: { code } })}
          onDone={(made) => {
            setRenewing(false);
            onCodes(made);
          }}
        />
      </Dialog>
      <Dialog isOpen={isDisabling} onClose={() => setDisabling(false)} title="Turn off two-factor sign-in">
        <CodeForm
          label="Code from your app, or a recovery code"
          submitLabel="Turn off"
          onCode={(code) => call("POST /two-factor/disable", { body: { code } })}
          onDone={() => {
            setDisabling(false);
            toast.success(SECURITY_MESSAGES.twoFactorOff);
            void cache.invalidateQueries(twoFactor);
          }}
        />
      </Dialog>
    </div>
  );
}

/** The app scans the secret, and a code proves that it did. */
function ScanStep({ secret, otpauth_url, onEnabled, onCancel }: ScanStepProps) {
  return (
    <section
      ref={focusOnMount}
      tabIndex={-1}
      aria-label="Set up your authenticator app"
      className="flex w-full flex-col gap-5 rounded-media border border-line bg-raised p-5"
    >
      <ol className="flex list-decimal flex-col gap-5 pl-5">
        <li>
          <p>Scan this with your authenticator app, or type the key into it.</p>
          <div className="mt-3 flex flex-wrap items-center gap-5">
            <QrCode text={otpauth_url} label="QR code for your authenticator app" className="size-44 rounded-control" />
            <p className="font-mono text-lg break-all">{secret.match(/.{1,4}/g)?.join(" ")}</p>
          </div>
        </li>
        <li>Type the code that the app shows now.</li>
      </ol>
      <CodeForm
        label="Code"
        submitLabel="Turn on"
        onCode={(code) => call("POST /two-factor/enable", { body: { code } })}
        onDone={onEnabled}
      />
      <Button variant="ghost" className="self-start" onClick={onCancel}>
        Cancel
      </Button>
    </section>
  );
}

function CodeForm<Answer>({ label, submitLabel, onCode, onDone }: CodeFormProps<Answer>) {
  const form = useForm({ resolver: zodResolver(fields, VALIDATION_OPTIONS), defaultValues: { code: "" } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ code }) => {
    try {
      onDone(await withConfirmedPassword(() => onCode(code)));
    } catch (error) {
      if (!(error instanceof NotConfirmed)) showFaults(form.setError, ["code"], error);
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex max-w-xs flex-col gap-4">
      <Field label={label} error={errors.code?.message}>
        <CodeInput {...form.register("code")} />
      </Field>
      <Button type="submit" busy={isSubmitting} className="self-start">
        {submitLabel}
      </Button>
    </form>
  );
}

const CODES_FILE = "fieldhouse-recovery-codes.txt";

type RecoveryCodesProps = { codes: readonly string[]; onSaved: () => void };

/** The codes are shown only once. Closing them without saving warns first. */
function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const [isWarned, setWarned] = useState(false);
  const text = `${codes.join("\n")}\n`;
  const copy = () => copyText(text, { copied: "The codes were copied.", failed: "The codes could not be copied." });
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
        <Button variant="secondary" onClick={() => downloadFile(CODES_FILE, new Blob([text], { type: "text/plain" }))}>
          <Download aria-hidden size={18} />
          Download
        </Button>
      </div>
      {isWarned && <FieldError>Have you saved them? If you close this now, they cannot be shown again.</FieldError>}
      <Button onClick={onSaved}>I have saved them</Button>
    </Dialog>
  );
}
