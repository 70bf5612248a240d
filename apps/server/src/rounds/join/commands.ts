import type pg from 'pg';
import { createBatcher } from '#platform/batcher.ts';
import type { Database } from '#platform/database/database.ts';
import { joinOneByOne } from './join-one-by-one.ts';
import { isLockedTooLong, joinPlainOrders, joinPlainOrdersOfRounds } from './join-plain-orders.ts';
import type { JoinAnswer, JoinRequest, ObserveJoins } from './join-request.ts';

/** Orders per batch at most; larger batches gain nothing (docs/decisions/0004-group-commit.md). */
const BATCH_LIMIT = 1_000;
/** How long a round has batches of its own after its lock was not released in time. */
const APART_MS = 5_000;

type JoinDeps = {
  readonly pool: pg.Pool;
  readonly db: Database;
  /** Called with the answers of each batch. */
  readonly observe?: ObserveJoins;
};

type Join = (request: JoinRequest) => Promise<JoinAnswer>;

/**
 * Returns the command that joins a round, for any number of callers. Concurrent calls share a transaction (group
 * commit), whatever their rounds, and each gets its own answer; several processes may do so at the same time, because
 * the rounds' row locks order them. A round with joins that need a decision has batches of its own until they are
 * decided, and so have rounds whose locks are not released soon: none holds up the others. A repeated request id gets
 * the same answer and moves no money. Refusals come in the order of docs/money-rules.md#4-join.
 */
export function createJoinRound(deps: JoinDeps): Join {
  const apart = createJoinApart(deps);
  const joinTogether = createBatcher<JoinRequest, JoinAnswer | Promise<JoinAnswer>>({
    partitionOf: () => 'all rounds',
    keyOf: ({ userId }) => userId.toString(),
    maximum: BATCH_LIMIT,
    work: async (requests) => {
      // Who came before in the same round is decided first.
      const free = requests.filter(({ roundId }) => !apart.has(roundId));
      const answers = await joinFree(deps, free, apart.holdOff);
      const answerOf = new Map(free.map((request, index) => [request, answers[index]]));
      return requests.map((request) => answerOf.get(request) ?? apart.join(request, answerOf.has(request)));
    },
  });
  return async (request) => (apart.has(request.roundId) ? apart.join(request, false) : joinTogether(request));
}

/** Returns the answers of one statement for all of their rounds, undefined for those still to decide. */
async function joinFree(
  { pool, observe }: JoinDeps,
  requests: readonly JoinRequest[],
  holdOff: (roundId: bigint) => void,
): Promise<(JoinAnswer | undefined)[]> {
  try {
    const answers = await joinPlainOrdersOfRounds(pool, requests);
    observe?.(answers.filter((answer) => answer !== undefined));
    return answers;
  } catch (error) {
    if (!isLockedTooLong(error)) throw error;
    for (const { roundId } of requests) holdOff(roundId);
    return requests.map(() => undefined);
  }
}

/** Returns what joins rounds in batches of their own, and says which rounds have them now. */
function createJoinApart({ pool, db, observe }: JoinDeps) {
  const rounds = new Map<bigint, { waiting: number; until: number }>();
  const tried = new WeakSet<JoinRequest>();
  const stateOf = (roundId: bigint) => {
    const state = rounds.get(roundId) ?? { waiting: 0, until: 0 };
    rounds.set(roundId, state);
    return state;
  };
  const forget = (roundId: bigint) => {
    const { waiting, until } = stateOf(roundId);
    if (waiting === 0 && until <= performance.now()) rounds.delete(roundId);
  };
  const joinBatch = createBatcher<JoinRequest, JoinAnswer>({
    partitionOf: ({ roundId }) => roundId.toString(),
    keyOf: ({ userId }) => userId.toString(),
    maximum: BATCH_LIMIT,
    work: async (requests) => {
      const isTried = requests.every((request) => tried.has(request));
      const plain = isTried ? [] : await joinPlainOrders(pool, requests);
      const undecided = requests.filter((_request, index) => plain[index] === undefined);
      const decided = undecided.length === 0 ? [] : await joinOneByOne(db, undecided);
      let nextDecided = 0;
      const answers = requests
        .map((_request, index) => plain[index] ?? decided[nextDecided++])
        .filter((answer) => answer !== undefined);
      observe?.(answers);
      return answers;
    },
  });
  return {
    has(roundId: bigint): boolean {
      if (rounds.has(roundId)) forget(roundId);
      return rounds.has(roundId);
    },
    /** The round has batches of its own for a while. */
    holdOff: (roundId: bigint) => {
      stateOf(roundId).until = performance.now() + APART_MS;
    },
    /** Joins after all others of the round that wait here; `isTried` says that the statement has left it open. */
    async join(request: JoinRequest, isTried: boolean): Promise<JoinAnswer> {
      if (isTried) tried.add(request);
      const state = stateOf(request.roundId);
      state.waiting += 1;
      try {
        return await joinBatch(request);
      } finally {
        state.waiting -= 1;
        forget(request.roundId);
      }
    },
  };
}
