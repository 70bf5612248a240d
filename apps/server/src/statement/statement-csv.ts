import { csvCell } from '@city-mint/domain/csv-cell';
import type { Language } from '@city-mint/domain/languages';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { loadTexts } from '@city-mint/texts/load-texts';
import type { AccountTotals } from '#ledger/statements/queries/totals.ts';
import type { StatementTransfer } from '#ledger/statements/queries/transfers.ts';

const TEXTS = await loadTexts('statement');

export type CsvPart = {
  readonly totals: readonly AccountTotals[];
  readonly transfers: readonly StatementTransfer[];
  /** UTC milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly lang: Language;
  readonly isFirst: boolean;
  readonly isLast: boolean;
};

/** Marks the file as UTF-8 for spreadsheets. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * Returns a part of a statement as CSV: the first one begins with the headings and each account's opening balance, the
 * last one ends with the closing balances. Amounts are decimal strings in whole units, never signed; parts are
 * concatenated unchanged.
 */
export function statementCsv({ totals, transfers, from, to, lang, isFirst, isLast }: CsvPart): string {
  const texts = TEXTS[lang].statement;
  const balanceRows = (at: number, label: string, balanceOf: (account: AccountTotals) => bigint) =>
    totals.map((account) => [
      ...[new Date(at).toISOString(), account.currency, texts.accounts[account.account], label],
      ...['', '', '', formatAmount(balanceOf(account)), ''],
    ]);
  const rows = [
    ...(isFirst ? [texts.head, ...balanceRows(from, texts.opening, ({ opening }) => opening)] : []),
    ...transfers.map((transfer) => [
      ...[transfer.at.toISOString(), transfer.currency, texts.accounts[transfer.account], texts.kinds[transfer.kind]],
      ...[transfer.reference, amountOrNone(transfer.in), amountOrNone(transfer.out), formatAmount(transfer.after)],
      transfer.transferId.toString(),
    ]),
    ...(isLast ? balanceRows(to, texts.closing, ({ closing }) => closing) : []),
  ];
  return (isFirst ? BYTE_ORDER_MARK : '') + rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

function amountOrNone(amount: bigint): string {
  return amount === 0n ? '' : formatAmount(amount);
}
