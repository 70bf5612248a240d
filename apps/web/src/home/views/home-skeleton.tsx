import { Skeleton } from '#ui/skeleton.tsx';

/** The hero's place while it is fetched. */
export function HomeSkeleton() {
  return <Skeleton className="h-[3.2rem] w-full rounded-2xl" />;
}
