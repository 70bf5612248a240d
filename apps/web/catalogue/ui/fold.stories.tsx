import type { Stories } from '@city-mint/ui/catalogue/stories.ts';
import { useTranslations } from 'use-intl';
import { Fold } from '#ui/fold.tsx';

function Sample({ kind, open }: { readonly kind: 'card' | 'line'; readonly open: boolean }) {
  const t = useTranslations('assets');
  return (
    <Fold kind={kind} open={open} title={t('totalValue')} className="rounded-xl bg-surface">
      <p className="p-4 text-sm">{t('onChainText')}</p>
    </Fold>
  );
}

export const stories: Stories = {
  closed: () => <Sample kind="card" open={false} />,
  open: () => <Sample kind="card" open />,
  line: () => <Sample kind="line" open />,
};
