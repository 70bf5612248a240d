import type { textsEndpoints } from '@city-mint/api-contract/texts/endpoints';
import type { qaEndpoints } from '@city-mint/api-contract/texts/qa-endpoints';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handler.ts';
import { readCityNames } from '#rounds/offers/queries/cities.ts';
import { contactOf } from './contact-of.ts';
import { readQa } from './queries/read-qa.ts';
import { readTexts } from './queries/read-texts.ts';

export type TextsDeps = {
  readonly db: Database;
  /** Where the operator can be reached, as the configuration says. */
  readonly operatorContact: string;
};

/** Returns the handlers of the calls for texts, questions and contact links. */
export function textsRoutes({
  db,
  operatorContact,
}: TextsDeps): Handlers<keyof typeof textsEndpoints | keyof typeof qaEndpoints> {
  const configured = contactOf(operatorContact);
  return {
    async 'GET /api/app/lang'() {
      const [lang, cities] = await Promise.all([readTexts(db), readCityNames(db)]);
      return { data: { lang, cities } };
    },
    'POST /api/app/qa': async ({ lang }, call) => ({
      data: await readQa(db, { lang: lang ?? call.lang, configured }),
    }),
  };
}
