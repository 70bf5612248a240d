import { isSameAddress } from '#platform/same-address.ts';
import { useSessionStore } from '#platform/session-store.ts';
import { activeChain } from './active-chain.ts';
import { type VisitorStage, visitorStage } from './visitor-stage.ts';
import { useWalletStore } from './wallet-store.ts';

export type Visitor = {
  readonly stage: VisitorStage;
  readonly address: `0x${string}` | null;
  /** Signed in with the connected address, on any chain: the user's data can be read. */
  readonly canRead: boolean;
};

/** Returns the visitor's stage and connected address. */
export function useVisitor(): Visitor {
  const { status, address, chainId } = useWalletStore();
  const sessionAddress = useSessionStore(({ session }) => session?.address ?? null);
  const stage = visitorStage({ status, address, chainId, activeChainId: activeChain.id, sessionAddress });
  const canRead = address !== undefined && sessionAddress !== null && isSameAddress(address, sessionAddress);
  return { stage, address: address ?? null, canRead };
}
