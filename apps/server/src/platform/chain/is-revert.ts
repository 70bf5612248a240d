import { BaseError } from 'viem';

/** JSON-RPC's code of a call that the EVM reverted. */
const REVERTED = 3;

/** Returns whether an error means that the EVM reverted a call, which is an answer, the same on every node. */
export function isRevert(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false;
  const inner = error.walk((cause) => cause instanceof Error && 'code' in cause && cause.code === REVERTED);
  return inner !== null || /execution reverted/i.test(error.details);
}
