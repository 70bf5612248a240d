import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { useTranslations } from 'use-intl';
import { formatDuration } from '#platform/format.ts';
import { useLanguage } from '#platform/language-store.ts';
import { Money } from '#ui/money.tsx';
import { Facts } from '#ui/panel.tsx';
import { Time } from '#ui/time.tsx';

type VaultWindowsProps = { readonly vault: ReplyOf<'POST /api/ops/chain'>['vault'] };

/** The amount per currency that the vault's contract still pays in its window, independent of the system's limits. */
export function VaultWindows({ vault }: VaultWindowsProps) {
  const t = useTranslations('withdrawals.vault');
  const { language } = useLanguage();
  return (
    <section aria-label={t('title')} className="flex flex-col gap-2 border-line border-t pt-3">
      <h3 className="font-semibold text-sm">{t('title')}</h3>
      {vault === null ? (
        <p className="text-muted text-sm">{t('unread')}</p>
      ) : (
        <>
          <Facts
            facts={vault.tokens.map(({ currency, windowLeft, windowCap, windowSeconds }) => ({
              label: t('window', { currency, length: formatDuration(windowSeconds * 1_000, language) }),
              value: (
                <>
                  <Money value={windowLeft} unit={currency} />
                  <span className="block text-muted text-xs">
                    {t('of')} <Money value={windowCap} unit={currency} />
                  </span>
                </>
              ),
            }))}
          />
          <p className="text-muted text-xs">
            {t('readAt')} <Time time={vault.readAt} />
          </p>
        </>
      )}
    </section>
  );
}
