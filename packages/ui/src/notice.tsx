import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

export type NoticeKind = 'info' | 'success' | 'pending' | 'danger';

const KINDS: Record<NoticeKind, { readonly icon: IconName; readonly colours: string }> = {
  info: { icon: 'info', colours: 'bg-sunken text-ink' },
  success: { icon: 'check', colours: 'bg-success-soft text-success' },
  pending: { icon: 'clock', colours: 'bg-pending-soft text-pending' },
  danger: { icon: 'alert', colours: 'bg-danger-soft text-danger' },
};

/** Something the user should know before going on. */
export function Notice({ kind = 'info', children }: { readonly kind?: NoticeKind; readonly children: ReactNode }) {
  return (
    <div className={`flex gap-2.5 rounded-lg px-3.5 py-3 text-sm ${KINDS[kind].colours}`}>
      <Icon name={KINDS[kind].icon} className="mt-px" />
      <div className="min-w-0 flex-1 break-words">{children}</div>
    </div>
  );
}
