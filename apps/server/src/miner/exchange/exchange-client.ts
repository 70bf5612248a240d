import { formatAmount } from '@city-mint/domain/money/amount-text';
import { z } from 'zod';
import { type ExchangeSettings, postSigned } from './post-signed.ts';

/** A grant of hash power to send to the exchange; hash rate in base units. */
export type Grant = { readonly grantId: string; readonly uid: string; readonly hashRate: bigint };

/**
 * The outcome of sending a grant. `acknowledged`: the exchange confirms exactly this grant. `failed`: no authentic
 * answer; the grant may have arrived, so it is resent with the same id. `wrong`: the signed answer of the exchange
 * confirms a different grant or refuses it, so a retry would not help.
 */
export type GrantAnswer =
  | { readonly state: 'acknowledged' }
  | { readonly state: 'failed' | 'wrong'; readonly problem: string };

export type SendGrant = (grant: Grant, signal?: AbortSignal) => Promise<GrantAnswer>;

const answerSchema = z.object({ grantId: z.string(), uid: z.string(), hashPower: z.string(), status: z.string() });

/** Returns a function that sends one signed grant to the exchange and verifies the signed answer; it never throws. */
export function createExchangeClient(settings: ExchangeSettings): SendGrant {
  return async (grant, signal) => {
    const content = { grantId: grant.grantId, uid: grant.uid, hashPower: formatAmount(grant.hashRate) };
    const answer = await postSigned(settings, { path: '/grants', content, signal });
    return 'problem' in answer ? { state: 'failed', problem: answer.problem } : readGrantAnswer(grant, answer);
  };
}

function readGrantAnswer(grant: Grant, answer: { readonly status: number; readonly content: unknown }): GrantAnswer {
  const parsed = answerSchema.safeParse(answer.content);
  if (!parsed.success) return { state: 'wrong', problem: `HTTP ${answer.status}, an answer of another shape` };
  const { grantId, uid, hashPower, status } = parsed.data;
  const wrong = [
    ...(grantId === grant.grantId ? [] : [`grant ${grantId}`]),
    ...(uid === grant.uid ? [] : [`uid ${uid}`]),
    ...(hashPower === formatAmount(grant.hashRate) ? [] : [`hash power ${hashPower}`]),
    ...(status === 'accepted' && answer.status === 200 ? [] : [`status ${status}, HTTP ${answer.status}`]),
  ];
  if (wrong.length === 0) return { state: 'acknowledged' };
  return { state: 'wrong', problem: `answered with ${wrong.join(', ')}`.slice(0, 500) };
}
