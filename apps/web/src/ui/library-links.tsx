import { Link } from "./link.tsx";

const LISTS = [
  { href: "/watch-later", label: "Watch later" },
  { href: "/liked", label: "Liked" },
  { href: "/history", label: "History" },
] as const;

const LINK =
  "inline-flex min-h-10 items-center rounded-control px-3 text-sm font-semibold text-muted hover:bg-lift hover:text-text " +
  "data-[status=active]:text-text touch:min-h-11";

/** To the member's own lists, on each of them and beside what they follow. */
export function LibraryLinks() {
  return (
    <nav aria-label="Your lists" className="-mx-3 flex flex-wrap">
      {LISTS.map(({ href, label }) => (
        <Link key={href} href={href} className={LINK}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
