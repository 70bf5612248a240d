import { Skeleton } from '@city-mint/ui/skeleton.tsx';

/** The outline of the assets while they load. */
export function AssetsSkeleton() {
  return (
    <div className="flex flex-col gap-5">
      <Skeleton className="h-[1.86rem] w-full rounded-2xl" />
      <Skeleton className="h-13 w-full rounded-full" />
      <Skeleton className="h-56 w-full rounded-xl" />
      <Skeleton className="h-56 w-full rounded-xl" />
    </div>
  );
}
