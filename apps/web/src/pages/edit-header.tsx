import { contentHref, editHref } from "@app/contract/paths";
import { Link } from "#ui/link.tsx";

type EditHeaderProps = {
  heading: string;
  /** Of the video; undefined until it is loaded. */
  title: string | undefined;
  id: string;
};

/** The heading of a page that edits one thing about a video, with links to the video and to its edit page. */
export function EditHeader({ heading, title, id }: EditHeaderProps) {
  return (
    <header className="flex flex-col gap-1">
      <h1 className="page-title">{heading}</h1>
      {title !== undefined && (
        <p className="flex flex-wrap gap-x-4 text-muted">
          <Link
            href={contentHref("video", id) ?? "/404"}
            className="inline-flex min-w-0 items-center break-words hover:underline touch:min-h-11"
          >
            {title}
          </Link>
          <Link
            href={editHref(id) ?? "/404"}
            className="inline-flex items-center underline hover:text-text touch:min-h-11"
          >
            Edit this video
          </Link>
        </p>
      )}
    </header>
  );
}
