import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { ACCOUNT_OWNERS } from '@city-mint/domain/ledger/account-kinds';
import { TRANSFER_KIND_NAMES, type TransferKind } from '@city-mint/domain/ledger/transfer-kinds';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { type EntrySide, findEntry, type LedgerEntry, listEntriesOfSource } from '#ledger/entries/queries.ts';
import type { Database } from '#platform/database/database.ts';
import { type RoundName, readRoundNames } from '#rounds/offers/queries/rounds.ts';
import { findAddresses } from '#session/queries/users.ts';

type WireTransfer = ReplyOf<'POST /api/ops/transfers/detail'>['transfer'];
export type TransferSource = WireTransfer['source']['kind'];

/** The source of each kind of transfer; a missing kind does not compile. */
const SOURCE_OF: Readonly<Record<TransferKind, TransferSource>> = {
  deposit: 'recharge',
  funding: 'funding',
  'unknown-payment': 'payment',
  'withdrawal-request': 'withdrawal',
  'withdrawal-done': 'withdrawal',
  'withdrawal-returned': 'withdrawal',
  'operator-payout': 'withdrawal',
  join: 'order',
  'principal-return': 'order',
  reward: 'order',
  compensation: 'order',
  mint: 'order',
  distribute: 'order',
  split: 'order',
  'mint-fee': 'round',
  'fee-share': 'round',
  loss: 'round',
  vest: 'round',
  'hash-rate-output': 'machine-day',
  'node-output': 'pool-day',
  'level-output': 'pool-day',
  'reserve-funding': 'reserve-funding',
};

const MOST = 100;

/** Returns the kind of source of a kind of transfer. */
export function sourceOf(kind: TransferKind): TransferSource {
  return SOURCE_OF[kind];
}

/** Returns the transfers of a source row, in their order, at most 100, amounts in whole units. */
export async function readTransfersOf(
  db: Database,
  { source, sourceId }: { readonly source: TransferSource; readonly sourceId: bigint },
): Promise<WireTransfer[]> {
  const kinds = TRANSFER_KIND_NAMES.filter((kind) => SOURCE_OF[kind] === source);
  return transfersToWire(db, await listEntriesOfSource(db, { kinds, sourceId, limit: MOST }));
}

/** Returns a transfer with the others of the same source row; undefined when there is none with this id. */
export async function readTransfer(
  db: Database,
  id: bigint,
): Promise<ReplyOf<'POST /api/ops/transfers/detail'> | undefined> {
  const entry = await findEntry(db, id);
  if (entry === undefined) return undefined;
  const [transfer] = await transfersToWire(db, [entry]);
  if (transfer === undefined) return undefined;
  const all = await readTransfersOf(db, { source: SOURCE_OF[entry.kind], sourceId: entry.sourceId });
  return { transfer, ofSameSource: all.filter(({ transferId }) => transferId !== transfer.transferId) };
}

/** Returns transfers as operators see them, with the addresses and rounds of their accounts. */
export async function transfersToWire(db: Database, entries: readonly LedgerEntry[]): Promise<WireTransfer[]> {
  const sides = entries.flatMap(({ debit, credit }) => [debit, credit]);
  const ownersOf = (kind: 'user' | 'round') => [
    ...new Set(sides.filter(({ account }) => ACCOUNT_OWNERS[account] === kind).map(({ owner }) => owner)),
  ];
  const [addressOf, names] = await Promise.all([
    findAddresses(db, ownersOf('user')),
    readRoundNames(db, ownersOf('round')),
  ]);
  const sideOf = (side: EntrySide) => ({
    account: side.account,
    owner: ownerOf(side, { addressOf, names }),
    after: formatSigned(side.after),
  });
  return entries.map((entry) => ({
    transferId: entry.id.toString(),
    at: entry.at.getTime(),
    kind: entry.kind,
    currency: entry.currency,
    amount: formatAmount(entry.amount),
    debit: sideOf(entry.debit),
    credit: sideOf(entry.credit),
    source: { kind: SOURCE_OF[entry.kind], sourceId: entry.sourceId.toString(), step: entry.step },
  }));
}

type OwnerNames = {
  readonly addressOf: (userId: bigint) => string;
  readonly names: ReadonlyMap<bigint, RoundName>;
};

function ownerOf({ account, owner }: EntrySide, { addressOf, names }: OwnerNames): WireTransfer['debit']['owner'] {
  switch (ACCOUNT_OWNERS[account]) {
    case 'user':
      return { kind: 'participant', address: addressOf(owner) };
    case 'round': {
      const name = names.get(owner);
      if (name === undefined) throw new Error(`there is no round ${owner}`);
      return { kind: 'round', roundId: owner.toString(), ...name };
    }
    case 'house':
      return null;
  }
}

/** Returns an amount of base units, which may be below zero, in whole units. */
export function formatSigned(units: bigint): string {
  return units < 0n ? `-${formatAmount(tokenAmount(-units))}` : formatAmount(tokenAmount(units));
}
