import { formatAmount } from '@city-mint/domain/money/amount-text';
import type { StatementTransfer } from '#ledger/queries/list-statement-transfers.ts';
import type { AccountTotals } from '#ledger/queries/read-statement-totals.ts';
import { csvCell } from './csv-cell.ts';
import { csvTexts } from './csv-texts.ts';

export type CsvPart = {
  readonly totals: readonly AccountTotals[];
  readonly movements: readonly StatementTransfer[];
  /** UTC milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly lang: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
};

/** Tells a spreadsheet that what follows is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * A part of a statement as CSV: the first one begins with the headings and each account's opening balance, the last one ends with the closing
 * ones. Amounts are decimal strings in whole units, never signed; parts are put one after the other as they are.
 */
export function statementCsv({ totals, movements, from, to, lang, isFirst, isLast }: CsvPart): string {
  const texts = csvTexts(lang);
  const balances = (at: number, word: string, of: (account: AccountTotals) => bigint) =>
    totals.map((account) => [
      ...[new Date(at).toISOString(), account.currency, texts.accounts[account.account], word],
      ...['', '', '', formatAmount(of(account)), ''],
    ]);
  const rows = [
    ...(isFirst ? [texts.head, ...balances(from, texts.opening, ({ opening }) => opening)] : []),
    ...movements.map((movement) => [
      ...[movement.at.toISOString(), movement.currency, texts.accounts[movement.account], texts.kinds[movement.kind]],
      ...[movement.reference, amountOrNone(movement.in), amountOrNone(movement.out), formatAmount(movement.after)],
      movement.transferId.toString(),
    ]),
    ...(isLast ? balances(to, texts.closing, ({ closing }) => closing) : []),
  ];
  return (isFirst ? BYTE_ORDER_MARK : '') + rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

function amountOrNone(amount: bigint): string {
  return amount === 0n ? '' : formatAmount(amount);
}
