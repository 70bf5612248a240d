import { createWalletClient, custom } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { DEV_ROLES, devAccount } from './dev-accounts.ts';
import { shortMessage } from './short-message.ts';

const CODE = `0x${'60'.repeat(28_000)}` as const;

/** Returns the error of a deployment that the node refuses. */
async function deploymentError(): Promise<unknown> {
  const refuses = custom({ request: () => Promise.reject(new Error('nonce too low')) }, { retryCount: 0 });
  const account = privateKeyToAccount(devAccount(DEV_ROLES.operator).privateKey);
  const client = createWalletClient({ account, transport: refuses });
  const request = { data: CODE, gas: 1n, gasPrice: 1n, nonce: 0, type: 'legacy', chain: null } as const;
  return client.sendTransaction(request).catch((error: unknown) => error);
}

test('default: an error of viem without the code of the contract', async () => {
  const error = await deploymentError();
  expect(String(error).length).toBeGreaterThan(50_000);
  expect(shortMessage(error)).toContain('nonce too low');
  expect(shortMessage(error)).not.toContain(CODE.slice(0, 40));
  expect(shortMessage(error).length).toBeLessThan(300);
});

test('behavior: other errors by their message, the rest as text', () => {
  expect(shortMessage(new Error('no room'))).toBe('no room');
  expect(shortMessage('no room')).toBe('no room');
});

test('behavior: a long message is cut, and says so', () => {
  const message = shortMessage(new Error('x'.repeat(57_000)));
  expect(message.length).toBeLessThan(1_100);
  expect(message).toContain('57000 letters');
});
