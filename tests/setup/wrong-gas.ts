import type { Lie, RpcCall } from './lying-rpc.ts';

/** How a node estimates gas wrongly. */
export type WrongGas = 'too-little' | 'too-much' | 'not-at-all';

const ESTIMATES = { 'too-little': '0x5300', 'too-much': '0x2540be400' } as const;

/**
 * Answers every estimate of gas with less than a call with data can cost (21,248), with more than a block holds (ten
 * thousand million), or with an error; `also` answers the other calls.
 */
export function wrongGas(how: WrongGas, also?: Lie): Lie {
  return async (call, ask) => {
    // The node's own way of filling in a transaction, which estimates too; most nodes do not know it.
    if (call.method === 'eth_fillTransaction')
      return refuse(call, { code: -32601, message: 'the method does not exist' });
    if (call.method !== 'eth_estimateGas') return also?.(call, ask);
    if (how !== 'not-at-all') return { result: ESTIMATES[how] };
    return refuse(call, { code: -32000, message: 'gas required exceeds allowance (0)' });
  };
}

function refuse({ id }: RpcCall, error: { readonly code: number; readonly message: string }) {
  return { text: JSON.stringify({ jsonrpc: '2.0', id, error }) };
}
