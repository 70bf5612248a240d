import type { publishedPlanEndpoints } from '@city-mint/api-contract/rounds/published-plan';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handler.ts';
import { readPlanOfRound } from '#rounds/offers/queries/plan-list.ts';
import { findPublication, readLogPage } from '../queries/list-log.ts';

const LOG_PAGE = 50;

const storedDocument = z.json();

/** Returns the handlers of the public records of operators: the log of their actions, and signed plans. */
export function publicLogRoutes({
  db,
}: {
  readonly db: Database;
}): Handlers<'GET /api/app/operatorLog' | keyof typeof publishedPlanEndpoints> {
  return {
    async 'GET /api/app/operatorLog'(request) {
      const page = await readLogPage(db, { ...request, limit: LOG_PAGE });
      return 'refusal' in page ? page : { data: page };
    },
    async 'GET /api/app/rounds/:roundId/plan'({ roundId }) {
      const published = await readPlanOfRound(db, BigInt(roundId));
      if (published === undefined) return { refusal: 'not-found', details: { field: 'roundId' } };
      const { planId, city, phase, publishedAt, document, simulation } = published;
      return {
        data: {
          planId: planId.toString(),
          ...{ city, phase },
          publishedAt: publishedAt.getTime(),
          plan: storedDocument.parse(document),
          simulation: storedDocument.parse(simulation),
          log: await findPublication(db, { city, phase, publishedAt }),
        },
      };
    },
  };
}
