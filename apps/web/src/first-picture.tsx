import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { LANGUAGES, localeOf } from '@city-mint/domain/languages';
import type { TextArea } from '@city-mint/texts/messages';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { IntlProvider, useTranslations } from 'use-intl';
import { assetsKeys } from '#assets/assets-queries.ts';
import { AssetsSkeleton } from '#assets/views/assets-skeleton.tsx';
import { HomePage } from '#home/home-page.tsx';
import { OperatorsPage } from '#operators/operators-page.tsx';
import { chooseLanguage, loadTexts, setCityNames, useLanguageStore } from '#platform/i18n/language-store.ts';
import { type PageLanguage, parseLanguage } from '#platform/i18n/languages.ts';
import { useEntry } from '#platform/router/location.ts';
import { ProofPage } from '#proof/proof-page.tsx';
import { proofKeys } from '#proof/proof-queries.ts';
import { publicStateKeys } from '#public-state/public-state-queries.ts';
import { QuestionPage } from '#questions/question-page.tsx';
import { questionsKeys } from '#questions/questions-queries.ts';
import { citiesKeys } from '#rounds/cities-queries.ts';
import { CityPage } from '#rounds/city/city-page.tsx';
import { roundsKeys } from '#rounds/rounds-queries.ts';
import { SwapPage } from '#swap/swap-page.tsx';
import { BoardsPage } from '#team/boards-page.tsx';
import { teamKeys } from '#team/team-queries.ts';
import { Page } from '#ui/page.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { TabBar } from '#ui/tab-bar.tsx';
import type { FirstAnswers } from './first-answers.ts';

/** The API's replies from which the pictures are rendered; which ones are present depends on the screen. */
export type PictureAnswers = {
  readonly home: ReplyOf<'GET /api/app/home'>;
  /** The names of cities, only in the language of the picture. */
  readonly cityNames: ReplyOf<'GET /api/app/lang'>['cities'];
  readonly cities?: ReplyOf<'GET /api/app/warehouses'>;
  readonly latest?: { readonly cityId: string; readonly round: ReplyOf<'POST /api/app/last/crowdfund'> };
  readonly questions?: ReplyOf<'POST /api/app/qa'>;
  /** The preview of the least amount in the first open round. */
  readonly preview?: ReplyOf<'POST /api/app/preview'>;
  readonly proof?: ReplyOf<'GET /api/app/proof'>;
  /** The mints of the week. */
  readonly board?: ReplyOf<'GET /api/app/leaderboard'>;
  readonly config?: ReplyOf<'GET /api/app/config'>;
};

type Picture = {
  readonly screen: ComponentType;
  /** Areas of texts that it needs besides the core. */
  readonly areas: readonly TextArea[];
  readonly hasTabBar: boolean;
};

/** Screens that are the same for every signed-out visitor, or frames of others. */
const PICTURES: Readonly<Record<string, Picture>> = {
  '/index': { screen: HomePage, areas: [], hasTabBar: true },
  '/city': { screen: CityPage, areas: ['rounds', 'live', 'orders', 'notify'], hasTabBar: true },
  '/question': { screen: QuestionPage, areas: ['questions', 'rounds', 'live', 'team'], hasTabBar: false },
  '/proof': { screen: ProofPage, areas: ['proof'], hasTabBar: false },
  '/assets': { screen: AssetsFrame, areas: ['assets'], hasTabBar: true },
  '/swap': { screen: SwapPage, areas: ['swap', 'assets'], hasTabBar: false },
  '/leaderboards': { screen: BoardsPage, areas: ['boards'], hasTabBar: false },
  '/operatorLog': { screen: OperatorsPage, areas: ['actions'], hasTabBar: false },
};

/** The frame of a screen whose content is its user's. */
function AssetsFrame() {
  const t = useTranslations('assets');
  return (
    <Page>
      <PageHeader title={t('title')} />
      <AssetsSkeleton />
    </Page>
  );
}

/** A picture, and the data with which the page's script then renders the same. */
type Drawn = { readonly markup: string; readonly answers: FirstAnswers };

/**
 * Returns a screen as markup for the server's document, rendered from the API's replies in a language: the first view
 * of the page's script, without the parts that only the script draws. It is a separate build, which the API runs.
 */
export async function renderFirstPicture(path: string, answers: PictureAnswers, language: string): Promise<Drawn> {
  const picture = PICTURES[path];
  if (picture === undefined) throw new Error(`no picture of ${path}`);
  await chooseLanguage(parseLanguage(LANGUAGES.find((known) => known === language)));
  await loadTexts(picture.areas);
  setCityNames(answers.cityNames);
  const state = useLanguageStore.getState();
  // Without a browser, React reads a store's initial state.
  Object.assign(useLanguageStore.getInitialState(), state);
  Object.assign(useEntry.getInitialState(), { path });
  const client = new QueryClient();
  const queries = queriesOf(answers, state.language);
  for (const [key, data] of queries) client.setQueryData(key, data);
  const markup = renderToString(
    <QueryClientProvider client={client}>
      <IntlProvider locale={localeOf(state.language)} messages={state.messages} onError={() => undefined}>
        <picture.screen />
        {picture.hasTabBar && <TabBar />}
      </IntlProvider>
    </QueryClientProvider>,
  );
  return {
    // The page's policy forbids style attributes. Controls do nothing before the script loads; links work.
    markup: markup
      .replace(/ style="[^"]*"/g, '')
      .replaceAll('<button ', '<button disabled="" ')
      .replaceAll(/<input (?=[^>]*type="(?:radio|checkbox)")/g, '<input disabled="" ')
      .replaceAll(/<input (?!disabled)/g, '<input readonly="" '),
    answers: { serverTime: answers.home.serverTime, cityNames: answers.cityNames, queries },
  };
}

/** Returns the replies by the keys of their queries. */
function queriesOf(answers: PictureAnswers, language: PageLanguage): FirstAnswers['queries'] {
  const { home, cities, latest, questions, preview, proof, board, config } = answers;
  const [round] = home.openRounds;
  return [
    [publicStateKeys.overview, home] as const,
    ...(cities === undefined ? [] : [[citiesKeys.list, cities] as const]),
    ...(latest === undefined ? [] : [[roundsKeys.latest(latest.cityId), latest.round] as const]),
    ...(proof === undefined ? [] : [[proofKeys.roots, proof] as const]),
    ...(config === undefined ? [] : [[assetsKeys.config, config] as const]),
    ...(board === undefined ? [] : [[teamKeys.board(board.board, board.period, null), board] as const]),
    ...(questions === undefined ? [] : [[questionsKeys.inLanguage(language), questions] as const]),
    ...(preview === undefined || round === undefined
      ? []
      : [[roundsKeys.preview(round.roundId, round.minimum), preview] as const]),
  ];
}

/** Returns the tag for `<html lang>` of the language that is shown. */
export function documentLanguage(language: string): string {
  return localeOf(parseLanguage(LANGUAGES.find((known) => known === language)));
}
