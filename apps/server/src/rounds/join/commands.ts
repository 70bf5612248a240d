import type pg from 'pg';
import { createBatcher } from '#platform/batcher.ts';
import type { Database } from '#platform/database/database.ts';
import type { ObserveJoins } from '../metrics.ts';
import { joinOneByOne } from './join-one-by-one.ts';
import { joinPlainOrders } from './join-plain-orders.ts';
import type { JoinAnswer, JoinRequest } from './join-request.ts';

/** Orders of one batch at most; larger ones gain nothing (docs/decisions/0004-group-commit.md). */
const BATCH_MAXIMUM = 2_000;

/**
 * The command that joins a round, for any number of callers: those who ask at the same time share a transaction (group commit), each gets
 * its own answer. Any number of processes do this side by side, the round's row lock decides. The same request id again gives the same
 * answer and moves no money. Refusals come in the order of rules.md section 4.
 */
export function createJoinRound(deps: {
  readonly pool: pg.Pool;
  readonly db: Database;
  /** Told of each batch that was answered. */
  readonly observe?: ObserveJoins;
}): (request: JoinRequest) => Promise<JoinAnswer> {
  return createBatcher<JoinRequest, JoinAnswer>({
    laneOf: (request) => request.roundId.toString(),
    keyOf: (request) => request.userId.toString(),
    maximum: BATCH_MAXIMUM,
    work: async (requests) => {
      const answers = await joinPlainOrders(deps.pool, requests);
      const left = requests.filter((_request, index) => answers[index] === undefined);
      if (left.length > 0) {
        const decided = await joinOneByOne(deps.db, left);
        let next = 0;
        answers.forEach((answer, index) => {
          if (answer === undefined) answers[index] = decided[next++];
        });
      }
      const given = answers.filter((answer) => answer !== undefined);
      deps.observe?.(given);
      return given;
    },
  });
}
