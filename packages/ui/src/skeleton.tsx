/** A placeholder for something that is being fetched; with the size of the content it prevents layout shifts. */
export function Skeleton({ className = 'h-4 w-full' }: { readonly className?: string }) {
  const corners = className.includes('rounded') ? '' : 'rounded-md';
  return <div aria-hidden="true" className={`animate-shimmer bg-sunken ${corners} ${className}`} />;
}

/** A placeholder for a list. */
export function SkeletonRows({ rows = 4 }: { readonly rows?: number }) {
  return (
    <div className="flex flex-col gap-3" aria-hidden="true">
      {Array.from({ length: rows }, (_row, index) => index).map((index) => (
        <Skeleton key={index} className="h-16 w-full rounded-xl" />
      ))}
    </div>
  );
}
