import { describe, expect, test } from 'vitest';
import type { AccountTotals } from '#ledger/statements/queries/totals.ts';
import type { StatementTransfer } from '#ledger/statements/queries/transfers.ts';
import { type CsvPart, statementCsv } from './statement-csv.ts';
import { currenciesOnWire } from './wire.ts';

const UNIT = 10n ** 18n;
const FROM = Date.UTC(2026, 0, 1);
const TO = Date.UTC(2026, 1, 1);

const available: AccountTotals = {
  currency: 'JU',
  account: 'available',
  opening: 100n * UNIT,
  closing: 125n * UNIT,
  kinds: [
    { kind: 'deposit', in: 50n * UNIT, out: 0n, count: 2 },
    { kind: 'join', in: 0n, out: 40n * UNIT, count: 1 },
    { kind: 'reward', in: 15n * UNIT, out: 0n, count: 3 },
  ],
};
const inRounds: AccountTotals = {
  currency: 'JU',
  account: 'in-rounds',
  opening: 0n,
  closing: 38n * UNIT,
  kinds: [
    { kind: 'join', in: 40n * UNIT, out: 0n, count: 1 },
    { kind: 'mint-fee', in: 0n, out: 2n * UNIT, count: 1 },
  ],
};
const join: StatementTransfer = {
  transferId: 7n,
  at: new Date(FROM + 1_500),
  currency: 'JU',
  account: 'available',
  kind: 'join',
  reference: 'London, "phase 1"',
  in: 0n,
  out: 40n * UNIT,
  after: 60n * UNIT,
};
const part: CsvPart = {
  totals: [available],
  transfers: [join],
  from: FROM,
  to: TO,
  lang: 'en',
  isFirst: true,
  isLast: true,
};
const BYTE_ORDER_MARK = '\ufeff';
const OPENING = '2026-01-01T00:00:00.000Z,JU,Available,Opening balance,,,,100,\r\n';
const ROW = '2026-01-01T00:00:01.500Z,JU,Available,Joined a round,"London, ""phase 1""",,40,60,7\r\n';
const CLOSING = '2026-02-01T00:00:00.000Z,JU,Available,Closing balance,,,,125,\r\n';

describe('statementCsv', () => {
  test('default: headings, opening balance, transfers, closing balance', () => {
    const headings = 'Time (UTC),Currency,Account,Type,Reference,In,Out,Balance after,Transfer\r\n';
    expect(statementCsv(part)).toBe(`${BYTE_ORDER_MARK}${headings}${OPENING}${ROW}${CLOSING}`);
  });

  test('behavior: concatenated parts make the whole', () => {
    const first = statementCsv({ ...part, isLast: false });
    const middle = statementCsv({ ...part, isFirst: false, isLast: false });
    const last = statementCsv({ ...part, transfers: [], isFirst: false });
    expect(middle).toBe(ROW);
    expect(last).toBe(CLOSING);
    expect(first + last).toBe(statementCsv(part));
  });

  test('behavior: without transfers the balances remain', () => {
    expect(statementCsv({ ...part, transfers: [] })).toContain(`${OPENING}${CLOSING}`);
    expect(statementCsv({ ...part, totals: [], transfers: [], isFirst: false })).toBe('');
  });

  test('behavior: every row has as many cells as the headings', () => {
    const rows = statementCsv({ ...part, transfers: [{ ...join, reference: 'none' }] }).trimEnd();
    expect(rows.split('\r\n').map((row) => row.split(',').length)).toEqual([9, 9, 9, 9]);
  });

  test('behavior: uses Chinese for its readers, and marks a formula as text', () => {
    const csv = statementCsv({ ...part, lang: 'zhHK', transfers: [{ ...join, reference: '=1+1' }] });
    expect(csv).toContain('期初結餘');
    expect(csv).toContain(`,參與鑄造,"'=1+1",`);
  });
});

describe('currenciesOnWire', () => {
  test('default: by currency, and within it by account', () => {
    const [ju, fmc] = currenciesOnWire([available, inRounds]);
    expect(ju).toMatchObject({ currency: 'JU', opening: '100', closing: '163' });
    expect(ju?.accounts.map(({ account, opening, closing }) => [account, opening, closing])).toEqual([
      ['available', '100', '125'],
      ['in-rounds', '0', '38'],
    ]);
    expect(fmc).toEqual({
      currency: 'FMC',
      opening: '0',
      in: '0',
      out: '0',
      closing: '0',
      movements: [],
      accounts: [],
    });
  });

  test('behavior: a transfer between accounts cancels out in the currency, not in its accounts', () => {
    const [ju] = currenciesOnWire([available, inRounds]);
    expect(ju?.movements).toEqual([
      { kind: 'deposit', in: '50', out: '0', count: 2 },
      { kind: 'reward', in: '15', out: '0', count: 3 },
      { kind: 'mint-fee', in: '0', out: '2', count: 1 },
    ]);
    expect([ju?.in, ju?.out]).toEqual(['65', '2']);
    expect(ju?.accounts[0]).toMatchObject({ in: '65', out: '40' });
    expect(ju?.accounts[1]).toMatchObject({ in: '40', out: '2' });
  });
});
