import { useTranslations } from 'use-intl';
import { CrashBoundary } from '#platform/router/crash-boundary.tsx';
import { Outlet, usePath } from '#platform/router/router.tsx';
import { SessionRegion } from '#session/session-region.tsx';
import { ConfirmRegion } from '#ui/confirm.tsx';
import { ConnectionBar } from '#ui/connection-bar.tsx';
import { LoadingOverlay } from '#ui/loading-overlay.tsx';
import { TabBar } from '#ui/tab-bar.tsx';
import { ToastRegion } from '#ui/toast.tsx';
import { CrashPage } from './crash-page.tsx';
import { lazyScreen } from './lazy-screen.tsx';
import { LiveLoader } from './live-loader.tsx';

/** The screens of the tab bar; others have a back button, and the bar only if it fits next to the page. */
const TAB_PATHS: readonly string[] = ['/index', '/city', '/assets', '/earnings_aic', '/my'];

const NotFoundPage = lazyScreen(['missing'], async () => (await import('./not-found-page.tsx')).NotFoundPage);

/** The frame of every screen: tab bar, prompts, overlay and toasts. */
export function RootPage() {
  const t = useTranslations('ui');
  const path = usePath();
  const isBeside = !TAB_PATHS.includes(path);
  return (
    <>
      <button
        type="button"
        className={`skip ${isBeside ? 'max-[1023px]:hidden' : ''}`}
        onClick={() => document.querySelector<HTMLElement>('.tab-bar')?.focus()}
      >
        {t('skip')}
      </button>
      <ConnectionBar />
      <CrashBoundary screen={path} fallback={<CrashPage />}>
        <Outlet notFound={<NotFoundPage />} />
      </CrashBoundary>
      <TabBar isBeside={isBeside} />
      <LiveLoader />
      <SessionRegion />
      <ConfirmRegion />
      <LoadingOverlay />
      <ToastRegion />
    </>
  );
}
