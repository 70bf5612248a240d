import { CURRENCIES } from '@city-mint/domain/ledger/currencies';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ChainHeight } from '#platform/chain/chain-height.ts';
import { countConfirmations } from '#platform/chain/chain-height.ts';
import { formatCursor, parseCursor } from '#platform/paging.ts';
import { ASSET_EVENT_KEY, type AssetEventKey, compareKeys, RECHARGE_KEY, WITHDRAWAL_KEY } from './asset-list.ts';
import type { RechargeRow } from './recharges/store.ts';
import { storedCurrency } from './stored-currency.ts';
import { type EventSetting, pendingRechargeEvent, rechargeEvent, withdrawalEvent } from './wire.ts';
import type { WithdrawalRow } from './withdrawals/store/withdrawals.ts';
import { voucherIdOf, voucherOf } from './withdrawals/voucher.ts';

const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const BOB = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const VAULT = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const FMC = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512';
const AT = new Date(1_700_000_000_000);
const UNIT = 10n ** 18n;

const height: ChainHeight = {
  headNumber: 105n,
  headAt: AT,
  confirmationsNeeded: 12,
  readNumber: 90n,
  readAt: AT,
  haltedBecause: null,
};
const setting: EventSetting = { account: ALICE, vault: VAULT, confirmationsNeeded: 12, height };

const recharge: RechargeRow = {
  amount: 15n * (UNIT / 10n),
  block_at: AT,
  block_number: 80n,
  credited_at: AT,
  currency: CURRENCIES.JU,
  gas_fee: 21_000n,
  seq: 4n,
  tx_hash: '0xaa',
  user_id: 1n,
};
const withdrawal: WithdrawalRow = {
  account: ALICE,
  amount: 2n * UNIT,
  approval_needed: false,
  is_payout: false,
  is_demanded: false,
  proposed_by: null,
  approved_by: null,
  block_number: null,
  body_hash: Buffer.alloc(32),
  call_id: null,
  cancel_asked_at: null,
  completed_at: null,
  booked_at: null,
  currency: CURRENCIES.FMC,
  due_at: null,
  gas_fee: null,
  id: 9n,
  recipient: BOB,
  request_id: 'r',
  requested_at: AT,
  return_reason: null,
  returned_at: null,
  state: 'signed',
  tx_hash: null,
  user_id: 1n,
  voucher_id: `0x${'1d'.repeat(32)}`,
};
const payment = { sequence: 6n, blockNumber: 100n, blockAt: AT, txHash: '0xbb', payload: null };

describe('countConfirmations', () => {
  test.each([
    [106n, 0],
    [105n, 0],
    [104n, 1],
    [94n, 11],
    [93n, 12],
    [1n, 12],
  ])('default: block %s has %s of 12', (block, count) => expect(countConfirmations(block, height)).toBe(count));
});

describe('rechargeEvent', () => {
  test('default: a credited recharge is completed with all its confirmations', () => {
    const { key, event } = rechargeEvent(recharge, setting);
    expect(key).toEqual({ at: AT.getTime(), kind: RECHARGE_KEY, id: 4n });
    expect(event).toMatchObject({
      eventId: 'd-4',
      kind: 'recharge',
      currency: 'JU',
      quantity: '1.5',
      from: ALICE,
      to: VAULT,
      gasFee: '0.000000000000021',
      confirmations: 12,
      status: 'completed',
    });
  });

  test('behavior: an unknown fee is not shown as 0', () => {
    expect(rechargeEvent({ ...recharge, gas_fee: null }, setting).event.gasFee).toBeNull();
  });

  test('behavior: before it is credited it has the same number, the confirmations so far, and is in progress', () => {
    const deposit = { event: payment, currency: 'FMC', amount: tokenAmount(UNIT) } as const;
    const { key, event } = pendingRechargeEvent(deposit, setting);
    expect(key).toEqual({ at: AT.getTime(), kind: RECHARGE_KEY, id: 6n });
    expect(event).toMatchObject({ eventId: 'p-6', quantity: '1', confirmations: 5, status: 'in-progress' });
    expect(pendingRechargeEvent(deposit, { ...setting, height: undefined }).event.confirmations).toBe(0);
  });
});

describe('withdrawalEvent', () => {
  const eventOf = (changed: Partial<WithdrawalRow>, paid: typeof payment | undefined = undefined) =>
    withdrawalEvent({ row: { ...withdrawal, ...changed }, payment: paid }, setting).event;

  test.each([
    ['requested', 'in-progress'],
    ['approved', 'in-progress'],
    ['signed', 'in-progress'],
    ['returned', 'failed'],
    ['completed', 'completed'],
  ])('default: a %s withdrawal is shown as %s', (state, status) => expect(eventOf({ state }).status).toBe(status));

  test('default: it goes from the vault to the recipient, under its own id', () => {
    expect(withdrawalEvent({ row: withdrawal, payment: undefined }, setting).key).toEqual({
      at: AT.getTime(),
      kind: WITHDRAWAL_KEY,
      id: 9n,
    });
    expect(eventOf({})).toMatchObject({
      eventId: 'w-9',
      withdrawalId: '9',
      currency: 'FMC',
      quantity: '2',
      from: VAULT,
      to: BOB,
      blockHeight: null,
      txHash: null,
      confirmations: null,
    });
  });

  test('behavior: a payment that is not final shows its block, transaction and confirmations', () => {
    expect(eventOf({}, payment)).toMatchObject({
      blockHeight: '100',
      txHash: '0xbb',
      confirmations: 5,
      status: 'in-progress',
    });
  });

  test('behavior: a completed withdrawal shows its own block and transaction', () => {
    const completed = { state: 'completed', block_number: 101n, tx_hash: '0xcc', gas_fee: UNIT };
    expect(eventOf(completed)).toMatchObject({
      blockHeight: '101',
      txHash: '0xcc',
      gasFee: '1',
      confirmations: 12,
    });
  });
});

describe('the list of events', () => {
  const keys: fc.Arbitrary<AssetEventKey> = fc.record({
    at: fc.nat(5),
    kind: fc.constantFrom(RECHARGE_KEY, WITHDRAWAL_KEY),
    id: fc.bigInt(0n, 3n),
  });

  test('default: newest first, at equal times withdrawals first, then the higher id', () => {
    const sorted: AssetEventKey[] = [
      { at: 2, kind: WITHDRAWAL_KEY, id: 1n },
      { at: 2, kind: RECHARGE_KEY, id: 9n },
      { at: 2, kind: RECHARGE_KEY, id: 8n },
      { at: 1, kind: WITHDRAWAL_KEY, id: 99n },
    ];
    expect(sorted.toReversed().sort(compareKeys)).toEqual(sorted);
  });

  test('property: the order is total', () => {
    fc.assert(
      fc.property(keys, keys, keys, (first, second, third) => {
        expect(Math.sign(compareKeys(first, second)) + Math.sign(compareKeys(second, first))).toBe(0);
        if (compareKeys(first, second) <= 0 && compareKeys(second, third) <= 0)
          expect(compareKeys(first, third)).toBeLessThanOrEqual(0);
        expect(parseCursor(formatCursor(first, ASSET_EVENT_KEY), ASSET_EVENT_KEY)).toEqual(first);
      }),
    );
  });

  test.each([[[1n, 1n]], [[1n, 1n, 1n, 1n]], [[1n, 2n, 1n]], [[8_640_000_000_000_001n, 1n, 1n]]])(
    'behavior: %o is not a key of the list',
    (numbers) => {
      expect(ASSET_EVENT_KEY.fromNumbers(numbers)).toBeUndefined();
    },
  );
});

describe('stored rows', () => {
  test('behavior: a code that no currency has is an error', () => {
    expect([CURRENCIES.JU, CURRENCIES.FMC].map(storedCurrency)).toEqual(['JU', 'FMC']);
    for (const code of [-1, 15, 1.5]) expect(() => storedCurrency(code)).toThrow(RangeError);
  });

  test('default: the voucher of a withdrawal names account, recipient, token and term', () => {
    const deployment = { chainId: 202_599, vault: VAULT, fmc: FMC } as const;
    const lower = { ...withdrawal, account: ALICE.toLowerCase() };
    expect(voucherOf(deployment, lower, { validAfter: 5n, deadline: 9n })).toEqual({
      id: withdrawal.voucher_id,
      account: ALICE,
      to: BOB,
      token: FMC,
      amount: 2n * UNIT,
      validAfter: 5n,
      deadline: 9n,
    });
  });

  test('behavior: an id that is not hex is an error', () => {
    expect(() => voucherIdOf({ voucher_id: 'w-9' })).toThrow(TypeError);
  });
});
