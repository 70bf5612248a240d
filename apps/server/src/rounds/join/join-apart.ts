import type pg from 'pg';
import { createBatcher } from '#platform/batcher.ts';
import type { Database } from '#platform/database/database.ts';
import { joinOneByOne } from './join-one-by-one.ts';
import { joinPlainOrders } from './join-plain-orders.ts';
import type { JoinAnswer, JoinRequest, ObserveJoins } from './join-request.ts';

/** Maximum number of orders per batch; larger batches gain nothing (docs/decisions/0004-group-commit.md). */
export const BATCH_LIMIT = 1_000;
/** How long a round has separate batches after its lock was not released in time. */
const APART_MS = 5_000;

/** What traces show of a join: its round and request id, by which the order is found. */
export const TRACED_JOINS = {
  name: 'join',
  attributesOf: ({ roundId, requestId }: JoinRequest) => ({
    'city_mint.round': roundId.toString(),
    'city_mint.request_id': requestId,
  }),
};

export type JoinDeps = {
  readonly pool: pg.Pool;
  readonly db: Database;
  /** Called with the answers of each batch. */
  readonly observe?: ObserveJoins;
};

/** Returns the joins in separate batches per round, and which rounds currently have them. */
export function createJoinApart({ pool, db, observe }: JoinDeps) {
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
    traced: TRACED_JOINS,
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
    /** Backs off the rounds of these joins: they have separate batches for a while. Evicts expired rounds. */
    holdOff(requests: readonly JoinRequest[]): void {
      // A caller may name rounds that do not exist, once each.
      for (const roundId of rounds.keys()) forget(roundId);
      for (const { roundId } of requests) stateOf(roundId).until = performance.now() + APART_MS;
    },
    /** The number of tracked rounds. */
    count: () => rounds.size,
    /**
     * Joins after all other waiting requests of the round. `isTried` means that the statement left the request
     * undecided.
     */
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
