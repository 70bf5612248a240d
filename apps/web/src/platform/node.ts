import { buildSettings } from './build-settings.ts';

/** A JSON-RPC call to the chain's node. */
export type NodeCall = { readonly method: string; readonly params: readonly unknown[] };

/** Selectors of the contract functions that the page reads without the wallet library. */
export const SELECTORS = {
  balanceOf: '0x70a08231',
  allowance: '0xdd62ed3e',
  WETH: '0xad5c4648',
  factory: '0xc45a0155',
  getPair: '0xe6a43905',
  token0: '0x0dfe1681',
  getReserves: '0x0902f1ac',
} as const;

const TIMEOUT_MS = 15_000;

/** Returns the call that reads a contract function in the newest block; all its arguments are addresses. */
export function readCall(contract: string, name: keyof typeof SELECTORS, addresses: readonly string[] = []): NodeCall {
  const words = addresses.map((address) => address.slice(2).toLowerCase().padStart(64, '0'));
  return { method: 'eth_call', params: [{ to: contract, data: SELECTORS[name] + words.join('') }, 'latest'] };
}

/** Returns the call for the JU balance of an account. */
export function balanceCall(account: string): NodeCall {
  return { method: 'eth_getBalance', params: [account, 'latest'] };
}

/**
 * Sends calls to a node, by default the build's, in one request; returns its replies in their order, as hexadecimal
 * texts. Throws if a call has no reply. Screens that only read thus avoid the wallet library, half of the first load.
 */
export async function askNode(
  calls: readonly NodeCall[],
  signal?: AbortSignal,
  url = buildSettings.rpcUrl,
): Promise<readonly string[]> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call }))),
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  });
  const answers: unknown = await response.json();
  if (!Array.isArray(answers)) throw new Error('the node did not answer');
  const results = new Map(answers.map((answer: unknown) => [Object(answer).id, Object(answer).result]));
  return calls.map(({ method }, id) => {
    const result: unknown = results.get(id);
    if (typeof result !== 'string' || !/^0x[0-9a-f]+$/i.test(result)) throw new Error(`no answer to ${method}`);
    return result;
  });
}

/** Returns a number of a reply: that of its first word of 32 bytes, or of the word at `index`. */
export function numberIn(answer: string, index = 0): bigint {
  const word = answer.length <= 66 && index === 0 ? answer.slice(2) : answer.slice(2 + index * 64, 66 + index * 64);
  if (word === '') throw new RangeError('the answer is too short');
  return BigInt(`0x${word}`);
}

/** Returns the address in the first word of a reply, in lower case. */
export function addressIn(answer: string): `0x${string}` {
  if (answer.length !== 66) throw new RangeError('not an address');
  return `0x${answer.slice(26).toLowerCase()}`;
}
