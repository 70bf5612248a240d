import { Button } from '@city-mint/ui/button.tsx';
import { EmptyState } from '@city-mint/ui/empty-state.tsx';
import { SkeletonRows } from '@city-mint/ui/skeleton.tsx';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { RefusedError } from '#platform/api.ts';

/** Returns what says an error in the reader's words: the server's where it answered, else that it did not. */
export function useErrorText(): (error: unknown) => string {
  const t = useTranslations('ui.state');
  return (error) => (error instanceof RefusedError && error.message !== '' ? error.message : t('noAnswer'));
}

/** What could not be read, in the server's words where it answered, and another try. */
export function ErrorState({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const t = useTranslations('ui.state');
  const textOf = useErrorText();
  return (
    <div role="alert">
      <EmptyState
        icon="plug"
        title={t('error')}
        text={textOf(error)}
        action={
          <Button kind="soft" size="small" onClick={onRetry}>
            {t('retry')}
          </Button>
        }
      />
    </div>
  );
}

type Read<Data> = {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
};

type LoadedProps<Data> = {
  /** The result of `useQuery`. */
  readonly query: Read<Data>;
  /** In the shape of what comes. */
  readonly skeleton?: ReactNode;
  readonly children: (data: Data) => ReactNode;
};

/** What is read: its skeleton, why it could not be read, or itself. */
export function Loaded<Data>({ query, skeleton, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error !== null) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return skeleton ?? <SkeletonRows />;
}
