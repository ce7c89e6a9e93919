import { clsx } from "clsx";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger";
export type ButtonSize = "sm" | "md" | "lg" | "icon";

const BASE =
  "inline-flex shrink-0 items-center justify-center gap-2 rounded-control font-semibold whitespace-nowrap select-none " +
  "transition-[background-color,border-color,opacity,transform] active:scale-[0.98] still:active:scale-100 " +
  "disabled:opacity-55 disabled:active:scale-100 aria-disabled:opacity-55";

const VARIANT: Record<ButtonVariant, string> = {
  primary: "bg-accent text-on-accent enabled:hover:bg-accent-strong [a&]:hover:bg-accent-strong",
  secondary: "border border-edge bg-raised text-text enabled:hover:bg-lift [a&]:hover:bg-lift",
  ghost: "text-text enabled:hover:bg-lift [a&]:hover:bg-lift",
  danger: "bg-error text-on-accent enabled:hover:opacity-90 [a&]:hover:opacity-90",
};

/** 44 px high wherever a finger is the pointer. */
const SIZE: Record<ButtonSize, string> = {
  sm: "h-8 px-3 text-sm touch:h-11",
  md: "h-10 px-4 text-sm touch:h-11",
  lg: "h-12 px-6 text-base",
  icon: "size-10 touch:size-11",
};

export function buttonStyle(variant: ButtonVariant, size: ButtonSize, className?: string): string {
  return clsx(BASE, VARIANT[variant], SIZE[size], className);
}
