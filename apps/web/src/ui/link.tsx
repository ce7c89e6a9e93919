import { Link as RouterLink } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, Ref } from "react";

export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> & {
  /** Null leads nowhere: the text stands, and there is nothing to click. */
  href: string | null;
  ref?: Ref<HTMLAnchorElement>;
};

/** A link inside the product: no page load, and the next page is fetched as soon as the person aims at it. */
export function Link({ href, children, ...rest }: LinkProps) {
  if (href === null) return <span className={rest.className}>{children}</span>;
  // The router's own types refuse what HTML's allow, an attribute that is there and undefined, and they ask for
  // `to`, which `href` overrides.
  const attributes = rest as object;
  return (
    <RouterLink to="." href={href} preload="intent" {...attributes}>
      {children}
    </RouterLink>
  );
}
