import type { Stories } from '@city-mint/ui/catalogue/stories.ts';
import { Skeleton, SkeletonRows } from '@city-mint/ui/skeleton.tsx';
import { Spinner } from '@city-mint/ui/spinner.tsx';

export const stories: Stories = {
  line: () => <Skeleton />,
  block: () => <Skeleton className="h-24 w-full rounded-xl" />,
  rows: () => <SkeletonRows rows={3} />,
  spinner: () => <Spinner className="text-2xl text-accent-ink" />,
};
