import { z } from 'zod';
import { type ExchangeSettings, postSigned } from './post-signed.ts';

/** A user's claim to own an account at the exchange, with the code that the exchange showed for the user's address. */
export type AccountClaim = {
  readonly requestId: string;
  readonly uid: string;
  /** EIP-55. */
  readonly address: string;
  readonly code: string;
};

/**
 * `confirmed` or `rejected` by the exchange's own signature, for exactly this claim; `failed`: no authentic answer, so
 * the same request is retried.
 */
export type AccountAnswer =
  | { readonly state: 'confirmed' }
  | { readonly state: 'rejected' | 'failed'; readonly problem: string };

export type ConfirmAccount = (claim: AccountClaim, signal?: AbortSignal) => Promise<AccountAnswer>;

const answerSchema = z.object({
  requestId: z.string(),
  uid: z.string(),
  address: z.string(),
  status: z.enum(['confirmed', 'rejected']),
});

/** Returns a function that asks the exchange to confirm an account and verifies the signed answer; it never throws. */
export function createAccountClient(settings: ExchangeSettings): ConfirmAccount {
  return async (claim, signal) => {
    const answer = await postSigned(settings, { path: '/accounts', content: claim, signal });
    if ('problem' in answer) return { state: 'failed', problem: answer.problem };
    const parsed = answerSchema.safeParse(answer.content);
    if (!parsed.success) return { state: 'failed', problem: `HTTP ${answer.status}, an answer of another shape` };
    const { requestId, uid, address, status } = parsed.data;
    if (requestId !== claim.requestId || uid !== claim.uid || address !== claim.address) {
      return { state: 'failed', problem: 'answered with another account' };
    }
    if (status === 'rejected') return { state: 'rejected', problem: 'rejected by the exchange' };
    return answer.status === 200 ? { state: 'confirmed' } : { state: 'failed', problem: `HTTP ${answer.status}` };
  };
}
