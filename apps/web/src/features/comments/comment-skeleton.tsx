import { Skeleton } from "#ui/skeleton.tsx";

const PLACEHOLDERS = [1, 2, 3];

/** The place of the comments while they load. */
export function CommentSkeleton() {
  return (
    <div className="flex flex-col gap-4" aria-hidden>
      <Skeleton className="h-8 w-48" />
      <Skeleton className="h-20 w-full rounded-media" />
      {PLACEHOLDERS.map((row) => (
        <Skeleton key={row} className="h-16 w-full rounded-media" />
      ))}
    </div>
  );
}
