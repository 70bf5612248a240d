import type pg from 'pg';
import { createBatcher } from '#platform/batcher.ts';
import type { Database } from '#platform/database/database.ts';
import { joinOneByOne } from './join-one-by-one.ts';
import { joinPlainOrders } from './join-plain-orders.ts';
import type { JoinAnswer, JoinRequest, ObserveJoins } from './join-request.ts';

/** Orders per batch at most; larger batches gain nothing (docs/decisions/0004-group-commit.md). */
const BATCH_LIMIT = 2_000;

/**
 * Returns the command that joins a round, for any number of callers. Concurrent calls share a transaction (group
 * commit) and each gets its own answer; several processes may do so at the same time, because the round's row lock
 * orders them. A repeated request id gets the same answer and moves no money. Refusals come in the order of
 * docs/money-rules.md#4-join.
 */
export function createJoinRound(deps: {
  readonly pool: pg.Pool;
  readonly db: Database;
  /** Called with the answers of each batch. */
  readonly observe?: ObserveJoins;
}): (request: JoinRequest) => Promise<JoinAnswer> {
  return createBatcher<JoinRequest, JoinAnswer>({
    partitionOf: (request) => request.roundId.toString(),
    keyOf: (request) => request.userId.toString(),
    maximum: BATCH_LIMIT,
    work: async (requests) => {
      const plainAnswers = await joinPlainOrders(deps.pool, requests);
      const undecided = requests.filter((_request, index) => plainAnswers[index] === undefined);
      const decided = undecided.length === 0 ? [] : await joinOneByOne(deps.db, undecided);
      let nextDecided = 0;
      const answers = plainAnswers
        .map((answer) => answer ?? decided[nextDecided++])
        .filter((answer) => answer !== undefined);
      deps.observe?.(answers);
      return answers;
    },
  });
}
