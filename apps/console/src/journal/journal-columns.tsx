import { shortHash } from '@city-mint/client/format.ts';
import type { useTranslations } from 'use-intl';
import { CopyButton } from '#ui/copy-button.tsx';
import { Money } from '#ui/money.tsx';
import type { TableColumn } from '#ui/table-column.ts';
import { Time } from '#ui/time.tsx';
import type { AnchorRow, EntryRow, TreeRow } from './journal-queries.ts';

type Texts = ReturnType<typeof useTranslations<'journal'>>;

const isoOf = (time: number | null) => (time === null ? '' : new Date(time).toISOString());

function Hash({ hash }: { readonly hash: string }) {
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap font-mono" title={hash} translate="no">
      {shortHash(hash)}
      <CopyButton text={hash} />
    </span>
  );
}

/** Returns the columns of entries of the journal. */
export function entryColumns(t: Texts): readonly TableColumn<EntryRow>[] {
  return [
    { id: 'number', heading: t('number'), isFixed: true, cell: ({ number }) => number, text: ({ number }) => number },
    {
      ...{ id: 'range', heading: t('range') },
      cell: ({ firstTransferId, lastTransferId }) => `${firstTransferId}–${lastTransferId}`,
      text: ({ firstTransferId, lastTransferId }) => `${firstTransferId}-${lastTransferId}`,
    },
    {
      ...{ id: 'transfers', heading: t('transfers'), align: 'right' },
      cell: ({ transfers }) => transfers,
      text: ({ transfers }) => String(transfers),
    },
    { id: 'hash', heading: t('hash'), cell: ({ hash }) => <Hash hash={hash} />, text: ({ hash }) => hash },
    {
      ...{ id: 'sealedAt', heading: t('sealedAt') },
      cell: ({ sealedAt }) => <Time time={sealedAt} />,
      text: ({ sealedAt }) => isoOf(sealedAt),
    },
  ];
}

/** Returns the columns of roots on their way into the contract. */
export function anchorColumns(t: Texts): readonly TableColumn<AnchorRow>[] {
  return [
    { id: 'kind', heading: t('kind'), isFixed: true, cell: ({ kind }) => t(`kinds.${kind}`), text: ({ kind }) => kind },
    { id: 'subject', heading: t('subject'), cell: ({ subject }) => subject, text: ({ subject }) => subject },
    { id: 'root', heading: t('root'), cell: ({ root }) => <Hash hash={root} />, text: ({ root }) => root },
    { id: 'state', heading: t('state'), cell: ({ state }) => t(`states.${state}`), text: ({ state }) => state },
    {
      ...{ id: 'tx', heading: t('transaction') },
      cell: ({ txHash }) => txHash !== null && <Hash hash={txHash} />,
      text: ({ txHash }) => txHash ?? '',
    },
    {
      ...{ id: 'block', heading: t('block') },
      cell: ({ blockNumber }) => blockNumber,
      text: ({ blockNumber }) => blockNumber ?? '',
    },
    {
      ...{ id: 'madeAt', heading: t('madeAt') },
      cell: ({ madeAt }) => <Time time={madeAt} />,
      text: ({ madeAt }) => isoOf(madeAt),
    },
    {
      ...{ id: 'finalAt', heading: t('finalAt') },
      cell: ({ finalAt }) => finalAt !== null && <Time time={finalAt} />,
      text: ({ finalAt }) => isoOf(finalAt),
    },
    {
      ...{ id: 'error', heading: t('error'), isExtra: true },
      cell: ({ lastError }) => lastError,
      text: ({ lastError }) => lastError ?? '',
    },
  ];
}

/** Returns the columns of trees over all that is owed. */
export function treeColumns(t: Texts): readonly TableColumn<TreeRow>[] {
  return [
    { id: 'number', heading: t('number'), cell: ({ treeId }) => treeId, text: ({ treeId }) => treeId },
    {
      ...{ id: 'total', heading: t('owed'), align: 'right', isFixed: true },
      cell: ({ total, currency }) => <Money value={total} unit={currency} />,
      text: ({ total, currency }) => `${total} ${currency}`,
    },
    {
      ...{ id: 'vault', heading: t('held'), align: 'right' },
      cell: ({ vaultBalance, currency }) => <Money value={vaultBalance} unit={currency} />,
      text: ({ vaultBalance, currency }) => `${vaultBalance} ${currency}`,
    },
    {
      ...{ id: 'leaves', heading: t('leaves'), align: 'right' },
      cell: ({ leaves }) => leaves,
      text: ({ leaves }) => String(leaves),
    },
    { id: 'block', heading: t('block'), cell: (row) => row.blockNumber, text: (row) => row.blockNumber },
    { id: 'root', heading: t('root'), cell: ({ root }) => <Hash hash={root} />, text: ({ root }) => root },
    {
      ...{ id: 'state', heading: t('state') },
      cell: ({ anchoring }) => t(`states.${anchoring.state}`),
      text: ({ anchoring }) => anchoring.state,
    },
    {
      ...{ id: 'madeAt', heading: t('madeAt') },
      cell: ({ madeAt }) => <Time time={madeAt} />,
      text: ({ madeAt }) => isoOf(madeAt),
    },
  ];
}
