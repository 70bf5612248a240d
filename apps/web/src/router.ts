import {
  createRootRoute,
  createRoute,
  createRouter,
  parseSearchWith,
  redirect,
  stringifySearchWith,
} from '@tanstack/react-router';
import {
  parseAssetsSearch,
  parseCurrencySearch,
  parseRecordDetailSearch,
  parseRecordSearch,
  parseWithdrawSearch,
} from '#assets/assets-search.ts';
import { HomePage } from '#home/home-page.tsx';
import { parseCitySearch } from '#rounds/city-search.ts';
import { CrashPage, NotFoundPage } from './error-pages.tsx';
import { lazyScreen } from './lazy-screen.tsx';
import { RootPage } from './root-page.tsx';

const rootRoute = createRootRoute({ component: RootPage });

const emptyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/index', replace: true });
  },
});

// The home screen is part of the first load, because most visits begin there. The others are fetched on demand.
const homeRoute = createRoute({ getParentRoute: () => rootRoute, path: '/index', component: HomePage });

const myRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/my',
  component: lazyScreen(['my'], async () => (await import('#my/my-page.tsx')).MyPage),
});

const cityRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/city',
  validateSearch: parseCitySearch,
  component: lazyScreen(['rounds', 'live'], async () => (await import('#rounds/city-page.tsx')).CityPage),
});

const assetsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/assets',
  validateSearch: parseAssetsSearch,
  component: lazyScreen(['assets'], async () => (await import('#assets/assets-page.tsx')).AssetsPage),
});

const depositRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/deposit',
  validateSearch: parseCurrencySearch,
  component: lazyScreen(['assets'], async () => (await import('#assets/deposit-page.tsx')).DepositPage),
});

const withdrawRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/withdraw',
  validateSearch: parseWithdrawSearch,
  component: lazyScreen(['assets'], async () => (await import('#assets/withdraw-page.tsx')).WithdrawPage),
});

const recordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/record',
  validateSearch: parseRecordSearch,
  component: lazyScreen(['assets'], async () => (await import('#assets/record-page.tsx')).RecordPage),
});

const recordDetailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/record-detail',
  validateSearch: parseRecordDetailSearch,
  component: lazyScreen(['assets'], async () => (await import('#assets/record-detail-page.tsx')).RecordDetailPage),
});

const routeTree = rootRoute.addChildren([
  emptyRoute,
  homeRoute,
  cityRoute,
  assetsRoute,
  depositRoute,
  withdrawRoute,
  recordRoute,
  recordDetailRoute,
  myRoute,
]);

export const router = createRouter({
  routeTree,
  defaultNotFoundComponent: NotFoundPage,
  defaultErrorComponent: CrashPage,
  defaultPreload: 'intent',
  scrollRestoration: true,
  // Texts, not JSON: ids have up to 19 digits, more than a JSON number can represent.
  parseSearch: parseSearchWith((text) => text),
  stringifySearch: stringifySearchWith(JSON.stringify),
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
