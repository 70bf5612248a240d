import type { Lie } from './lying-rpc.ts';

/** Methods that a node without EIP-1559 lacks. */
const UNKNOWN = new Set(['eth_feeHistory', 'eth_maxPriorityFeePerGas']);

/**
 * Answers as a node of a chain with the opcodes of Cancun and no fee market, like JuChain: no block has a base fee, and
 * every transaction but a legacy one is refused. anvil itself has no such hardfork; `eth_fillTransaction` still fills
 * in a transaction of the new type where a sender does not ask for the old one.
 */
export const oldChain: Lie = async (call, ask) => {
  const { id, method, params } = call;
  const refuse = (code: number, message: string) => ({
    text: JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }),
  });
  if (UNKNOWN.has(method)) return refuse(-32601, `the method ${method} does not exist`);
  if (method === 'eth_sendRawTransaction' && /^0x0[1-4]/.test(String(params[0])))
    return refuse(-32000, 'transaction type not supported');
  if (method !== 'eth_getBlockByNumber' && method !== 'eth_getBlockByHash') return undefined;
  const block = (await ask(call)) as Record<string, unknown> | null;
  if (block === null) return { result: null };
  const { baseFeePerGas: _, ...withoutFee } = block;
  return { result: withoutFee };
};
