import { formatAmount } from '@city-mint/domain/money/amount-text';
import { smallestAmount, type TokenAmount, tokenAmount, ZERO } from '@city-mint/domain/money/token-amount';
import { decideJoin, type JoinRefusal, type JoinRound } from '@city-mint/domain/rounds/decide-join';
import type { Database } from '#platform/database/database.ts';
import { retryTransaction } from '#platform/database/transaction.ts';
import { saveRefusals } from '#requests/commands.ts';
import { type AcceptedJoin, identityOf, type JoinAnswer, type JoinRequest } from './join-request.ts';
import { findEarlierAnswers, type LockedRound, loadJoinRound, lockWallets, saveOrders, type Wallet } from './store.ts';

/**
 * Joins in one transaction, where the domain decides each request after the previous one: near the quota, at a wallet's
 * maximum, for repeated request ids and for all refusals. The requests belong to one round and different users. Returns
 * the answers in the order of the requests (docs/money-rules.md#4-join).
 */
export async function joinOneByOne(db: Database, requests: readonly JoinRequest[]): Promise<JoinAnswer[]> {
  const attempt = async (tx: Database): Promise<JoinAnswer[]> => {
    const roundId = requests[0]?.roundId ?? 0n;
    // Before the ids are looked up: a withdrawal with the same request id locks the same account.
    const wallets = await lockWallets(tx, roundId, requests);
    const round = await loadJoinRound(tx, roundId);
    const earlier = await findEarlierAnswers(tx, requests);
    const isOver = ({ userId }: JoinRequest) => !wallets.has(userId);
    const fresh = requests.filter((request, index) => earlier[index] === undefined && !isOver(request));
    const decided =
      round === undefined ? await refuseUnknown(tx, fresh) : await decideFresh(tx, { round, wallets }, fresh);
    return requests.map((request, index) =>
      isOver(request) ? SESSION_OVER : (earlier[index] ?? decided.get(request) ?? unanswered()),
    );
  };
  return retryTransaction(() => db.transaction().execute(attempt), { whenKeyExists: true, whenSessionEnds: true });
}

/** The session ended while the request waited; nothing is stored, since another session may repeat the request. */
const SESSION_OVER = { refusal: 'session-ended', details: {} } as const;

/** Permanently refuses requests for a round that does not exist: a round with this id may be published later. */
async function refuseUnknown(tx: Database, requests: readonly JoinRequest[]): Promise<Map<JoinRequest, JoinAnswer>> {
  const answer = { refusal: 'not-found', details: { field: 'roundId' } } as const;
  await saveRefusals(
    tx,
    'join',
    requests.map((request) => ({ ...identityOf(request), token: request.token, ...answer })),
  );
  return new Map(requests.map((request) => [request, answer]));
}

async function decideFresh(
  tx: Database,
  { round, wallets }: { round: LockedRound; wallets: ReadonlyMap<bigint, Wallet> },
  requests: readonly JoinRequest[],
): Promise<Map<JoinRequest, JoinAnswer>> {
  const answers = new Map<JoinRequest, JoinAnswer>();
  const acceptedJoins: AcceptedJoin[] = [];
  const refused: { request: JoinRequest; refusal: JoinRefusal; details: Record<string, string> }[] = [];
  let current: JoinRound = round;
  for (const request of requests) {
    const wallet = wallets.get(request.userId) ?? { available: ZERO, alreadyJoined: ZERO };
    const decision = decideJoin(current, { ...request, ...wallet, isBarred: request.barredRegion !== undefined });
    if (decision.ok) {
      acceptedJoins.push({ request, accepted: decision.accepted, rank: decision.rank });
      const filled = tokenAmount(current.filled + decision.accepted);
      current = { ...current, filled, orders: decision.rank, state: filled === current.quota ? 'full' : current.state };
    } else {
      const details = detailsOf(decision.refusal, current, { ...request, ...wallet });
      refused.push({ request, refusal: decision.refusal, details });
      answers.set(request, { refusal: decision.refusal, details });
    }
  }
  for (const saved of await saveOrders(tx, round, acceptedJoins)) {
    answers.set(saved.request, { order: saved.order });
  }
  await saveRefusals(
    tx,
    'join',
    refused.map(({ request, ...answer }) => ({ ...identityOf(request), token: request.token, ...answer })),
  );
  return answers;
}

/** The details of each refusal: the field, and the limit in whole units or UTC milliseconds. */
function detailsOf(
  refusal: JoinRefusal,
  round: JoinRound,
  { available, barredRegion = '' }: { readonly available: TokenAmount; readonly barredRegion?: string },
): Record<string, string> {
  switch (refusal) {
    case 'round-not-open':
      return { field: 'roundId', opensAt: round.opensAt.toString(), closesAt: round.closesAt.toString() };
    case 'round-full':
      return { field: 'roundId', limit: formatAmount(round.quota) };
    case 'terms-changed':
      return { field: 'termsHash', limit: round.termsHash };
    case 'amount-not-positive':
      return { field: 'amount', limit: '0' };
    case 'below-minimum': {
      const left = tokenAmount(round.quota - round.filled);
      return { field: 'amount', limit: formatAmount(smallestAmount(round.minimum, left)) };
    }
    case 'wallet-maximum-reached':
      return { field: 'amount', limit: formatAmount(round.walletMaximum) };
    case 'insufficient-balance':
      return { field: 'amount', limit: formatAmount(available) };
    case 'region-not-allowed':
      return { limit: barredRegion };
    case 'consent-required':
    case 'joins-paused':
      return {};
  }
}

function unanswered(): never {
  throw new Error('a join was neither accepted nor refused');
}
