import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { NATIVE_TOKEN } from '@city-mint/chain-contract/voucher';
import { type Address, encodeAbiParameters, encodeEventTopics, type Hex, parseAbiParameters, zeroHash } from 'viem';
import { describe, expect, test } from 'vitest';
import { ChainIntegrityError } from '#platform/chain/chain-integrity-error.ts';
import type { ChainLog } from '#platform/chain/read-logs.ts';
import { currencyOfToken, tokenOfCurrency, type VaultDeployment } from './vault.ts';
import { readVaultEvent } from './vault-event.ts';

const FMC = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512';
const deployment: VaultDeployment = {
  chainId: 202_599,
  vault: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  fmc: FMC,
};
const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const BOB = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const OTHER_TOKEN = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const ID: Hex = `0x${'1d'.repeat(32)}`;

function logOf(topics: readonly Hex[], data: Hex = '0x'): ChainLog {
  return {
    address: deployment.vault,
    topics,
    data,
    blockNumber: 7n,
    blockHash: zeroHash,
    blockAt: new Date(0),
    txHash: `0x${'ab'.repeat(32)}`,
    logIndex: 3,
    gasFee: null,
    receiptLogs: null,
  };
}

type Topics = readonly (Hex | readonly Hex[] | null)[];
const flat = (topics: Topics) => topics.flatMap((topic) => (typeof topic === 'string' ? [topic] : []));

const UINT = { type: 'uint256' } as const;
const deposited = (token: Address, amount: bigint) =>
  logOf(
    flat(encodeEventTopics({ abi: vaultAbi, eventName: 'Deposited', args: { seq: 4n, account: ALICE, token } })),
    encodeAbiParameters([UINT, { type: 'bytes32' }], [amount, ID]),
  );
const funded = (token: Address, amount: bigint) =>
  logOf(
    flat(encodeEventTopics({ abi: vaultAbi, eventName: 'Funded', args: { seq: 8n, from: BOB, token } })),
    encodeAbiParameters([UINT, { type: 'bytes32' }], [amount, ID]),
  );
const withdrawn = (token: Address, amount: bigint) =>
  logOf(
    flat(encodeEventTopics({ abi: vaultAbi, eventName: 'Withdrawn', args: { seq: 5n, id: ID, account: ALICE } })),
    encodeAbiParameters([{ type: 'address' }, { type: 'address' }, UINT], [token, BOB, amount]),
  );
const rescued = logOf(
  flat(encodeEventTopics({ abi: vaultAbi, eventName: 'Rescued', args: { seq: 7n, token: OTHER_TOKEN, to: BOB } })),
  encodeAbiParameters([UINT], [9n]),
);
const cancelled = logOf(
  flat(encodeEventTopics({ abi: vaultAbi, eventName: 'VoucherCancelled', args: { seq: 6n, id: ID } })),
);

const demanded = logOf(
  flat(encodeEventTopics({ abi: vaultAbi, eventName: 'Demanded', args: { seq: 9n, account: ALICE, token: FMC } })),
  encodeAbiParameters(parseAbiParameters('uint112, uint64'), [12n, 1_700_000_000n]),
);

const codeOf = (read: () => unknown) => {
  try {
    read();
  } catch (error) {
    return error instanceof ChainIntegrityError ? error.code : error;
  }
  return undefined;
};

describe('readVaultEvent', () => {
  test.each<[string, ChainLog, object]>([
    [
      'a deposit of JU',
      deposited(NATIVE_TOKEN, 5n),
      { kind: 'deposited', sequence: 4n, account: ALICE, reference: ID, currency: 'JU', amount: 5n },
    ],
    [
      'a deposit of FMC',
      deposited(FMC, 2n ** 255n),
      { kind: 'deposited', sequence: 4n, account: ALICE, reference: ID, currency: 'FMC', amount: 2n ** 255n },
    ],
    [
      'a payment',
      withdrawn(FMC, 1n),
      { kind: 'withdrawn', sequence: 5n, voucherId: ID, account: ALICE, to: BOB, currency: 'FMC', amount: 1n },
    ],
    ['a cancelled voucher', cancelled, { kind: 'voucher-cancelled', sequence: 6n, voucherId: ID }],
    [
      'a demand',
      demanded,
      { kind: 'demanded', sequence: 9n, account: ALICE, currency: 'FMC', until: 12n, demandedAt: 1_700_000_000n },
    ],
    ['a rescue, of any token', rescued, { kind: 'rescued', sequence: 7n, token: OTHER_TOKEN, to: BOB, amount: 9n }],
    [
      'a funding',
      funded(NATIVE_TOKEN, 3n),
      { kind: 'funded', sequence: 8n, from: BOB, purpose: ID, currency: 'JU', amount: 3n },
    ],
  ])('default: reads %s', (_, log, event) => expect(readVaultEvent(deployment, log)).toEqual(event));

  test('behavior: an event that moves no money is ignored', () => {
    const paused = encodeEventTopics({ abi: vaultAbi, eventName: 'DepositsPaused', args: { by: ALICE } });
    const changed = encodeEventTopics({
      abi: vaultAbi,
      eventName: 'SignerChanged',
      args: { previous: ALICE, current: BOB },
    });
    for (const topics of [paused, changed]) expect(readVaultEvent(deployment, logOf(flat(topics)))).toBeUndefined();
  });

  test.each<[string, ChainLog]>([
    ['a token that the ledger does not know', deposited(OTHER_TOKEN, 5n)],
    ['a payment of such a token', withdrawn(OTHER_TOKEN, 5n)],
    ['nothing', deposited(NATIVE_TOKEN, 0n)],
    ['no topics', logOf([])],
    ['an event of another contract', logOf([`0x${'99'.repeat(32)}`])],
    ['a topic too few', { ...cancelled, topics: cancelled.topics.slice(0, 2) }],
    ['data that is cut off', { ...deposited(NATIVE_TOKEN, 5n), data: '0x00' }],
  ])('behavior: %s is an integrity error', (_, log) => {
    expect(codeOf(() => readVaultEvent(deployment, log))).toBe('unreadable-log');
  });

  test('behavior: the error names the log and its transaction', () => {
    expect(() => readVaultEvent(deployment, logOf([]))).toThrow(`log 3 of 0x${'ab'.repeat(32)}: it has no topics`);
  });
});

describe('tokens', () => {
  test('default: maps each currency to its token and back', () => {
    expect(tokenOfCurrency(deployment, 'JU')).toBe(NATIVE_TOKEN);
    expect(tokenOfCurrency(deployment, 'FMC')).toBe(FMC);
    for (const currency of ['JU', 'FMC'] as const)
      expect(currencyOfToken(deployment, tokenOfCurrency(deployment, currency))).toBe(currency);
  });

  test('behavior: letter case does not matter; an unknown token has no currency', () => {
    expect(currencyOfToken(deployment, `0x${FMC.slice(2).toLowerCase()}`)).toBe('FMC');
    expect(currencyOfToken(deployment, OTHER_TOKEN)).toBeUndefined();
  });
});
