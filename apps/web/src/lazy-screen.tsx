import type { TextArea } from '@city-mint/texts/messages';
import { Skeleton } from '@city-mint/ui/skeleton.tsx';
import type { ComponentType, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { type LazyCode, lazyCode, useLazyCode } from '#platform/lazy-code.ts';
import { reloadIfReachable } from '#platform/reload-page.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { Page } from '#ui/page.tsx';

/** A screen whose code is fetched on demand. `preload` fetches it; it resolves also when that fails. */
export type LazyScreen<Search extends object> = (() => ReactNode) & {
  readonly preload: () => Promise<void>;
  /** Fetches what it needs to be shown, in the language of the page; rejects when that fails. */
  readonly fetch: () => Promise<void>;
  readonly search?: Search;
};

/**
 * Returns a screen whose code and texts are fetched when it is opened, or before. When they cannot be fetched, the
 * screen says so and offers to try again; the document is reloaded only where it can be, because offline that would
 * leave the page. `Search` is the state of the screen that is in its address, where it has any.
 */
export function lazyScreen<Search extends object = Record<never, never>>(
  areas: readonly TextArea[],
  load: () => Promise<ComponentType>,
): LazyScreen<Search> {
  const code = lazyCode(areas, load);
  return Object.assign(() => <Screen code={code} />, { preload: code.preload, fetch: code.fetch });
}

function Screen({ code }: { readonly code: LazyCode<ComponentType> }) {
  const t = useTranslations('ui');
  const status = useLazyCode(code);
  if (status.kind === 'ready') return <status.part />;
  return (
    <Page>
      {status.kind === 'loading' ? (
        <Skeleton className="mt-4 h-[3.1rem] w-full rounded-2xl" />
      ) : (
        <>
          <h1 className="sr-only">{t('errorTitle')}</h1>
          <ErrorState error={status.error} onRetry={() => void tryAgainOrReload(status.retry)} />
        </>
      )}
    </Page>
  );
}

/** A browser remembers a module that it could not fetch until the next document. */
async function tryAgainOrReload(retry: () => Promise<boolean>): Promise<void> {
  if (!(await retry())) await reloadIfReachable();
}
