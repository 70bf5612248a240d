import { Icon } from '@city-mint/ui/icon.tsx';
import { useTranslations } from 'use-intl';
import { useAttentionStore } from '#platform/attention-store.ts';
import { Link } from '#platform/router/router.tsx';

/** The main screens. */
const TABS = [
  { to: '/index', icon: 'home', label: 'home' },
  { to: '/city', icon: 'city', label: 'city' },
  { to: '/assets', icon: 'assets', label: 'assets' },
  { to: '/earnings_aic', icon: 'earnings', label: 'earnings' },
  { to: '/my', icon: 'my', label: 'my' },
] as const;

type TabBarProps = {
  /** Shown only next to the page if there is room: on screens with a back button. */
  readonly isBeside?: boolean;
};

/** The main screens: at the bottom of a phone, next to the page if there is room. */
export function TabBar({ isBeside = false }: TabBarProps) {
  const t = useTranslations('ui.tabs');
  const attention = useAttentionStore();
  return (
    <nav
      tabIndex={-1}
      aria-label={t('label')}
      className={`tab-bar fixed inset-x-0 bottom-0 z-20 mx-auto max-w-[4.8rem] px-2 pb-[calc(0.1rem+env(safe-area-inset-bottom))] ${isBeside ? 'max-[1023px]:hidden' : ''}`}
    >
      <ul className="grid grid-cols-5 rounded-2xl border border-line bg-surface/95 p-1 shadow-float backdrop-blur-md">
        {TABS.map(({ to, icon, label }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex min-h-[0.52rem] flex-col items-center justify-center gap-0.5 rounded-xl text-tag font-medium"
              activeProps={{ className: 'bg-accent-soft text-accent-ink' }}
              inactiveProps={{ className: 'text-muted active:bg-sunken' }}
            >
              <span className="relative">
                <Icon name={icon} className="text-lg" />
                {label === 'city' && attention.city && (
                  <span className="absolute -top-0.5 -right-1.5 size-2 rounded-full bg-danger ring-2 ring-surface" />
                )}
              </span>
              {t(label)}
              {label === 'city' && attention.city && <span className="sr-only">{t('news')}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
