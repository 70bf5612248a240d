import { currentSession } from '#platform/session-store.ts';
import { activeChain } from './active-chain.ts';
import { type VisitorStage, type VisitorStatus, visitorStage } from './visitor-stage.ts';
import { useWalletStore } from './wallet-store.ts';

/** The connection and session of this moment, for code outside React; components call `useVisitor`. */
export function currentVisitor(): VisitorStatus {
  const { status, address, chainId } = useWalletStore.getState();
  return { status, address, chainId, activeChainId: activeChain.id, sessionAddress: currentSession()?.address ?? null };
}

/** The visitor's stage at this moment. */
export function currentStage(): VisitorStage {
  return visitorStage(currentVisitor());
}
