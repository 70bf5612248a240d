import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { DEFAULT_LANGUAGE, type Language } from '@city-mint/domain/languages';
import { unitsOf } from '@city-mint/domain/money/amount-text';
import type { DrawnPath } from '#platform/http/draw-document.ts';
import type { Handlers, Outcome } from '#platform/http/handler.ts';

/** The data of a picture, the same for every reader of a language. Data of a single screen is absent for others. */
export type PictureAnswers = {
  readonly home: ReplyOf<'GET /api/app/home'>;
  /** The names of cities in that language only. */
  readonly cityNames: ReplyOf<'GET /api/app/lang'>['cities'];
  readonly cities?: ReplyOf<'GET /api/app/warehouses'>;
  /** The latest round of the city that is shown by default. */
  readonly latest?: { readonly cityId: string; readonly round: ReplyOf<'POST /api/app/last/crowdfund'> };
  readonly questions?: ReplyOf<'POST /api/app/qa'>;
  /** The preview of the minimum amount in the first open round. */
  readonly preview?: ReplyOf<'POST /api/app/preview'>;
  readonly proof?: ReplyOf<'GET /api/app/proof'>;
  /** The leaderboard that is shown by default. */
  readonly board?: ReplyOf<'GET /api/app/leaderboard'>;
  readonly config?: ReplyOf<'GET /api/app/config'>;
};

/** The calls whose answers are rendered. */
export type PictureReaders = Pick<
  Handlers,
  | 'GET /api/app/home'
  | 'GET /api/app/warehouses'
  | 'GET /api/app/lang'
  | 'POST /api/app/last/crowdfund'
  | 'POST /api/app/qa'
  | 'POST /api/app/preview'
  | 'GET /api/app/proof'
  | 'GET /api/app/leaderboard'
  | 'GET /api/app/config'
>;

/** A caller without an address. */
const NOBODY = {
  requestId: 'first-picture',
  lang: DEFAULT_LANGUAGE,
  ip: '',
  region: null,
  origin: null,
  participant: null,
};

/** Returns the data of a screen in a language for an unknown caller; rejects where a call is refused. */
export async function readPictureAnswers(
  readers: PictureReaders,
  path: DrawnPath,
  language: Language,
): Promise<PictureAnswers> {
  const [home, texts] = await Promise.all([
    answered(readers['GET /api/app/home']({}, NOBODY)),
    answered(readers['GET /api/app/lang']({}, NOBODY)),
  ]);
  const common = { home, cityNames: { [language]: texts.cities[language] ?? {} } };
  if (path === '/question') return { ...common, ...(await readQuestions(readers, home, language)) };
  if (path === '/proof') return { ...common, proof: await answered(readers['GET /api/app/proof']({}, NOBODY)) };
  if (path === '/leaderboards') {
    const asked = { board: 'mint', period: 'week' } as const;
    return { ...common, board: await answered(readers['GET /api/app/leaderboard'](asked, NOBODY)) };
  }
  if (path === '/swap') return { ...common, config: await answered(readers['GET /api/app/config']({}, NOBODY)) };
  if (path === '/operatorLog' || path === '/assets') return common;
  const cities = await answered(readers['GET /api/app/warehouses']({}, NOBODY));
  if (path === '/index') return { ...common, cities };
  const [first] = cities.cities;
  const cityId = (cities.cities.find(({ openRound }) => openRound !== null) ?? first)?.cityId;
  if (cityId === undefined) return { ...common, cities };
  const round = await answered(readers['POST /api/app/last/crowdfund']({ cityId }, NOBODY));
  return { ...common, cities, latest: { cityId, round } };
}

async function readQuestions(readers: PictureReaders, home: PictureAnswers['home'], language: Language) {
  const questions = await answered(readers['POST /api/app/qa']({ lang: language }, NOBODY));
  const [round] = home.openRounds;
  if (round === undefined) return { questions };
  const preview = await readers['POST /api/app/preview'](
    { roundId: round.roundId, amount: unitsOf(round.minimum) },
    NOBODY,
  );
  // Refused if the round became full or ended in the meantime: then the picture has no example.
  return 'refusal' in preview ? { questions } : { questions, preview: preview.data };
}

/** Returns the data of an answer; rejects for a refusal. */
async function answered<Key extends keyof PictureReaders>(outcome: Promise<Outcome<Key>>): Promise<ReplyOf<Key>> {
  const settled = await outcome;
  if ('refusal' in settled) throw new Error(`the first answers were refused: ${settled.refusal}`);
  return settled.data;
}
