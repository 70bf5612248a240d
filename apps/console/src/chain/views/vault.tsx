import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Badge } from '@city-mint/ui/badge.tsx';
import { useTranslations } from 'use-intl';
import { formatDuration } from '#platform/format.ts';
import { useLanguage } from '#platform/language-store.ts';
import { Address } from '#ui/address.tsx';
import { Money } from '#ui/money.tsx';
import { Facts } from '#ui/panel.tsx';
import { Time } from '#ui/time.tsx';

type State = NonNullable<ReplyOf<'POST /api/ops/chain'>['vault']>;

/**
 * The vault's contract as a worker last read it: payees, paused functions, and the remaining amounts of its windows.
 */
export function Vault({ vault }: { readonly vault: State | null }) {
  const t = useTranslations('chain');
  const { language } = useLanguage();
  if (vault === null) return <p className="text-muted text-sm">{t('vaultUnread')}</p>;
  const paused = (isPaused: boolean) => (
    <Badge kind={isPaused ? 'danger' : 'success'}>{t(isPaused ? 'paused' : 'running')}</Badge>
  );
  return (
    <div className="flex flex-col gap-4">
      <Facts
        facts={[
          { label: t('address'), value: <Address address={vault.address} /> },
          { label: t('signer'), value: <Address address={vault.signer} /> },
          { label: t('auditor'), value: <Address address={vault.auditor} /> },
          { label: t('deposits'), value: paused(vault.depositsPaused) },
          { label: t('withdrawals'), value: paused(vault.withdrawalsPaused) },
          { label: t('sequence'), value: vault.lastSequence },
          { label: t('block'), value: vault.blockNumber },
          { label: t('readAt'), value: <Time time={vault.readAt} /> },
        ]}
      />
      {vault.tokens.map((token) => (
        <div key={token.currency} className="border-line border-t pt-3">
          <h3 className="mb-2 font-semibold text-sm">{token.currency}</h3>
          <Facts
            facts={[
              { label: t('accounted'), value: <Money value={token.accounted} unit={token.currency} /> },
              { label: t('windowLeft'), value: <Money value={token.windowLeft} unit={token.currency} /> },
              { label: t('windowCap'), value: <Money value={token.windowCap} unit={token.currency} /> },
              { label: t('window'), value: formatDuration(token.windowSeconds * 1_000, language) },
              { label: t('ceilingCap'), value: <Money value={token.ceilingCap} unit={token.currency} /> },
              { label: t('minimumDeposit'), value: <Money value={token.minimumDeposit} unit={token.currency} /> },
              { label: t('listed'), value: t(token.listed ? 'yes' : 'no') },
            ]}
          />
        </div>
      ))}
    </div>
  );
}
