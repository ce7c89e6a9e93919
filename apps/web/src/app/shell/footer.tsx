import type { UserCard } from "@app/contract/accounts";
import { BRAND } from "@app/contract/brand";
import { Link } from "#ui/link.tsx";
import { Logo } from "#ui/logo.tsx";
import { footerLinks } from "./links.ts";
import { ThemeChoice } from "./theme-choice.tsx";

export function Footer({ user }: { user: UserCard | null }) {
  return (
    <footer className="print:hidden mt-16 border-t border-line">
      <div className="column flex flex-col gap-6 py-10 sm:flex-row sm:items-center sm:justify-between">
        <Logo size={26} />
        <nav aria-label="Footer" className="-mx-3 flex flex-wrap">
          {footerLinks(user).map(({ href, label }) => (
            <Link
              key={label}
              href={href}
              className="flex min-h-9 items-center rounded-control px-3 text-sm text-muted hover:text-text hover:underline touch:min-h-11"
            >
              {label}
            </Link>
          ))}
        </nav>
        <div className="flex items-center gap-4">
          <p className="text-sm whitespace-nowrap text-muted">
            © {new Date().getFullYear()} {BRAND.name}
          </p>
          <ThemeChoice />
        </div>
      </div>
    </footer>
  );
}
