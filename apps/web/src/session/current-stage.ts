import { getConnection } from 'wagmi/actions';
import { currentSession } from '#platform/session-store.ts';
import { activeChain } from './active-chain.ts';
import { type VisitorStage, visitorStage } from './visitor-stage.ts';
import { walletConfig } from './wallet-config.ts';

/** Where the visitor stands now, outside of React. */
export function currentStage(): VisitorStage {
  const { status, address, chainId } = getConnection(walletConfig);
  return visitorStage({
    status,
    address,
    chainId,
    activeChainId: activeChain.id,
    sessionAddress: currentSession()?.address ?? null,
  });
}
