import type { Prompt } from './prompt-store.ts';
import { isSameAddress, type MemberStatus, visitorStage } from './visitor-stage.ts';

export type ConnectionEffect = {
  readonly endSession: boolean;
  /** The wallet is another one than the session's: say so. */
  readonly walletChanged: boolean;
  /** `close` shuts whatever prompt is open; null leaves it. */
  readonly prompt: Prompt | 'close' | null;
};

const NOTHING: ConnectionEffect = { endSession: false, walletChanged: false, prompt: null };

/** What follows when connection or session change (spec section 4). */
export function connectionChange(before: MemberStatus, now: MemberStatus): ConnectionEffect {
  const wasConnected = before.address !== undefined;
  const stage = visitorStage(now);
  if (now.address === undefined) {
    return wasConnected && now.status === 'disconnected'
      ? { endSession: now.sessionAddress !== null, walletChanged: false, prompt: 'connect' }
      : NOTHING;
  }
  const foreign = now.sessionAddress !== null && !isSameAddress(now.address, now.sessionAddress);
  const unchanged =
    stage === visitorStage(before) && before.address === now.address && before.sessionAddress === now.sessionAddress;
  if (unchanged && !foreign) return NOTHING;
  const prompt = stage === 'wrong-chain' ? 'switch' : stage === 'authorised' ? 'close' : 'authorise';
  return { endSession: foreign, walletChanged: foreign, prompt };
}
