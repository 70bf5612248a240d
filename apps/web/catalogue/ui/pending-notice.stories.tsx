import type { Stories } from '@city-mint/ui/catalogue/stories.ts';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { usePendingRetries } from '#platform/pending-retries.ts';
import { PendingNotice } from '#ui/pending-notice.tsx';

const REQUEST = '3f0e7a52-8a4c-4f0e-9a59-0c8a3e1f7b21';

function Sample({ attempts }: { readonly attempts: number }) {
  const t = useTranslations('wallet.patience');
  useEffect(() => {
    const retryAt = performance.now() + 30_000;
    if (attempts > 0) usePendingRetries.setState({ [REQUEST]: { attempts, text: null, retryAt } });
    return () => usePendingRetries.setState({}, true);
  }, [attempts]);
  return <PendingNotice title={t('title')} text={t('textOnce')} requestId={REQUEST} />;
}

export const stories: Stories = {
  'first-attempt': () => <Sample attempts={0} />,
  'sent-again': () => <Sample attempts={1} />,
  contact: () => <Sample attempts={3} />,
};
