import { describe, expect, test } from 'vitest';
import type { StatementTransfer } from '#ledger/statements/queries/transfers.ts';
import { taxCsv } from './tax-csv.ts';

const UNIT = 10n ** 18n;
const AT = new Date(Date.UTC(2026, 0, 2, 3, 4, 5, 600));
const HASH = `0x${'ab'.repeat(32)}`;

function transfer(change: Partial<StatementTransfer>): StatementTransfer {
  return {
    ...{ transferId: 1n, at: AT, currency: 'JU', account: 'available', kind: 'deposit', reference: '' },
    ...{ in: 0n, out: 0n, after: 0n },
    ...change,
  };
}

const PAID = `withdrawal 3 ${HASH}`;
const PAIRS = ['Sent', 'Received', 'Fee', 'Net Worth'];

/** A recharge, a join, its end in a failed round with a loss and compensation, and FMC of another round. */
const TRANSFERS = [
  transfer({ transferId: 1n, reference: `recharge ${HASH}`, in: 100n * UNIT }),
  transfer({ transferId: 2n, kind: 'join', reference: 'London', out: 40n * UNIT }),
  transfer({ transferId: 2n, kind: 'join', reference: 'London', account: 'in-rounds', in: 40n * UNIT }),
  transfer({ transferId: 3n, kind: 'principal-return', reference: 'London', in: 39n * UNIT }),
  transfer({ transferId: 3n, kind: 'principal-return', reference: 'London', account: 'in-rounds', out: 39n * UNIT }),
  transfer({ transferId: 3n, kind: 'loss', reference: 'London', account: 'in-rounds', out: UNIT }),
  transfer({ transferId: 4n, kind: 'compensation', reference: 'London', in: UNIT / 2n }),
  transfer({ transferId: 5n, kind: 'mint', currency: 'FMC', reference: 'Rome, "1"', in: 3n * UNIT + 1n }),
  transfer({ transferId: 6n, kind: 'withdrawal-request', out: 5n * UNIT }),
  transfer({ transferId: 6n, kind: 'withdrawal-request', account: 'withdrawing', in: 5n * UNIT }),
  transfer({ transferId: 7n, kind: 'withdrawal-done', account: 'withdrawing', reference: PAID, out: 5n * UNIT }),
];

/** Returns the cells of each row after the headings; a quoted cell is replaced. */
function rowsOf(csv: string): string[][] {
  return csv
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.replaceAll(/"(?:[^"]|"")*"/g, 'quoted').split(','));
}

describe('taxCsv', () => {
  test('default: koinly has a row for each change of what the user owns, in UTC', () => {
    expect(taxCsv('koinly', { transfers: TRANSFERS, isFirst: true })).toBe(
      [
        `Date,${PAIRS.map((name) => `${name} Amount,${name} Currency`)},Label,Description,TxHash`,
        `2026-01-02 03:04:05 UTC,,,100,JU,,,,,,deposit recharge ${HASH} #1,${HASH}`,
        '2026-01-02 03:04:05 UTC,1,JU,,,,,,,lost,loss London #3,',
        '2026-01-02 03:04:05 UTC,,,0.5,JU,,,,,reward,compensation London #4,',
        '2026-01-02 03:04:05 UTC,,,3.000000000000000001,FMC,,,,,reward,"mint Rome, ""1"" #5",',
        `2026-01-02 03:04:05 UTC,5,JU,,,,,,,,withdrawal-done ${PAID} #7,${HASH}`,
        '',
      ].join('\r\n'),
    );
  });

  test('default: cointracking names a type for each row', () => {
    const rows = rowsOf(taxCsv('cointracking', { transfers: TRANSFERS, isFirst: true }));
    expect(rows.map(([type, buy, bought, sell, sold]) => [type, buy, bought, sell, sold].join(' ').trim())).toEqual([
      'Deposit 100 JU',
      'Lost   1 JU',
      'Other Income 0.5 JU',
      'Reward / Bonus 3.000000000000000001 FMC',
      'Withdrawal   5 JU',
    ]);
    expect(rows.every((cells) => cells.length === 12)).toBe(true);
  });

  test('behavior: two equal transfers are two different rows', () => {
    const reward = { kind: 'reward', reference: 'Rome 1-3', in: UNIT } as const;
    const transfers = [transfer({ ...reward, transferId: 8n }), transfer({ ...reward, transferId: 9n })];
    for (const program of ['koinly', 'cointracking'] as const) {
      const rows = taxCsv(program, { transfers, isFirst: false }).trimEnd().split('\r\n');
      expect(new Set(rows).size).toBe(2);
    }
  });

  test('behavior: a payout to an operator is income, a payment booked later a withdrawal', () => {
    const transfers = [
      transfer({ kind: 'operator-payout', account: 'withdrawing', reference: 'withdrawal 4', in: 2n * UNIT }),
      transfer({ transferId: 2n, kind: 'unknown-payment', reference: `payment ${HASH}`, out: UNIT }),
    ];
    const rows = rowsOf(taxCsv('cointracking', { transfers, isFirst: true }));
    expect(rows.map(([type, buy, , sell]) => [type, buy, sell])).toEqual([
      ['Income', '2', ''],
      ['Withdrawal', '', '1'],
    ]);
  });

  test.each(['koinly', 'cointracking'] as const)('default: parts of %s can be concatenated', (program) => {
    const [first = '', second = ''] = [TRANSFERS.slice(0, 3), TRANSFERS.slice(3)].map((transfers, index) =>
      taxCsv(program, { transfers, isFirst: index === 0 }),
    );
    expect(first + second).toBe(taxCsv(program, { transfers: TRANSFERS, isFirst: true }));
  });
});
