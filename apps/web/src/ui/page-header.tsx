import { IconButton } from '@city-mint/ui/icon-button.tsx';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { goTo } from '#platform/router/location.ts';
import { useCanGoBack } from '#platform/router/router.tsx';
import { useScreenTitle } from './use-screen-title.ts';

type PageHeaderProps = {
  readonly title: string;
  /**
   * Target of the back button when the screen was opened directly; without it there is no back button (screens of the
   * tab bar).
   */
  readonly backTo?: string;
  readonly aside?: ReactNode;
};

/** The heading of a screen, its only `h1`. */
export function PageHeader({ title, backTo, aside }: PageHeaderProps) {
  const t = useTranslations('ui');
  const canGoBack = useCanGoBack();
  const goBack = () => {
    if (canGoBack) history.back();
    else if (backTo !== undefined) goTo(backTo);
  };
  const heading = useScreenTitle(title);
  const isTop = backTo === undefined;
  return (
    <header className="sticky top-(--bar-height) z-10 -mx-4 flex min-h-[0.56rem] flex-wrap items-center gap-x-1 bg-page px-4 pt-[env(safe-area-inset-top)]">
      {!isTop && <IconButton icon="back" label={t('back')} onClick={goBack} className="-ml-3" />}
      <h1
        ref={heading}
        tabIndex={-1}
        className={`flex-1 py-1 outline-none font-display font-semibold ${isTop ? 'text-2xl' : 'text-lg'}`}
      >
        {title}
      </h1>
      {aside}
    </header>
  );
}
