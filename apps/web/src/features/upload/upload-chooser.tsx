import { clsx } from "clsx";
import { FileText, Image, type LucideIcon, Video } from "lucide-react";
import { Link } from "#ui/link.tsx";

const KINDS: { href: string | null; name: string; hint: string; icon: LucideIcon }[] = [
  { href: "/upload-video", name: "Video", hint: "mp4, mov, webm or mkv, up to 4\u00a0GB", icon: Video },
  { href: "/upload-image", name: "Image", hint: "jpeg, jpg or png, up to 20\u00a0MB each", icon: Image },
  { href: "/upload-document", name: "Document", hint: "pdf, up to 50\u00a0MB", icon: FileText },
];

const TILE = "flex h-full items-center gap-4 rounded-media border p-5 sm:flex-col sm:items-start sm:p-8";

/** Step one of an upload: the type of content. */
export function UploadChooser() {
  return (
    <ul className="grid gap-4 sm:grid-cols-3 sm:gap-6">
      {KINDS.map(({ href, name, hint, icon: Icon }) => {
        const words = (
          <span className="flex flex-col gap-1">
            <span className="title text-2xl group-hover:underline">{name}</span>
            <span className="text-sm text-muted">{hint}</span>
          </span>
        );
        return (
          <li key={name}>
            {href === null ? (
              <div className={clsx(TILE, "border-line text-muted")}>
                <Icon aria-hidden size={40} className="stroke-[1.5] shrink-0" />
                {words}
              </div>
            ) : (
              <Link
                href={href}
                className={clsx(TILE, "group border-edge bg-raised transition-colors hover:border-accent")}
              >
                <Icon aria-hidden size={40} className="stroke-[1.5] shrink-0 text-accent" />
                {words}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
