import { Link as RouterLink } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, Ref } from "react";

export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> & {
  /** Null renders plain text. */
  href: string | null;
  ref?: Ref<HTMLAnchorElement>;
};

/** A link within the product, without a page load. The page is preloaded on hover and focus. */
export function Link({ href, children, ...rest }: LinkProps) {
  if (href === null) return <span className={rest.className}>{children}</span>;
  // The router's types reject attributes that are undefined and require `to`, which `href` overrides.
  const attributes = rest as object;
  return (
    <RouterLink to="." href={href} preload="intent" {...attributes}>
      {children}
    </RouterLink>
  );
}
