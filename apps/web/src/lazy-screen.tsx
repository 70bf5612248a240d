import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { reloadIfReachable } from '#platform/reload-page.ts';
import { preloadPrompts } from '#session/session-region.tsx';
import { preloadConfirm } from '#ui/confirm.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Page } from '#ui/page.tsx';
import { preloadSheet } from '#ui/sheet.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

/** A screen whose code is fetched on demand. `preload` fetches it; it resolves also when that fails. */
export type LazyScreen = (() => ReactNode) & { readonly preload: () => Promise<void> };

/** The code of a screen: null until it has been fetched. */
type ScreenCode = { component: ComponentType | null; readonly fetch: () => Promise<void> };

const screens: LazyScreen[] = [];

/**
 * Returns a screen whose code is fetched when it is opened, or before. When it cannot be fetched, the screen says so
 * and offers to try again; the document is reloaded only where it can be, because offline that would leave the page.
 */
export function lazyScreen(load: () => Promise<ComponentType>): LazyScreen {
  const code: ScreenCode = {
    component: null,
    async fetch() {
      code.component = await load();
    },
  };
  const preload = () => code.fetch().catch(() => undefined);
  const screen = Object.assign(() => <Screen code={code} />, { preload });
  screens.push(screen);
  return screen;
}

function Screen({ code }: { readonly code: ScreenCode }) {
  const t = useTranslations('ui');
  const [error, setError] = useState<unknown>(null);
  const [, setIsLoaded] = useState(false);
  const tryAgain = () => {
    setError(null);
    code.fetch().then(() => setIsLoaded(true), setError);
  };
  const tryAgainOrReload = async () => {
    setError(null);
    try {
      await code.fetch();
      setIsLoaded(true);
    } catch (failure) {
      // A browser remembers a module that it could not fetch until the next document.
      if (!(await reloadIfReachable())) setError(failure);
    }
  };
  const fetchOnce = useEffectEvent(() => {
    if (code.component === null) tryAgain();
  });
  useEffect(() => fetchOnce(), []);
  if (code.component !== null) return <code.component />;
  return (
    <Page>
      {error === null ? (
        <Skeleton className="mt-4 h-[3.1rem] w-full rounded-2xl" />
      ) : (
        <>
          <h1 className="sr-only">{t('errorTitle')}</h1>
          <ErrorState error={error} onRetry={() => void tryAgainOrReload()} />
        </>
      )}
    </Page>
  );
}

const PRELOAD_AFTER_MS = 4_000;

/**
 * Fetches the code of all screens, sheets and prompts, one after the other, once the first screen has been shown for a
 * while: they then open without a network. Not on a connection that saves data. Call once at start.
 */
export function preloadScreens(): void {
  const connection: unknown = Reflect.get(navigator, 'connection');
  if (typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true) return;
  setTimeout(async () => {
    for (const preload of [preloadSheet, preloadPrompts, preloadConfirm, ...screens.map((screen) => screen.preload)]) {
      await preload();
    }
  }, PRELOAD_AFTER_MS);
}
