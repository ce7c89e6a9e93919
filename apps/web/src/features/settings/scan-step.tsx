import { safetyRoutes } from "@app/contract/account-safety";
import { useEffect, useRef } from "react";
import { call } from "#lib/api.ts";
import { Button } from "#ui/button.tsx";
import { QrCode } from "#ui/qr-code.tsx";
import { CodeForm } from "./code-form.tsx";

type ScanStepProps = {
  secret: string;
  otpauth_url: string;
  onEnabled: (made: { recovery_codes: string[] }) => void;
  onCancel: () => void;
};

/** The app is given the secret, and shows with a code that it has it. */
export function ScanStep({ secret, otpauth_url, onEnabled, onCancel }: ScanStepProps) {
  const step = useRef<HTMLElement>(null);
  // The button that led here is gone, and the focus with it.
  useEffect(() => step.current?.focus(), []);
  return (
    <section
      ref={step}
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
        submitLabel="Switch on"
        onCode={(code) => call(safetyRoutes.enableTwoFactor, { body: { code } })}
        onDone={onEnabled}
      />
      <Button variant="ghost" className="self-start" onClick={onCancel}>
        Cancel
      </Button>
    </section>
  );
}
