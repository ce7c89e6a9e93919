import { FileText, Image, type LucideIcon, Video } from "lucide-react";
import { Link } from "#ui/link.tsx";

const KINDS: { href: string; name: string; says: string; icon: LucideIcon }[] = [
  { href: "/upload-video", name: "Video", says: "mp4, mov, webm or mkv, up to 4\u00a0GB", icon: Video },
  { href: "/upload-image", name: "Image", says: "jpeg, jpg or png, up to 20\u00a0MB", icon: Image },
  { href: "/upload-document", name: "Document", says: "pdf, up to 50\u00a0MB", icon: FileText },
];

/** What kind of content it will be. */
export function UploadChooser() {
  return (
    <ul className="grid gap-4 sm:grid-cols-3 sm:gap-6">
      {KINDS.map(({ href, name, says, icon: Icon }) => (
        <li key={href}>
          <Link
            href={href}
            className="group flex h-full items-center gap-4 rounded-media border border-edge bg-raised p-5 transition-colors hover:border-accent sm:flex-col sm:items-start sm:p-8"
          >
            <Icon aria-hidden size={40} className="stroke-[1.5] shrink-0 text-accent" />
            <span className="flex flex-col gap-1">
              <span className="title text-2xl group-hover:underline">{name}</span>
              <span className="text-sm text-muted">{says}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
