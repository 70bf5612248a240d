import type { textsEndpoints } from '@city-mint/api-contract/texts-endpoints';
import type { Database } from '../platform/database/database.ts';
import type { Handlers } from '../platform/http/handler.ts';
import { readTexts } from './queries/read-texts.ts';

/** Answers to the calls of texts-endpoints.ts. */
export function textsRoutes({ db }: { db: Database }): Handlers<keyof typeof textsEndpoints> {
  return {
    'GET /api/app/lang': async () => ({ data: { lang: await readTexts(db) } }),
  };
}
