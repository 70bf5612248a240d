import { CoinMark } from '@city-mint/ui/icon.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { Link, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useReleaseStore } from '#platform/release-store.ts';
import { RoomLinks } from './room-links.tsx';
import { TopBar } from './top-bar.tsx';

/** The frame of every page: the rooms on the left, the operator at the top, the page itself. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const t = useTranslations('shell');
  const main = useFocusOnNewPage();
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[2.16rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="sr-only z-10 rounded-md bg-surface px-3 py-2 focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      >
        {t('skip')}
      </a>
      <div className="border-line border-b bg-surface lg:sticky lg:top-0 lg:h-dvh lg:overflow-y-auto lg:border-r lg:border-b-0">
        <RoomLinks
          home={
            <Link to="/" className="hidden items-center gap-2 px-1 pt-2 text-accent-ink lg:flex">
              <CoinMark className="size-7" />
              <span className="font-display font-semibold text-base text-ink">{t('product')}</span>
            </Link>
          }
        />
      </div>
      <div className="flex min-w-0 flex-col">
        <TopBar />
        <NewRelease />
        <main id="main" ref={main} tabIndex={-1} className="min-w-0 flex-1 px-4 pt-4 pb-10 outline-none lg:px-6">
          {children}
        </main>
      </div>
    </div>
  );
}

/** Says that the server has a newer console, and offers to load it: by choice, since a reload loses unsent entries. */
function NewRelease() {
  const t = useTranslations('shell');
  const { isReplaced } = useReleaseStore();
  return (
    <div role="status" className={isReplaced ? 'px-4 pt-4 lg:px-6' : undefined}>
      {isReplaced && (
        <Notice kind="pending">
          <button type="button" className="font-medium underline" onClick={() => location.reload()}>
            {t('newRelease')}
          </button>
        </Notice>
      )}
    </div>
  );
}

/** Moves the focus to a newly opened page, so that keyboard and screen reader start there. */
function useFocusOnNewPage() {
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    main.current?.focus({ preventScroll: true });
  }, [path]);
  return main;
}
