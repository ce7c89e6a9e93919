import type { ButtonHTMLAttributes, Ref } from "react";
import { type ButtonSize, type ButtonVariant, buttonStyle } from "./button-style.ts";
import { Link, type LinkProps } from "./link.tsx";
import { Spinner } from "./spinner.tsx";

type Look = { variant?: ButtonVariant; size?: ButtonSize };

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  Look & {
    /** Under way: it turns, cannot be pressed again, and keeps its width, its name and the focus. */
    busy?: boolean;
    ref?: Ref<HTMLButtonElement>;
  };

export function Button({
  variant = "primary",
  size = "md",
  busy = false,
  type = "button",
  "aria-disabled": ariaDisabled,
  onClick,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={busy || ariaDisabled}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={buttonStyle(variant, size, className)}
    >
      {busy && <Spinner size={18} />}
      {children}
    </button>
  );
}

/** Goes somewhere, and looks like a button. */
export function LinkButton({ variant = "primary", size = "md", className, ...rest }: LinkProps & Look) {
  return <Link {...rest} className={buttonStyle(variant, size, className)} />;
}
