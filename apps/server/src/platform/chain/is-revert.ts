import { nodeErrorKind } from '@city-mint/chain-contract/node-error-kind';

/** Returns whether an error means that the EVM reverted a call, which is an answer, the same on every node. */
export function isRevert(error: unknown): boolean {
  return nodeErrorKind(error, { method: 'eth_call' }) === 'reverted';
}
