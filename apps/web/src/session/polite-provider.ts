import { readWalletError } from '@city-mint/client/read-wallet-error.ts';
import type { Connector } from 'wagmi';

/** Codes of EIP-1193 and EIP-1474 after which the wallet library asks for nothing more. */
const CODES = { rejected: 4001, pending: -32002 } as const;

const polite = new WeakSet<Connector>();

/**
 * Sets the codes that the wallet library knows in the errors of a connector's wallet, for a person's No and for a
 * request that is already open: not every wallet says No with code 4001. After other errors the library asks again: for
 * accounts by another method, for a transaction by `wallet_sendTransaction`.
 */
export function makePolite(connector: Connector): void {
  if (polite.has(connector)) return;
  polite.add(connector);
  const getProvider = connector.getProvider.bind(connector);
  const wrapped = new WeakMap<object, object>();
  connector.getProvider = async (...parameters) => {
    const provider: unknown = await getProvider(...parameters);
    if (typeof provider !== 'object' || provider === null) return provider;
    const known = wrapped.get(provider) ?? wrap(provider);
    wrapped.set(provider, known);
    return known;
  };
}

/**
 * Returns the provider with another `request`; its other functions are called on the wallet's own object. The proxy's
 * target is an empty object: a proxy of an object that its wallet has frozen could not replace a function.
 */
function wrap(provider: object): object {
  return new Proxy(
    {},
    {
      has: (_target, key) => key in provider,
      get(_target, key) {
        const value: unknown = Reflect.get(provider, key, provider);
        if (typeof value !== 'function') return value;
        if (key !== 'request') return value.bind(provider);
        return async (...parameters: unknown[]) => {
          try {
            return await Reflect.apply(value, provider, parameters);
          } catch (error) {
            throw withCode(error);
          }
        };
      },
    },
  );
}

function withCode(error: unknown): unknown {
  const reading = readWalletError(error);
  if (reading !== 'rejected' && reading !== 'pending') return error;
  return Object.assign(new Error(`the wallet: ${reading}`, { cause: error }), { code: CODES[reading] });
}
