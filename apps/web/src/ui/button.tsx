import { clsx } from "clsx";
import type { ButtonHTMLAttributes, Ref } from "react";
import { Link, type LinkProps } from "./link.tsx";
import { Spinner } from "./spinner.tsx";

type ButtonVariant = "primary" | "secondary" | "ghost" | "danger";

export type ButtonSize = "sm" | "md" | "lg" | "icon";

const BASE =
  "inline-flex shrink-0 items-center justify-center gap-2 rounded-control font-semibold whitespace-nowrap select-none " +
  "transition-[background-color,border-color,opacity,transform] active:scale-[0.98] still:active:scale-100 " +
  "disabled:opacity-55 disabled:active:scale-100";

const VARIANT: Record<ButtonVariant, string> = {
  primary: "bg-accent text-on-accent enabled:hover:bg-accent-strong [a&]:hover:bg-accent-strong",
  secondary: "border border-edge bg-raised text-text enabled:hover:bg-lift [a&]:hover:bg-lift",
  ghost: "text-text enabled:hover:bg-lift [a&]:hover:bg-lift",
  danger: "bg-error text-on-accent enabled:hover:opacity-90 [a&]:hover:opacity-90",
};

/** With very large letters, a text may take two lines. */
const WRAPS = "cramped:h-auto cramped:min-h-[44px] cramped:max-w-full cramped:py-1 cramped:whitespace-normal";

/** At least 44 px high on touch screens. */
const SIZE: Record<ButtonSize, string> = {
  sm: `h-8 px-3 text-sm touch:h-11 ${WRAPS}`,
  md: `h-10 px-4 text-sm touch:h-11 ${WRAPS}`,
  lg: `h-12 px-6 text-base ${WRAPS}`,
  // Icons do not grow with letters.
  icon: "size-10 touch:size-11 cramped:size-[44px]",
};

type Look = { variant?: ButtonVariant; size?: ButtonSize };

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  Look & {
    /** Shows a spinner and ignores clicks, but keeps its name and the focus. */
    busy?: boolean;
    ref?: Ref<HTMLButtonElement>;
  };

export function Button({
  variant = "primary",
  size = "md",
  busy = false,
  disabled = false,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <UnstyledButton
      {...rest}
      disabled={busy || disabled}
      aria-busy={busy || undefined}
      className={buttonStyle(variant, size, className)}
    >
      {busy && <Spinner size={18} />}
      {children}
    </UnstyledButton>
  );
}

type UnstyledButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> };

/**
 * Stays focusable while it is disabled: one that its own press disables would drop the focus to the page. With
 * `aria-disabled` it still gets presses, to explain why it does nothing else.
 */
export function UnstyledButton({
  type = "button",
  disabled = false,
  "aria-disabled": explains = false,
  onClick,
  ...rest
}: UnstyledButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={disabled || explains}
      onClick={(event) => {
        // The second click of a double-click would send a form twice.
        if (disabled || (type === "submit" && event.detail > 1)) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}

export function LinkButton({ variant = "primary", size = "md", className, ...rest }: LinkProps & Look) {
  return <Link {...rest} className={buttonStyle(variant, size, className)} />;
}

export function buttonStyle(variant: ButtonVariant, size: ButtonSize, className?: string): string {
  return clsx(BASE, VARIANT[variant], SIZE[size], className);
}
