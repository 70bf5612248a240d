import { Skeleton } from '#ui/skeleton.tsx';

/** The round's place while it is fetched. */
export function CitySkeleton() {
  return (
    <div className="flex flex-col gap-4">
      <Skeleton className="h-12 w-full rounded-full" />
      <Skeleton className="h-[3.1rem] w-full rounded-2xl" />
      <Skeleton className="h-40 w-full rounded-xl" />
    </div>
  );
}
