import { RefusalError } from '@city-mint/client/refusal-error.ts';
import type { Stories } from '@city-mint/ui/catalogue/stories.ts';
import { useTranslations } from 'use-intl';
import { ErrorState } from '#ui/error-state.tsx';

export const stories: Stories = {
  network: () => <ErrorState error={new TypeError('fetch failed')} onRetry={() => undefined} />,
  refused: function Refused() {
    const t = useTranslations('session');
    const error = new RefusalError({ error: 'forbidden', msg: t('walletChanged'), details: {} });
    return <ErrorState error={error} onRetry={() => undefined} />;
  },
};
