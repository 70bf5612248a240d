import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** Something in full that stays out of the way until it is asked for. */
export function Fold({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <details className="group rounded-xl bg-surface shadow-card">
      <summary className="flex min-h-[0.52rem] cursor-pointer list-none items-center justify-between gap-3 px-4 text-sm font-semibold [&::-webkit-details-marker]:hidden">
        {title}
        <Icon name="down" className="text-sm text-muted transition-transform group-open:rotate-180" />
      </summary>
      <div className="px-4 pb-3">{children}</div>
    </details>
  );
}
