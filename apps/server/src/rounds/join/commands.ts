import { createBatcher } from '#platform/batcher.ts';
import { BATCH_LIMIT, createJoinApart, type JoinDeps, TRACED_JOINS } from './join-apart.ts';
import { isLockedTooLong, joinPlainOrders } from './join-plain-orders.ts';
import type { JoinAnswer, JoinRequest } from './join-request.ts';

/** How long a batch waits for a lock, so that a round whose lock is held does not hold up the others. */
const LOCK_MS = 250;

type Join = (request: JoinRequest) => Promise<JoinAnswer>;

/**
 * Returns the command that joins a round, for any number of callers. Concurrent calls share a transaction (group
 * commit) across rounds, and each gets its own answer; several processes may run it concurrently, because the rounds'
 * row locks order them. A round with joins that need a decision has separate batches until they are decided, and so do
 * rounds whose locks are not released soon, so that neither delays the others. A repeated request id gets the same
 * answer and moves no money. Refusals are in the order of docs/money-rules.md#4-join.
 */
export function createJoinRound(deps: JoinDeps): Join {
  const apart = createJoinApart(deps);
  const joinTogether = createBatcher<JoinRequest, JoinAnswer | Promise<JoinAnswer>>({
    partitionOf: () => 'all rounds',
    keyOf: ({ userId }) => userId.toString(),
    maximum: BATCH_LIMIT,
    traced: TRACED_JOINS,
    work: async (requests) => {
      // Earlier requests of the same round are decided first.
      const free = requests.filter(({ roundId }) => !apart.has(roundId));
      const answers = await joinFree(deps, free, apart.holdOff);
      const answerOf = new Map(free.map((request, index) => [request, answers[index]]));
      return requests.map((request) => answerOf.get(request) ?? apart.join(request, answerOf.has(request)));
    },
  });
  return async (request) => (apart.has(request.roundId) ? apart.join(request, false) : joinTogether(request));
}

/** Returns the answers of one statement for all of their rounds, undefined for undecided requests. */
async function joinFree(
  { pool, observe }: JoinDeps,
  requests: readonly JoinRequest[],
  holdOff: (requests: readonly JoinRequest[]) => void,
): Promise<(JoinAnswer | undefined)[]> {
  try {
    const answers = await joinPlainOrders(pool, requests, { lockMs: LOCK_MS });
    observe?.(answers.filter((answer) => answer !== undefined));
    return answers;
  } catch (error) {
    if (!isLockedTooLong(error)) throw error;
    holdOff(requests);
    return requests.map(() => undefined);
  }
}
