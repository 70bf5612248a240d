import type { ReplyOf, RequestOf } from '@city-mint/api-contract/endpoints';
import { formatAmount, unitsOf } from '@city-mint/domain/money/amount-text';
import { EARNINGS_TYPE_NAMES, EARNINGS_TYPES } from '@city-mint/domain/rewards/earnings-types';
import { DAY_MS } from '@city-mint/domain/time/durations';

type Earning = ReplyOf<'POST /api/biz/aic/profits'>['items'][number];
type Statement = Extract<ReplyOf<'POST /api/app/user/statement'>, { format: 'json' }>;

/** A day of each type of earning, newest first, the last weeks of an account with a history. */
export function sampleEarnings(now: number): Earning[] {
  return Array.from({ length: 40 }, (_earning, index): Earning => {
    const type = EARNINGS_TYPE_NAMES[index % EARNINGS_TYPE_NAMES.length] ?? 'settle';
    const { currency, source, rule } = EARNINGS_TYPES[type];
    const at = now - index * 17_000_000 - 1_000;
    const isOfDay = type.endsWith('-output');
    return {
      ...{ type, currency, source, rule, at },
      stage: type === 'settle' ? 'first' : type === 'distribute' ? (index % 2 === 0 ? 'second' : 'third') : null,
      // Three machines mine the third each.
      amount: type === 'hash-rate-output' ? `${180 + index * 3}.6` : amountOf(currency, index),
      round: isOfDay ? null : { roundId: '7', city: 'Kuala Lumpur Sentral', phase: 2, number: index + 1 },
      day: isOfDay ? at - (at % DAY_MS) - DAY_MS : null,
      transferId: type === 'hash-rate-output' ? null : String(9_000 - index),
      machines: type === 'hash-rate-output' ? 3 : null,
      invitedRank: type === 'reward' ? index + 1 : null,
    };
  });
}

const amountOf = (currency: 'JU' | 'FMC', index: number) =>
  currency === 'FMC' ? `${181 + index * 3}.818181818181818181` : `0.${index + 11}`;

/** Returns the figures that lead to a pool's payment of this amount. */
export function poolDayOf(amount: string): ReplyOf<'POST /api/biz/profit/poolDay'> {
  const times = (count: bigint) => formatAmount(unitsOf(amount) * count);
  return {
    ...{ left: times(30n), fees: times(10n), releaseBps: 1_000, release: times(4n) },
    ...{ rankWeight: 3, attributed: '120', weights: '1440' },
  };
}

/** Returns the figures that lead to an output of three machines of this amount. */
export function miningDayOf(amount: string): ReplyOf<'POST /api/biz/fmc/day'> {
  const emission = formatAmount(unitsOf(amount) * 4n);
  return {
    ...{ dailyEmission: emission, fullHash: '1000', emissionRemaining: '985000', emission },
    ...{ networkHashRate: '1200', machines: [{ hashRate: '100', count: 3 }], count: 3, hashRate: '300' },
  };
}

const orZero = (isEmpty: boolean) => (value: string) => (isEmpty ? '0' : value);

/** Returns the paid and due amounts by stage, of an account with a history or of a new one. */
export function stagesOf(now: number, isEmpty = false): ReplyOf<'GET /api/biz/profit/view'> {
  const amount = orZero(isEmpty);
  return {
    byType: [],
    byStage: (['first', 'second', 'third'] as const).map((stage, index) => ({
      ...{ stage, currency: 'FMC' as const },
      paid: amount(['5140.5', '385.25', '96'][index] ?? '0'),
      pending: amount(['0', '150', '386'][index] ?? '0'),
      nextDueAt: isEmpty || index === 0 ? null : now + index * 102_000,
    })),
    byCurrency: [],
  };
}

/** Returns the sums of earnings between bounds, of one type or of all. */
export function spansOf(
  { bounds, type }: RequestOf<'POST /api/biz/profit/spans'>,
  isEmpty = false,
): ReplyOf<'POST /api/biz/profit/spans'> {
  const amount = orZero(isEmpty);
  const types = EARNINGS_TYPE_NAMES.filter((name) => type === undefined || name === type);
  return {
    spans: bounds.slice(0, -1).map((from, index) => ({
      ...{ from, to: bounds[index + 1] ?? from },
      JU: amount(index % 4 === 0 ? `${index}.5` : '0'),
      FMC: amount(index % 7 === 3 ? '0' : `${(index * 37) % 90}.25`),
    })),
    byType: types.map((name, index) => ({
      ...{ type: name, currency: EARNINGS_TYPES[name].currency },
      total: amount(index === 5 ? '0' : `${514 - index * 70}.5`),
    })),
    byCurrency: [
      { currency: 'JU', total: amount('8.42') },
      { currency: 'FMC', total: amount('1284.500000000000000001') },
    ],
    cost: amount('20.82'),
  };
}

/** Returns a statement that balances, or one without changes. */
export function statementOf({ from, to }: { readonly from: number; readonly to: number }, isEmpty = false): Statement {
  return { format: 'json', from, to, currencies: isEmpty ? emptyCurrencies() : currencies() };
}

function emptyCurrencies(): Statement['currencies'] {
  const zero = { opening: '0', in: '0', out: '0', closing: '0', movements: [] };
  return (['JU', 'FMC'] as const).map((currency) => ({ currency, ...zero, accounts: [] }));
}

type Movement = Statement['currencies'][number]['movements'][number];

function currencies(): Statement['currencies'] {
  const ju = { opening: '100.5', in: '500.25', out: '120.000000000000000001', closing: '480.749999999999999999' };
  const fmc = { opening: '0', in: '1284.5', out: '0', closing: '1284.5' };
  const inOf = (kind: Movement['kind'], value: string): Movement => ({ kind, in: value, out: '0', count: 3 });
  const outOf = (kind: Movement['kind'], value: string): Movement => ({ kind, in: '0', out: value, count: 1 });
  const movements = [
    inOf('deposit', '500'),
    inOf('reward', '0.25'),
    outOf('withdrawal-done', '99.1'),
    outOf('mint-fee', '20.900000000000000001'),
  ];
  const mints = [inOf('mint', '514'), inOf('distribute', '481'), inOf('hash-rate-output', '289.5')];
  return [
    { currency: 'JU', ...ju, movements, accounts: [{ account: 'available', ...ju, movements }] },
    { currency: 'FMC', ...fmc, movements: mints, accounts: [{ account: 'available', ...fmc, movements: mints }] },
  ];
}
