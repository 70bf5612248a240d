/** Where a visitor stands (spec sections 4 and 6). `connecting`: a kept connection is being taken up again. */
export type VisitorStage = 'connecting' | 'disconnected' | 'wrong-chain' | 'connected' | 'authorised';

export type MemberStatus = {
  readonly status: 'connected' | 'connecting' | 'reconnecting' | 'disconnected';
  readonly address: string | undefined;
  readonly chainId: number | undefined;
  readonly activeChainId: number;
  /** Address of the session, or null when logged out. */
  readonly sessionAddress: string | null;
};

/** The stage that follows from connection and session. A session of another address than the connected one counts for nothing. */
export function visitorStage(standing: MemberStatus): VisitorStage {
  const { status, address, chainId, activeChainId, sessionAddress } = standing;
  if (address === undefined) return status === 'reconnecting' ? 'connecting' : 'disconnected';
  if (chainId !== activeChainId) return 'wrong-chain';
  return sessionAddress !== null && isSameAddress(address, sessionAddress) ? 'authorised' : 'connected';
}

export function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
