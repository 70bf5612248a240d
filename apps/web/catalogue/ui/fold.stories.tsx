import type { Stories } from '@city-mint/ui/catalogue/stories.ts';
import { useTranslations } from 'use-intl';
import { Fold } from '#ui/fold.tsx';
import { FoldOnDemand } from '#ui/fold-on-demand.tsx';

type SampleProps = { readonly kind: 'card' | 'line'; readonly open: boolean; readonly part?: typeof FoldOnDemand };

function Sample({ kind, open, part: Part = Fold }: SampleProps) {
  const t = useTranslations('assets');
  return (
    <Part kind={kind} open={open} title={t('totalValue')} className="rounded-xl bg-surface">
      <p className="p-4 text-sm">{t('onChainText')}</p>
    </Part>
  );
}

export const stories: Stories = {
  closed: () => <Sample kind="card" open={false} />,
  open: () => <Sample kind="card" open />,
  onDemand: () => <Sample kind="card" open part={FoldOnDemand} />,
  line: () => <Sample kind="line" open />,
};
