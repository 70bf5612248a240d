import type { TaxProgram } from '@city-mint/api-contract/statement/tax-programs';
import { csvCell } from '@city-mint/domain/csv-cell';
import type { Currency } from '@city-mint/domain/ledger/currencies';
import type { StatementKind } from '@city-mint/domain/ledger/statement-kinds';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import type { StatementTransfer } from '#ledger/statements/queries/transfers.ts';

/** What a transfer changed of all that a user owns; transfers between the user's own accounts change nothing. */
type Change = {
  readonly id: bigint;
  readonly at: Date;
  readonly currency: Currency;
  readonly kind: StatementKind;
  readonly reference: string;
  /** Base units; negative for what left. */
  readonly amount: bigint;
};

type Program = {
  readonly head: readonly string[];
  readonly row: (change: Change) => readonly string[];
};

/**
 * Names of a kind in the two programs; a kind without names is a deposit or a withdrawal. They are the labels and types
 * of which the programs' own descriptions of their imports speak; what is taxed is for the reader to decide there.
 */
const NAMES: Partial<Record<StatementKind, { readonly koinly: string; readonly coinTracking: string }>> = {
  'mint-fee': { koinly: 'cost', coinTracking: 'Other Fee' },
  loss: { koinly: 'lost', coinTracking: 'Lost' },
  reward: { koinly: 'reward', coinTracking: 'Reward / Bonus' },
  compensation: { koinly: 'reward', coinTracking: 'Other Income' },
  mint: { koinly: 'reward', coinTracking: 'Reward / Bonus' },
  distribute: { koinly: 'reward', coinTracking: 'Reward / Bonus' },
  'hash-rate-output': { koinly: 'mining', coinTracking: 'Mining' },
  'node-output': { koinly: 'reward', coinTracking: 'Reward / Bonus' },
  'level-output': { koinly: 'reward', coinTracking: 'Reward / Bonus' },
  split: { koinly: 'reward', coinTracking: 'Reward / Bonus' },
  'operator-payout': { koinly: 'income', coinTracking: 'Income' },
};

/** The universal template of https://support.koinly.io/en/articles/9489976, and CoinTracking's columns of an import. */
const PROGRAMS: Readonly<Record<TaxProgram, Program>> = {
  koinly: {
    head: [
      ...['Date', 'Sent Amount', 'Sent Currency', 'Received Amount', 'Received Currency', 'Fee Amount', 'Fee Currency'],
      ...['Net Worth Amount', 'Net Worth Currency', 'Label', 'Description', 'TxHash'],
    ],
    row: (change) => [
      ...[`${timeText(change.at)} UTC`, ...sent(change), ...received(change), '', '', '', ''],
      ...[NAMES[change.kind]?.koinly ?? '', describe(change), hashIn(change)],
    ],
  },
  cointracking: {
    head: [
      ...['Type', 'Buy Amount', 'Buy Currency', 'Sell Amount', 'Sell Currency', 'Fee', 'Fee Currency', 'Exchange'],
      ...['Trade-Group', 'Comment', 'Date', 'Tx-ID'],
    ],
    row: (change) => [
      NAMES[change.kind]?.coinTracking ?? (change.amount > 0n ? 'Deposit' : 'Withdrawal'),
      ...[...received(change), ...sent(change), '', '', 'City Mint', ''],
      ...[describe(change), timeText(change.at), hashIn(change)],
    ],
  },
};

type Sum = Pick<Change, 'amount' | 'currency'>;

function received({ amount, currency }: Sum): readonly string[] {
  return amount > 0n ? [formatAmount(amount), currency] : ['', ''];
}

function sent({ amount, currency }: Sum): readonly string[] {
  return received({ amount: -amount, currency });
}

/**
 * Returns a part of a statement as the CSV that a tax program imports, one row for each change of what the user owns:
 * times in UTC, exact amounts in whole units. The first part begins with the headings; parts are concatenated
 * unchanged.
 */
export function taxCsv(
  program: TaxProgram,
  { transfers, isFirst }: { readonly transfers: readonly StatementTransfer[]; readonly isFirst: boolean },
): string {
  const { head, row } = PROGRAMS[program];
  const rows = [...(isFirst ? [head] : []), ...changesOf(transfers).map(row)];
  return rows.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

/** Returns what is left of each transfer after the sum over the user's accounts, in posting order, without zeros. */
function changesOf(transfers: readonly StatementTransfer[]): Change[] {
  const changes = new Map<string, Change>();
  for (const transfer of transfers) {
    const { transferId: id, at, currency, kind, reference } = transfer;
    const key = `${id} ${kind} ${currency}`;
    const amount = (changes.get(key)?.amount ?? 0n) + transfer.in - transfer.out;
    changes.set(key, { id, at, currency, kind, reference, amount });
  }
  return [...changes.values()].filter(({ amount }) => amount !== 0n);
}

function timeText(at: Date): string {
  return at.toISOString().slice(0, 'YYYY-MM-DD HH:mm:ss'.length).replace('T', ' ');
}

/** With the transfer's id: the programs would take two equal rows for the same one. */
function describe({ id, kind, reference }: Change): string {
  return `${kind}${reference === '' ? '' : ` ${reference}`} #${id}`;
}

/** Returns the transaction on the chain that a reference names, by which the programs find the wallet's side. */
function hashIn({ reference }: Change): string {
  return /\b0x[0-9a-f]{64}\b/.exec(reference)?.[0] ?? '';
}
