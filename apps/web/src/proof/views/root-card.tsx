import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Badge, type BadgeKind } from '@city-mint/ui/badge.tsx';
import { Card } from '@city-mint/ui/card.tsx';
import { Icon } from '@city-mint/ui/icon.tsx';
import { KeyValues } from '@city-mint/ui/key-values.tsx';
import { useTranslations } from 'use-intl';
import { buildSettings } from '#platform/build-settings.ts';
import { formatTime } from '#platform/format.ts';
import { AddressText } from '#ui/address-text.tsx';
import { Amount } from '#ui/amount.tsx';

type Root = ReplyOf<'GET /api/app/proof'>['roots'][number];

const ANCHORING_KINDS: Record<Root['anchoring']['state'], BadgeKind> = {
  waiting: 'pending',
  sent: 'pending',
  final: 'success',
  superseded: 'neutral',
  conflicting: 'danger',
};

type RootCardProps = {
  readonly root: Root;
  /** The vault's current balance, read from the chain by this device; null until it is read. */
  readonly vaultNow: string | null;
};

/** One currency: the liabilities, the vault's balance, the root of the tree and its anchoring on the chain. */
export function RootCard({ root, vaultNow }: RootCardProps) {
  const t = useTranslations('proof');
  const { txHash, state } = root.anchoring;
  return (
    <Card>
      <div className="pair items-center">
        <h3 className="font-display text-lg font-semibold">{root.currency}</h3>
        <Badge kind={ANCHORING_KINDS[state]}>{t(`anchoring.${state}`)}</Badge>
      </div>
      <KeyValues
        rows={[
          { label: t('total'), value: <Amount value={root.total} unit={root.currency} />, strong: true },
          {
            label: t('atBlock', { block: root.blockNumber }),
            value: <Amount value={root.vaultBalance} unit={root.currency} />,
          },
          {
            label: t('now'),
            value: vaultNow === null ? t('reading') : <Amount value={vaultNow} unit={root.currency} />,
          },
          { label: t('leaves'), value: String(root.leaves) },
          { label: t('madeAt'), value: formatTime(root.madeAt) },
          { label: t('root'), value: <AddressText address={root.root} /> },
        ]}
      />
      {txHash !== null && buildSettings.explorerUrl !== null && (
        <a
          href={`${buildSettings.explorerUrl}/tx/${txHash}`}
          target="_blank"
          rel="noreferrer"
          className="tap mt-1 inline-flex items-center gap-1.5 text-sm font-medium text-accent-ink"
        >
          {t('transaction')}
          <Icon name="external" />
        </a>
      )}
    </Card>
  );
}
