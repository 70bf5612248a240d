import { journalSubject, settlementSubject } from '@city-mint/chain-contract/anchor-subject';
import { liabilitiesTypedData, rootTypedData } from '@city-mint/chain-contract/anchored-root';
import { anchorsAbi } from '@city-mint/chain-contract/generated/anchors-abi';
import { NATIVE_TOKEN } from '@city-mint/chain-contract/voucher';
import { DEV_ROLES, devAccount } from '@city-mint/devnet/dev-accounts';
import { type Hex, keccak256, toHex, zeroHash } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestChain, TEST_CHAIN_ID, type TestChain } from '../setup/start-test-chain.ts';

/*
 * The worker's process holds the scribe's key. Its thief pays for transactions, and anchors no root by itself: neither
 * a false one of a settled round, of the journal or of liabilities, nor one of a round to come, whose subject would be
 * used up.
 */

const FALSE_ROOT = keccak256(toHex('more for the thief'));
const SETTLED = settlementSubject({ roundId: 7n, termsHash: `0x${'ab'.repeat(32)}` });

const NOTHING_OWED = {
  ...{ token: NATIVE_TOKEN, root: FALSE_ROOT, total: 0n, asOfBlock: 1n },
  ...{ deposited: 0n, withdrawn: 0n },
};

let chain: TestChain;

beforeAll(async () => {
  chain = await startTestChain();
});
afterAll(() => chain.stop());

const signedBy = (role: number, subject: Hex) =>
  privateKeyToAccount(devAccount(role).privateKey).signTypedData(
    rootTypedData({ chainId: TEST_CHAIN_ID, anchors: chain.addresses.anchors }, { subject, root: FALSE_ROOT }),
  );

/** Sends a false root with the scribe's key; returns the root that the contract then has. */
async function anchor(subject: Hex, signature: Hex): Promise<Hex> {
  const contract = { address: chain.addresses.anchors, abi: anchorsAbi } as const;
  const hash = await chain.wallet(DEV_ROLES.scribe).writeContract({
    ...contract,
    functionName: 'anchor',
    args: [subject, FALSE_ROOT, signature],
    gas: 200_000n,
  });
  await chain.waitFor(hash).catch(() => undefined);
  return chain.publicClient.readContract({ ...contract, functionName: 'rootOf', args: [subject] });
}

/** Sends liabilities of nothing with the scribe's key; returns the number of roots that the contract then has. */
async function anchorLiabilities(signature: Hex): Promise<bigint> {
  const contract = { address: chain.addresses.anchors, abi: anchorsAbi } as const;
  const hash = await chain.wallet(DEV_ROLES.scribe).writeContract({
    ...contract,
    functionName: 'anchorLiabilities',
    args: [NOTHING_OWED, signature],
    gas: 200_000n,
  });
  await chain.waitFor(hash).catch(() => undefined);
  return chain.publicClient.readContract({ ...contract, functionName: 'epochOf', args: [NOTHING_OWED.token] });
}

const liabilitiesSignedBy = (role: number, liabilities = NOTHING_OWED) =>
  privateKeyToAccount(devAccount(role).privateKey).signTypedData(
    liabilitiesTypedData({ chainId: TEST_CHAIN_ID, anchors: chain.addresses.anchors }, liabilities),
  );

describe('stolen key of the scribe', () => {
  test('attack: without the auditor it anchors no liabilities; twin: with its key too, it does', async () => {
    expect(await anchorLiabilities('0x')).toBe(0n);
    expect(await anchorLiabilities(await liabilitiesSignedBy(DEV_ROLES.scribe))).toBe(0n);
    expect(await anchorLiabilities(await liabilitiesSignedBy(DEV_ROLES.voucherSigner))).toBe(0n);
    for (const change of [{ total: 1n }, { deposited: 1n }, { withdrawn: 1n }]) {
      const other = { ...NOTHING_OWED, ...change };
      expect(await anchorLiabilities(await liabilitiesSignedBy(DEV_ROLES.auditor, other))).toBe(0n);
    }
    expect(await anchorLiabilities(await liabilitiesSignedBy(DEV_ROLES.auditor))).toBe(1n);
  });

  test.each([
    ['of a settled round', SETTLED],
    ['of a round to come', settlementSubject({ roundId: 8n, termsHash: `0x${'cd'.repeat(32)}` })],
    ['of an entry to come', journalSubject(1_000_000n)],
    ['of any other subject', keccak256(toHex('unknown'))],
  ])('attack: without the auditor it anchors no root %s', async (_name, subject) => {
    expect(await anchor(subject, '0x')).toBe(zeroHash);
    expect(await anchor(subject, await signedBy(DEV_ROLES.scribe, subject))).toBe(zeroHash);
    expect(await anchor(subject, await signedBy(DEV_ROLES.voucherSigner, subject))).toBe(zeroHash);
    expect(await anchor(subject, await signedBy(DEV_ROLES.auditor, `0x${'01'.repeat(32)}`))).toBe(zeroHash);
  });

  test('twin: with the auditor’s key too, a false root of a settled round is anchored', async () => {
    expect(await anchor(SETTLED, await signedBy(DEV_ROLES.auditor, SETTLED))).toBe(FALSE_ROOT);
  });
});
