import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { classNames } from "#lib/class-names.ts";
import { TextInput } from "./field.tsx";

type DigitsInputProps = Omit<ComponentProps<"input">, "type" | "maxLength"> & { length: number };

/** Accepts digits only, up to its length; what is pasted between them is left out. */
export function DigitsInput({ length, onChange, ...rest }: DigitsInputProps) {
  return (
    <TextInput
      inputMode="numeric"
      {...rest}
      onChange={(event) => {
        const digits = event.currentTarget.value.replace(/\D/g, "").slice(0, length);
        // Written only when it differs: the caret would jump to the end.
        if (digits !== event.currentTarget.value) event.currentTarget.value = digits;
        onChange?.(event);
      }}
    />
  );
}

/**
 * Digits that nobody should read over a shoulder. It is no password field: the browser would offer to keep them, which
 * they must not be.
 */
export function SecretDigitsInput({ what, className, ...rest }: DigitsInputProps & { what: string }) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="relative">
      <DigitsInput
        autoComplete="off"
        spellCheck={false}
        {...rest}
        className={classNames("pr-12", !isShown && "[-webkit-text-security:disc]", className)}
      />
      <button
        type="button"
        aria-label={`Show ${what}`}
        aria-pressed={isShown}
        onClick={() => setIsShown(!isShown)}
        className="absolute inset-y-0 right-0 flex w-11 items-center justify-center rounded-control text-muted hover:text-text"
      >
        <Icon aria-hidden size={20} strokeWidth={1.75} />
      </button>
    </div>
  );
}
