import { isSameAddress } from '#platform/same-address.ts';
import type { Prompt } from './prompt-store.ts';
import { type VisitorStatus, visitorStage } from './visitor-stage.ts';

export type ConnectionEffect = {
  readonly endSession: boolean;
  /** The wallet has another account than the session: notify the user. */
  readonly walletChanged: boolean;
  /** The prompt to open; `close` closes the open one, null keeps it. */
  readonly prompt: Prompt | 'close' | null;
};

const NO_EFFECT: ConnectionEffect = { endSession: false, walletChanged: false, prompt: null };

/**
 * Returns the effects of a change of connection or session. `stays`: the visitor chose to stay on the wallet's chain.
 */
export function connectionChange(previous: VisitorStatus, current: VisitorStatus, stays = false): ConnectionEffect {
  // While an earlier connection is restored, its address is already known; a tab without the wallet ends no session.
  const wasConnected = previous.status === 'connected';
  const stage = visitorStage(current);
  if (current.address === undefined) {
    return wasConnected && current.status === 'disconnected'
      ? { endSession: current.sessionAddress !== null, walletChanged: false, prompt: 'connect' }
      : NO_EFFECT;
  }
  const isOtherAccount = current.sessionAddress !== null && !isSameAddress(current.address, current.sessionAddress);
  const isUnchanged =
    stage === visitorStage(previous) &&
    previous.address === current.address &&
    previous.sessionAddress === current.sessionAddress;
  if (isUnchanged && !isOtherAccount) return NO_EFFECT;
  const isSignedIn = current.sessionAddress !== null && !isOtherAccount;
  const prompt = stage === 'wrong-chain' && !stays ? 'switch' : isSignedIn ? 'close' : 'authorize';
  return { endSession: isOtherAccount, walletChanged: isOtherAccount, prompt };
}
