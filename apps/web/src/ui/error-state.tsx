import { RefusalError } from '@city-mint/client/refusal-error.ts';
import { Button } from '@city-mint/ui/button.tsx';
import { EmptyState } from '@city-mint/ui/empty-state.tsx';
import { useTranslations } from 'use-intl';
import { isOffline } from '#platform/connection-store.ts';
import { useAutoRetry } from './auto-retry.ts';

/**
 * Shown after a failed fetch: the text of the server's refusal, of a network error or of a device without a network,
 * what remains valid, a retry button, and the time of the automatic retry.
 */
export function ErrorState({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const t = useTranslations('ui');
  const seconds = useAutoRetry(error, onRetry);
  const isDeviceOffline = !(error instanceof RefusalError) && isOffline();
  return (
    <div>
      <div role="alert">
        <EmptyState
          icon="plug"
          title={isDeviceOffline ? t('offline') : t('errorTitle')}
          text={isDeviceOffline ? t('offlineShows') : textOf(error) || t('networkError')}
          action={
            <Button kind="soft" size="small" onClick={onRetry}>
              {t('retry')}
            </Button>
          }
        />
      </div>
      {/* Outside the alert, which would otherwise be read out every second. */}
      {seconds > 0 && (
        <p className="-mt-7 pb-4 text-center text-xs text-muted figures">
          {t('errorSafe')} {t('pending.retryIn', { seconds })}
        </p>
      )}
    </div>
  );
}

function textOf(error: unknown): string {
  return error instanceof RefusalError ? error.message : '';
}
