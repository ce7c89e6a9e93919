import { Skeleton } from "#ui/skeleton.tsx";

export function ConsolePageSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-6">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-10 w-60" />
      <Skeleton className="h-64 w-full rounded-media" />
    </div>
  );
}
