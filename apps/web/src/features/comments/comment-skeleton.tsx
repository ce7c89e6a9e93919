import { Skeleton } from "#ui/skeleton.tsx";

const PLACEHOLDERS = [1, 2, 3];

/** The place of the comments until they are loaded. @param isLoading whether they are being loaded now */
export function CommentSkeleton({ isLoading = true }: { isLoading?: boolean }) {
  return (
    <div className="flex flex-col gap-4" aria-hidden>
      <Skeleton isLoading={isLoading} className="h-8 w-48" />
      <Skeleton isLoading={isLoading} className="h-20 w-full rounded-media" />
      {PLACEHOLDERS.map((row) => (
        <Skeleton key={row} isLoading={isLoading} className="h-16 w-full rounded-media" />
      ))}
    </div>
  );
}
