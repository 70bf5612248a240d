import type { Theme } from '@city-mint/client/theme-store.ts';
import { LANGUAGE_NAMES } from '@city-mint/domain/languages';
import { SectionTitle } from '@city-mint/ui/section-title.tsx';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { NotificationRow } from '#notifications/notification-row.tsx';
import { useLanguageStore } from '#platform/i18n/language-store.ts';
import { loadStatus } from '#platform/load-status.ts';
import { navigate } from '#platform/router/router.tsx';
import { useSessionStore } from '#platform/session-store.ts';
import { chooseTheme, useThemeStore } from '#platform/theme-store.ts';
import { showToast } from '#platform/toast-store.ts';
import { disclosureQuery } from '#session/disclosure-queries.ts';
import { ensureAuthorized } from '#session/ensure-authorized.ts';
import { openPrompt } from '#session/prompt-store.ts';
import { signOut } from '#session/sign-out-flow.ts';
import { useVisitor } from '#session/use-visitor.ts';
import { askToConfirm } from '#ui/confirm-store.ts';
import { ListRow } from '#ui/list-row.tsx';
import { Page } from '#ui/page.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { LanguageSheet } from './language-sheet.tsx';
import { DisclosureSheet } from './views/disclosure-sheet.tsx';
import { ThemeRow } from './views/theme-row.tsx';
import { WalletCard } from './views/wallet-card.tsx';

/** The account screen: wallet, screens without a tab, settings, proof and explanations, sign-out. */
export function MyPage() {
  const t = useTranslations();
  const { stage, address } = useVisitor();
  const session = useSessionStore((state) => state.session);
  const theme = useThemeStore((state) => state.theme);
  const language = useLanguageStore((state) => state.language);
  const [sheet, setSheet] = useState<'language' | 'disclosure' | null>(null);
  const disclosure = useQuery({ ...disclosureQuery(language), enabled: sheet === 'disclosure' });

  const pickTheme = (next: Theme) => {
    chooseTheme(next);
    showToast(t('my.settingsDone'), 'success');
  };

  const leave = async () => {
    const question = { title: t('my.signOutTitle'), text: t('my.signOutText'), confirmLabel: t('my.signOut') };
    if (!(await askToConfirm(question))) return;
    await signOut();
    showToast(t('my.signedOut'), 'success');
  };

  const openAutoMint = async () => {
    if (await ensureAuthorized()) navigate({ to: '/city', search: { auto: 'open' } });
  };

  return (
    <Page>
      <PageHeader title={t('my.title')} />
      <WalletCard stage={stage} address={address} loginUntil={session?.expiresAt ?? null} onPrompt={openPrompt} />
      <RowGroup>
        <ListRow icon="my" title={t('my.detail')} onClick={() => navigate({ to: '/myDetail' })} />
        <ListRow icon="team" title={t('my.network')} onClick={() => navigate({ to: '/team' })} />
        <ListRow icon="record" title={t('my.leaderboards')} onClick={() => navigate({ to: '/leaderboards' })} />
      </RowGroup>
      <RowGroup>
        <ListRow icon="record" title={t('my.statement')} onClick={() => navigate({ to: '/statement' })} />
        <ListRow icon="refresh" title={t('my.machine')} onClick={() => navigate({ to: '/machine' })} />
        <ListRow icon="city" title={t('my.autoMint')} onClick={() => void openAutoMint()} />
        <ListRow icon="swap" title={t('my.swap')} onClick={() => navigate({ to: '/swap' })} />
      </RowGroup>
      <RowGroup title={t('my.settings')}>
        <ListRow
          icon="globe"
          title={t('my.language')}
          value={LANGUAGE_NAMES[language]}
          onClick={() => setSheet('language')}
        />
        <ThemeRow theme={theme} onChange={pickTheme} />
        <NotificationRow />
      </RowGroup>
      <RowGroup title={t('my.about')}>
        <ListRow icon="shield" title={t('my.proof')} onClick={() => navigate({ to: '/proof' })} />
        <ListRow icon="alert" title={t('my.disclosure')} onClick={() => setSheet('disclosure')} />
        <ListRow icon="info" title={t('my.questions')} onClick={() => navigate({ to: '/question' })} />
        <ListRow icon="external" title={t('my.licences')} href="/licences.txt" />
      </RowGroup>
      {session !== null && (
        <RowGroup>
          <ListRow icon="power" title={t('my.signOut')} onClick={() => void leave()} />
        </RowGroup>
      )}
      <LanguageSheet open={sheet === 'language'} onClose={() => setSheet(null)} />
      <DisclosureSheet
        open={sheet === 'disclosure'}
        disclosure={loadStatus(disclosure)}
        onRetry={() => void disclosure.refetch()}
        onClose={() => setSheet(null)}
      />
    </Page>
  );
}

function RowGroup({ title, children }: { readonly title?: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-col gap-2.5">
      {title !== undefined && <SectionTitle>{title}</SectionTitle>}
      <div className="divide-y divide-line overflow-hidden rounded-xl bg-surface shadow-card">{children}</div>
    </div>
  );
}
