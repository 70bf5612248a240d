import {
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  type RouterHistory,
} from '@tanstack/react-router';
import { parseJournalSearch } from '#journal/journal-search.ts';
import { parseLogSearch } from '#log/log-search.ts';
import { parseMoneySearch } from '#money/money-search.ts';
import { parseParticipantSearch, parseParticipantsSearch } from '#participants/participants-search.ts';
import { parsePlansSearch } from '#plans/plans-search.ts';
import { parseRewardsSearch } from '#rewards/rewards-search.ts';
import { parseRoundSearch, parseRoundsSearch } from '#rounds/rounds-search.ts';
import { Crashed } from '#shell/error-pages.tsx';
import { rootRoute } from '#shell/root-route.tsx';
import { parseWithdrawalsSearch } from '#withdrawals/withdrawals-search.ts';
import { parseContentSearch } from './content/content-search.ts';

/**
 * A page of a room: `page(path, lazyRouteComponent(() => import(…), 'XPage'))`. Its code
 * is fetched when it is opened; its filters and the open row are in its address.
 */
function page<const Path extends string>(path: Path, component: RouteComponent) {
  return createRoute({ getParentRoute: () => rootRoute, path, component });
}

const PAGES = [
  page(
    '/',
    lazyRouteComponent(() => import('./overview/overview-page.tsx'), 'OverviewPage'),
  ),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/content',
    validateSearch: parseContentSearch,
    component: lazyRouteComponent(() => import('./content/content-page.tsx'), 'ContentPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/plans',
    validateSearch: parsePlansSearch,
    component: lazyRouteComponent(() => import('./plans/plans-page.tsx'), 'PlansPage'),
  }),
  page(
    '/plans/$planId',
    lazyRouteComponent(() => import('./plans/plan-page.tsx'), 'PlanPage'),
  ),
  page(
    '/plans/drafts/$draftId',
    lazyRouteComponent(() => import('./plans/draft-page.tsx'), 'DraftPage'),
  ),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/rounds',
    validateSearch: parseRoundsSearch,
    component: lazyRouteComponent(() => import('./rounds/rounds-page.tsx'), 'RoundsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/rounds/$roundId',
    validateSearch: parseRoundSearch,
    component: lazyRouteComponent(() => import('./rounds/round-page.tsx'), 'RoundPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/log',
    validateSearch: parseLogSearch,
    component: lazyRouteComponent(() => import('./log/log-page.tsx'), 'LogPage'),
  }),
  page(
    '/proposals',
    lazyRouteComponent(() => import('./proposals/proposals-page.tsx'), 'ProposalsPage'),
  ),
  page(
    '/proposals/$proposalId',
    lazyRouteComponent(() => import('./proposals/proposal-page.tsx'), 'ProposalPage'),
  ),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/participants',
    validateSearch: parseParticipantsSearch,
    component: lazyRouteComponent(() => import('./participants/participants-page.tsx'), 'ParticipantsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/participants/$address',
    validateSearch: parseParticipantSearch,
    component: lazyRouteComponent(() => import('./participants/participant-page.tsx'), 'ParticipantPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/withdrawals',
    validateSearch: parseWithdrawalsSearch,
    component: lazyRouteComponent(() => import('./withdrawals/withdrawals-page.tsx'), 'WithdrawalsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/money',
    validateSearch: parseMoneySearch,
    component: lazyRouteComponent(() => import('./money/money-page.tsx'), 'MoneyPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/rewards',
    validateSearch: parseRewardsSearch,
    component: lazyRouteComponent(() => import('./rewards/rewards-page.tsx'), 'RewardsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/journal',
    validateSearch: parseJournalSearch,
    component: lazyRouteComponent(() => import('./journal/journal-page.tsx'), 'JournalPage'),
  }),
  page(
    '/limits',
    lazyRouteComponent(() => import('./limits/limits-page.tsx'), 'LimitsPage'),
  ),
  page(
    '/regions',
    lazyRouteComponent(() => import('./regions/regions-page.tsx'), 'RegionsPage'),
  ),
  page(
    '/chain',
    lazyRouteComponent(() => import('./chain/chain-page.tsx'), 'ChainPage'),
  ),
  page(
    '/operators',
    lazyRouteComponent(() => import('./operators/operators-page.tsx'), 'OperatorsPage'),
  ),
];

/** Returns the router of all rooms, over the browser's addresses unless a history is given. */
export function createConsoleRouter(history?: RouterHistory) {
  return createRouter({
    routeTree: rootRoute.addChildren(PAGES),
    defaultPreload: 'intent',
    // Inside the frame, from which the other pages can be reached.
    defaultErrorComponent: Crashed,
    scrollRestoration: true,
    // Removes parameters that a page does not declare, before the page reads them.
    search: { strict: true },
    ...(history !== undefined && { history }),
  });
}

/** The pages of all rooms. */
export type ConsoleRouter = ReturnType<typeof createConsoleRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: ConsoleRouter;
  }
}
