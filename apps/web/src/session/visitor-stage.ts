import { isSameAddress } from '#platform/same-address.ts';
/** The stage of a visitor. `connecting`: the connection of an earlier visit is being restored. */
export type VisitorStage = 'connecting' | 'disconnected' | 'wrong-chain' | 'connected' | 'authorized';

export type VisitorStatus = {
  readonly status: 'connected' | 'connecting' | 'reconnecting' | 'disconnected';
  readonly address: string | undefined;
  readonly chainId: number | undefined;
  readonly activeChainId: number;
  /** The address that signed in, or null when signed out. */
  readonly sessionAddress: string | null;
};

/**
 * Returns the stage that follows from connection and session. Ignores a session of another address than the connected
 * one.
 */
export function visitorStage(visitor: VisitorStatus): VisitorStage {
  const { status, address, chainId, activeChainId, sessionAddress } = visitor;
  if (address === undefined) return status === 'reconnecting' ? 'connecting' : 'disconnected';
  if (chainId !== activeChainId) return 'wrong-chain';
  return sessionAddress !== null && isSameAddress(address, sessionAddress) ? 'authorized' : 'connected';
}
