/** The place of something that is being fetched; give it the size of what will stand there, so that nothing jumps. */
export function Skeleton({ className = 'h-4 w-full' }: { readonly className?: string }) {
  const corners = className.includes('rounded') ? '' : 'rounded-md';
  return <div aria-hidden="true" className={`animate-shimmer bg-sunken ${corners} ${className}`} />;
}

/** A list that is being fetched. */
export function SkeletonRows({ rows = 4 }: { readonly rows?: number }) {
  return (
    <div className="flex flex-col gap-3" aria-hidden="true">
      {Array.from({ length: rows }, (_row, index) => index).map((index) => (
        <Skeleton key={index} className="h-16 w-full rounded-xl" />
      ))}
    </div>
  );
}
