import { journalSubject, settlementSubject } from '@city-mint/chain-contract/anchor-subject';
import { rootTypedData } from '@city-mint/chain-contract/anchored-root';
import { anchorsAbi } from '@city-mint/chain-contract/generated/anchors-abi';
import { DEV_ROLES, devAccount } from '@city-mint/devnet/dev-accounts';
import { type Hex, keccak256, toHex, zeroHash } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestChain, TEST_CHAIN_ID, type TestChain } from '../setup/start-test-chain.ts';

/*
 * The worker's process holds the scribe's key. Its thief pays for transactions, and anchors no root by itself: neither
 * a false one of a settled round or of the journal, nor one of a round to come, whose subject would be used up.
 */

const FALSE_ROOT = keccak256(toHex('more for the thief'));
const SETTLED = settlementSubject({ roundId: 7n, termsHash: `0x${'ab'.repeat(32)}` });

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

describe('stolen key of the scribe', () => {
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
