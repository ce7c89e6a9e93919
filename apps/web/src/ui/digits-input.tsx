import { clsx } from "clsx";
import { type ComponentProps, useState } from "react";
import { ShowToggle, TextInput } from "./field.tsx";

type DigitsInputProps = Omit<ComponentProps<"input">, "type" | "maxLength"> & { length: number };

/** Accepts digits only, up to `length`; other pasted characters are dropped. */
export function DigitsInput({ length, onChange, ...rest }: DigitsInputProps) {
  return (
    <TextInput
      inputMode="numeric"
      {...rest}
      onChange={(event) => {
        const digits = event.currentTarget.value.replace(/\D/g, "").slice(0, length);
        // Only if it differs, because writing moves the caret to the end.
        if (digits !== event.currentTarget.value) event.currentTarget.value = digits;
        onChange?.(event);
      }}
    />
  );
}

/** Masked digits. Not a password field, because the browser would offer to save them. */
export function SecretDigitsInput({ what, className, ...rest }: DigitsInputProps & { what: string }) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className="relative">
      <DigitsInput
        autoComplete="off"
        spellCheck={false}
        {...rest}
        className={clsx("pr-12", !isShown && "[-webkit-text-security:disc]", className)}
      />
      <ShowToggle what={what} isShown={isShown} onChange={setIsShown} />
    </div>
  );
}
