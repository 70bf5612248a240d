import type { Stories } from '@city-mint/ui/catalogue/stories.ts';
import { ProgressRing } from '@city-mint/ui/progress-ring.tsx';
import { useTranslations } from 'use-intl';

function Ring({ bps }: { readonly bps: number }) {
  const t = useTranslations('team');
  return (
    <ProgressRing bps={bps} label={t('smallArea')} className="size-32 text-accent">
      <span className="figures">{bps / 100} %</span>
    </ProgressRing>
  );
}

export const stories: Stories = {
  empty: () => <Ring bps={0} />,
  part: () => <Ring bps={6_180} />,
  full: () => <Ring bps={10_000} />,
  'over-full': () => <Ring bps={12_000} />,
};
