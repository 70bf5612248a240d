import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { KeyValues } from '@city-mint/ui/key-values.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { AddressText } from '#ui/address-text.tsx';
import type { HeadVerdict } from '../judge-head.ts';

type JournalCardProps = {
  readonly head: NonNullable<ReplyOf<'GET /api/app/proof'>['head']>;
  readonly verdict: HeadVerdict;
  /** How many nodes of the chain stated the contract's hash. */
  readonly nodes: number;
  /** What a stranger runs to verify all entries since. */
  readonly command: string;
};

const TEXTS = { agrees: 'onChain', pending: 'pending', unread: 'unread' } as const;
const FAULTS = { differs: 'notOnChain', 'nodes-differ': 'nodesText' } as const;

/** The newest entry of the journal on chain, whether the contract has it, and the command that verifies the rest. */
export function JournalCard({ head, verdict, nodes, command }: JournalCardProps) {
  const t = useTranslations('proof');
  return (
    <div className="flex flex-col gap-3 px-4 pb-4 text-sm">
      <KeyValues
        rows={[
          { label: t('journal.reach'), value: head.number },
          { label: t('journal.block'), value: head.blockNumber },
          { label: t('journal.at'), value: formatTime(head.anchoredAt) },
          { label: t('root'), value: <AddressText address={head.hash} /> },
        ]}
      />
      {verdict === 'differs' || verdict === 'nodes-differ' ? (
        <Notice kind="danger">{t(`check.${FAULTS[verdict]}`)}</Notice>
      ) : (
        <p className={verdict === 'agrees' ? 'text-success' : 'text-muted'}>
          {t(`check.${TEXTS[verdict]}`)} {verdict === 'agrees' && t('check.asked', { nodes })}
        </p>
      )}
      <p className="text-xs text-muted">{t('journal.run')}</p>
      <code className="break-all rounded-lg bg-sunken p-3 text-xs">{command}</code>
    </div>
  );
}
