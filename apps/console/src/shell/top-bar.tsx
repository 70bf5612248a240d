import { shortAddress } from '@city-mint/client/format.ts';
import { Badge } from '@city-mint/ui/badge.tsx';
import { Icon } from '@city-mint/ui/icon.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useOperator } from '#session/operator-queries.ts';
import { signOut } from '#session/sign-in-flow.ts';
import { LanguageSelect, ThemeSelect } from '#ui/preferences.tsx';
import { CommandSearch } from './command-search.tsx';

/** The operator and role, language, theme, and sign-out. */
export function TopBar() {
  const t = useTranslations('shell');
  const { address, role } = useOperator();
  const queries = useQueryClient();
  return (
    <header className="flex min-h-[0.48rem] flex-wrap items-center justify-end gap-x-4 gap-y-1 border-line border-b bg-surface px-4 text-sm lg:px-6">
      <span className="mr-auto flex items-center gap-2">
        <span className="font-mono" title={address} translate="no">
          {shortAddress(address)}
        </span>
        {role !== null && <Badge kind={role === 'viewer' ? 'neutral' : 'success'}>{t(`role.${role}`)}</Badge>}
      </span>
      <CommandSearch />
      <LanguageSelect />
      <ThemeSelect />
      <button
        type="button"
        className="flex min-h-[0.36rem] items-center gap-1.5 rounded-md px-2 text-muted hover:bg-sunken hover:text-ink"
        onClick={() => {
          queries.clear();
          void signOut();
        }}
      >
        <Icon name="power" />
        {t('signOut')}
      </button>
    </header>
  );
}
