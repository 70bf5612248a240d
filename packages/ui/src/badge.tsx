import type { ReactNode } from 'react';

export type BadgeKind = 'neutral' | 'success' | 'pending' | 'danger' | 'accent';

const KINDS: Record<BadgeKind, string> = {
  neutral: 'bg-sunken text-muted',
  success: 'bg-success-soft text-success',
  pending: 'bg-pending-soft text-pending',
  danger: 'bg-danger-soft text-danger',
  accent: 'bg-accent text-on-accent',
};

/** A state in one word. The colour only repeats the word. */
export function Badge({ kind = 'neutral', children }: { readonly kind?: BadgeKind; readonly children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap ${KINDS[kind]}`}
    >
      {children}
    </span>
  );
}
