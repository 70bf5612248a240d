import { currentSession } from '#platform/session-store.ts';
import { activeChain } from './active-chain.ts';
import { type VisitorStage, type VisitorStatus, visitorStage } from './visitor-stage.ts';
import { useWalletStore } from './wallet-store.ts';

/** Returns the current connection and session, for code outside React; components call `useVisitor`. */
export function currentVisitor(): VisitorStatus {
  const { status, address, chainId } = useWalletStore.getState();
  return { status, address, chainId, activeChainId: activeChain.id, sessionAddress: currentSession()?.address ?? null };
}

/** Returns the visitor's current stage. */
export function currentStage(): VisitorStage {
  return visitorStage(currentVisitor());
}
