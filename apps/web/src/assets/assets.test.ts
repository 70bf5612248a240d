import { fmcAbi } from '@city-mint/chain-contract/generated/fmc-abi';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import {
  ContractFunctionExecutionError,
  ContractFunctionRevertedError,
  encodeErrorResult,
  HttpRequestError,
  InsufficientFundsError,
} from 'viem';
import { describe, expect, test } from 'vitest';
import {
  parseAssetsSearch,
  parseCurrencySearch,
  parseRecordDetailSearch,
  parseRecordSearch,
  parseWithdrawSearch,
} from './assets-search.ts';
import { classifyChainError } from './chain-failure.ts';
import { checkRecipient } from './check-recipient.ts';
import { inputTime, readDateRange } from './date-range.ts';
import { isVoucherOf } from './is-voucher-of.ts';
import { rechargeLimits } from './recharge-limits.ts';
import { parseSentTransactions, type SentTransaction } from './sent-transactions.ts';
import { totalInJu } from './total-in-ju.ts';
import { trackRecharges } from './track-recharges.ts';
import { stepsDone } from './withdrawal-stage.ts';

const HASH = `0x${'ab'.repeat(32)}` as const;
const OTHER_HASH = `0x${'cd'.repeat(32)}` as const;
const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const VAULT = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const FMC = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512';

function sentOf(hash: `0x${string}`): SentTransaction {
  return { hash, address: ALICE, currency: 'JU', amount: '5', sentAt: 1, withdrawalId: null, told: false };
}

describe('classifyChainError', () => {
  const execution = (data: `0x${string}`, abi: typeof vaultAbi | typeof fmcAbi) =>
    new ContractFunctionExecutionError(
      new ContractFunctionRevertedError({ abi: [...abi], data, functionName: 'deposit' }),
      { abi: [...abi], functionName: 'deposit', args: [] },
    );

  test("the contract's own error by its name", () => {
    const paused = encodeErrorResult({ abi: vaultAbi, errorName: 'DepositsArePaused' });
    expect(classifyChainError(execution(paused, vaultAbi))).toEqual({ kind: 'reverted', error: 'DepositsArePaused' });
    const short = encodeErrorResult({ abi: fmcAbi, errorName: 'ERC20InsufficientAllowance', args: [VAULT, 0n, 1n] });
    expect(classifyChainError(execution(short, fmcAbi))).toEqual({
      kind: 'reverted',
      error: 'ERC20InsufficientAllowance',
    });
    expect(classifyChainError(execution('0xdeadbeef', vaultAbi))).toEqual({ kind: 'reverted', error: null });
  });

  test('behavior: no money for gas, no answer, anything else', () => {
    expect(classifyChainError(new InsufficientFundsError())).toEqual({ kind: 'insufficient-funds' });
    expect(classifyChainError(new Error('insufficient funds for gas * price + value'))).toEqual({
      kind: 'insufficient-funds',
    });
    expect(classifyChainError(new HttpRequestError({ url: 'http://x' }))).toEqual({ kind: 'unreachable' });
    expect(classifyChainError('no')).toEqual({ kind: 'unknown' });
  });
});

describe('trackRecharges', () => {
  const event = {
    eventId: 'p-7',
    txHash: HASH,
    status: 'in-progress' as const,
    confirmations: 3,
    confirmationsNeeded: 8,
    currency: 'JU' as const,
    quantity: '5',
  };
  const input = { sent: [sentOf(HASH)], events: [], reverted: [], confirmationsNeeded: 8 };

  test('from the wallet through the confirmations into the assets', () => {
    expect(trackRecharges(input)).toMatchObject([{ stage: 'sent', confirmations: 0, eventId: null }]);
    expect(trackRecharges({ ...input, events: [event] })).toMatchObject([
      { stage: 'confirming', confirmations: 3, eventId: 'p-7' },
    ]);
    expect(
      trackRecharges({ ...input, events: [{ ...event, eventId: 'd-7', status: 'completed', confirmations: null }] }),
    ).toMatchObject([{ stage: 'credited', confirmations: 8, eventId: 'd-7' }]);
  });

  test('behavior: a reverted one has failed; one sent from elsewhere is shown while it is under way', () => {
    expect(trackRecharges({ ...input, reverted: [HASH] })).toMatchObject([{ stage: 'failed' }]);
    expect(trackRecharges({ ...input, sent: [sentOf(OTHER_HASH)], events: [event] })).toMatchObject([
      { hash: OTHER_HASH, stage: 'sent' },
      { hash: HASH, stage: 'confirming' },
    ]);
    expect(trackRecharges({ ...input, sent: [], events: [{ ...event, status: 'completed' }] })).toEqual([]);
  });
});

describe('parseSentTransactions', () => {
  test('takes what is exactly one and leaves out the rest', () => {
    const kept = [sentOf(HASH), { ...sentOf(OTHER_HASH), withdrawalId: '12' }];
    expect(parseSentTransactions(JSON.stringify(kept))).toEqual(kept);
    const bad = [{ ...sentOf(HASH), hash: '0x' }, { ...sentOf(HASH), amount: '-1' }, { ...sentOf(HASH), told: 1 }, 1];
    expect(parseSentTransactions(JSON.stringify(bad))).toEqual([]);
  });

  test.each([null, '', '{', '{}', 'null'])('%j is nothing', (text) => {
    expect(parseSentTransactions(text)).toEqual([]);
  });
});

describe('isVoucherOf', () => {
  const voucher = {
    account: ALICE,
    to: ALICE,
    token: '0x0000000000000000000000000000000000000000',
    amount: '1500000000000000000',
    vault: VAULT,
  };
  const expected = {
    account: ALICE,
    to: ALICE.toLowerCase(),
    currency: 'JU' as const,
    amount: '1.5',
    vault: VAULT,
    fmc: FMC,
  };

  test('pays exactly the withdrawal', () => {
    expect(isVoucherOf(voucher, expected)).toBe(true);
    expect(isVoucherOf({ ...voucher, token: FMC }, { ...expected, currency: 'FMC' })).toBe(true);
  });

  test.each([{ account: VAULT }, { to: VAULT }, { token: FMC }, { amount: '1500000000000000001' }, { vault: FMC }])(
    'behavior: %j is not sent',
    (change) => {
      expect(isVoucherOf({ ...voucher, ...change }, expected)).toBe(false);
    },
  );
});

test('rechargeLimits: JU keeps the gas back, a token does not, never below zero', () => {
  const funds = { balance: 10n ** 18n, gasReserve: 1n, allowance: 0n, minimum: 5n, paused: false };
  expect(rechargeLimits(funds, 'JU').maximum).toBe('0.999999999999999999');
  expect(rechargeLimits(funds, 'FMC').maximum).toBe('1');
  expect(rechargeLimits({ ...funds, balance: 1n, gasReserve: 2n }, 'JU').maximum).toBe('0');
});

test('checkRecipient: empty, format, checksum', () => {
  expect(checkRecipient('  ')).toBe('missing');
  expect(checkRecipient('0x12')).toBe('format');
  expect(checkRecipient(`０x${'1'.repeat(40)}`)).toBe('format');
  expect(checkRecipient(ALICE.replace('C8', 'c8'))).toBe('checksum');
  expect(checkRecipient(ALICE)).toBeNull();
  expect(checkRecipient(` ${ALICE.toLowerCase()} `)).toBeNull();
});

describe('readDateRange', () => {
  const start = '2026/11/21'.replaceAll('/', '-');

  test('both ends, the end after the start', () => {
    expect(readDateRange(`${start}T10:00`, `${start}T10:00:01`)).toMatchObject({ ok: true });
    expect(readDateRange('', `${start}T10:00`)).toEqual({ ok: false, error: 'start-missing' });
    expect(readDateRange(start, `${start}T10:00`)).toEqual({ ok: false, error: 'start-missing' });
    expect(readDateRange(`${start}T10:00`, '')).toEqual({ ok: false, error: 'end-missing' });
    expect(readDateRange(`${start}T10:00`, `${start}T10:00`)).toEqual({ ok: false, error: 'end-not-after-start' });
  });

  test('behavior: what the input shows reads back as the same time', () => {
    const time = new Date(2026, 10, 21, 9, 8, 7).getTime();
    expect(readDateRange(inputTime(time), inputTime(time + 1000))).toEqual({ ok: true, from: time, to: time + 1000 });
  });
});

test('addresses of the screens: what they know and nothing else', () => {
  expect(parseAssetsSearch({ tab: 'chain', x: 1 })).toEqual({ tab: 'chain' });
  expect(parseAssetsSearch({ tab: 'x' })).toEqual({});
  expect(parseCurrencySearch({ currency: 'BTC' })).toEqual({});
  expect(parseWithdrawSearch({ currency: 'FMC', id: '9007199254740993' })).toEqual({
    currency: 'FMC',
    id: '9007199254740993',
  });
  expect(parseRecordSearch({ kind: 'recharge', from: '1700000000000', to: 1_800_000_000_000 })).toEqual({
    kind: 'recharge',
    from: 1_700_000_000_000,
    to: 1_800_000_000_000,
  });
  expect(parseRecordSearch({ kind: 'x', from: 1_800_000_000_000, to: 1_700_000_000_000 })).toEqual({});
  expect(parseRecordDetailSearch({ id: 'w-12' })).toEqual({ id: 'w-12' });
  expect(parseRecordDetailSearch({ id: '../w' })).toEqual({});
});

test('totalInJu: exact, and unknown while one value is', () => {
  expect(totalInJu([{ valueInJu: '1.000000000000000001' }, { valueInJu: '2' }])).toBe('3.000000000000000001');
  expect(totalInJu([{ valueInJu: '1' }, { valueInJu: null }])).toBeNull();
});

test('stepsDone: a sent voucher is ahead of what the server knows', () => {
  expect(stepsDone('signed', false)).toBe(2);
  expect(stepsDone('signed', true)).toBe(3);
  expect(stepsDone('completed', false)).toBe(5);
});
