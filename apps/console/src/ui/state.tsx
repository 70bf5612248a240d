import { RefusalError } from '@city-mint/client/refusal-error.ts';
import { Button } from '@city-mint/ui/button.tsx';
import { EmptyState } from '@city-mint/ui/empty-state.tsx';
import { SkeletonRows } from '@city-mint/ui/skeleton.tsx';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';

/** Returns what says an error in the reader's words: the server's where it answered, else that it did not. */
export function useErrorText(): (error: unknown) => string {
  const t = useTranslations('ui.state');
  return (error) => (error instanceof RefusalError && error.message !== '' ? error.message : t('noAnswer'));
}

type ErrorStateProps = {
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly isRetrying?: boolean;
};

/** What could not be read, in the server's words where it answered, and another try. */
export function ErrorState({ error, onRetry, isRetrying = false }: ErrorStateProps) {
  const t = useTranslations('ui.state');
  const textOf = useErrorText();
  return (
    <div role="alert">
      <EmptyState
        icon="plug"
        title={t('error')}
        text={textOf(error)}
        action={
          <Button kind="soft" size="small" busy={isRetrying} onClick={onRetry}>
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
  /** How often it could not be read. */
  readonly errorUpdateCount: number;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
};

type LoadedProps<Data> = {
  /** The result of `useQuery`. */
  readonly query: Read<Data>;
  /** In the shape of what comes. */
  readonly skeleton?: ReactNode;
  readonly children: (data: Data) => ReactNode;
};

/**
 * What is read: its skeleton, why it could not be read, or itself. What is read again every few seconds has no error
 * while it is: the last one stays until there is an answer, with no skeleton in between.
 */
export function Loaded<Data>({ query, skeleton, children }: LoadedProps<Data>) {
  const { data, error, errorUpdateCount, isFetching, refetch } = query;
  const [last, setLast] = useState(error);
  if (error !== null && error !== last) setLast(error);
  if (data !== undefined) return children(data);
  if (errorUpdateCount > 0) {
    return <ErrorState error={error ?? last} isRetrying={isFetching} onRetry={() => void refetch()} />;
  }
  return skeleton ?? <SkeletonRows />;
}
