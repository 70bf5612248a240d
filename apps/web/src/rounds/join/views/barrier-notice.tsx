import { Notice } from '@city-mint/ui/notice.tsx';
import { useTranslations } from 'use-intl';
import type { JoinBarrier } from '../use-join-barrier.ts';

/** Says why joining is not possible now; renders nothing if it is. */
export function BarrierNotice({ barrier }: { readonly barrier: JoinBarrier | null }) {
  const t = useTranslations('rounds.barred');
  if (barrier === null) return null;
  return (
    <div role="status">
      <Notice kind={barrier === 'region' ? 'danger' : 'pending'}>{t(barrier)}</Notice>
    </div>
  );
}
