import {
  parseAssetsSearch,
  parseDepositSearch,
  parseRecordDetailSearch,
  parseRecordSearch,
  parseWithdrawSearch,
} from '#assets/assets-search.ts';
import { parseEarningsSearch } from '#earnings/earnings-search.ts';
import { parseStatementSearch } from '#earnings/statement-search.ts';
import { HomePage } from '#home/home-page.tsx';
import { parseMinerSearch } from '#miner/miner-search.ts';
import { setRoutes } from '#platform/router/routes.ts';
import { parseCitySearch } from '#rounds/city-search.ts';
import { parseSwapDetailSearch, parseSwapSearch } from '#swap/swap-search.ts';
import { parseBoardSearch, parseTeamRecordSearch, parseTeamSearch } from '#team/team-search.ts';
import { lazyScreen } from './lazy-screen.tsx';

/** The screens by path; the empty path leads to `/index`. */
const routes = setRoutes({
  // Part of the first load, because most visits begin there. The others are fetched on demand.
  '/index': { component: HomePage },
  '/city': {
    component: lazyScreen(['rounds', 'live', 'orders'], async () => (await import('#rounds/city-page.tsx')).CityPage),
    validateSearch: parseCitySearch,
  },
  '/assets': {
    component: lazyScreen(['assets'], async () => (await import('#assets/assets-page.tsx')).AssetsPage),
    validateSearch: parseAssetsSearch,
  },
  '/deposit': {
    component: lazyScreen(['assets'], async () => (await import('#assets/deposit-page.tsx')).DepositPage),
    validateSearch: parseDepositSearch,
  },
  '/withdraw': {
    component: lazyScreen(['assets'], async () => (await import('#assets/withdraw-page.tsx')).WithdrawPage),
    validateSearch: parseWithdrawSearch,
  },
  '/record': {
    component: lazyScreen(['assets', 'time'], async () => (await import('#assets/record-page.tsx')).RecordPage),
    validateSearch: parseRecordSearch,
  },
  '/record-detail': {
    component: lazyScreen(['assets'], async () => (await import('#assets/record-detail-page.tsx')).RecordDetailPage),
    validateSearch: parseRecordDetailSearch,
  },
  '/swap': {
    component: lazyScreen(['swap', 'assets'], async () => (await import('#swap/swap-page.tsx')).SwapPage),
    validateSearch: parseSwapSearch,
  },
  '/swapDetail': {
    component: lazyScreen(['swap'], async () => (await import('#swap/swap-detail-page.tsx')).SwapDetailPage),
    validateSearch: parseSwapDetailSearch,
  },
  '/question': {
    component: lazyScreen(['questions'], async () => (await import('#questions/question-page.tsx')).QuestionPage),
  },
  '/proof': { component: lazyScreen(['proof'], async () => (await import('#proof/proof-page.tsx')).ProofPage) },
  '/team': {
    component: lazyScreen(['team'], async () => (await import('#team/team-page.tsx')).TeamPage),
    validateSearch: parseTeamSearch,
  },
  '/team-record': {
    component: lazyScreen(['team'], async () => (await import('#team/team-record-page.tsx')).TeamRecordPage),
    validateSearch: parseTeamRecordSearch,
  },
  '/leaderboards': {
    component: lazyScreen(['boards'], async () => (await import('#team/boards-page.tsx')).BoardsPage),
    validateSearch: parseBoardSearch,
  },
  '/earnings_aic': {
    component: lazyScreen(['earnings', 'time'], async () => (await import('#earnings/earnings-page.tsx')).EarningsPage),
  },
  '/earningsLogs': {
    component: lazyScreen(['earnings', 'time'], async () => (await import('#earnings/logs-page.tsx')).EarningsLogsPage),
    validateSearch: parseEarningsSearch,
  },
  '/statement': {
    component: lazyScreen(
      ['earnings', 'time'],
      async () => (await import('#earnings/statement-page.tsx')).StatementPage,
    ),
    validateSearch: parseStatementSearch,
  },
  '/machine': {
    component: lazyScreen(['miner', 'time'], async () => (await import('#miner/machine-page.tsx')).MachinePage),
  },
  '/earnings_fmc': {
    component: lazyScreen(['miner', 'time'], async () => (await import('#miner/records-page.tsx')).MinerRecordsPage),
    validateSearch: parseMinerSearch,
  },
  '/myDetail': {
    component: lazyScreen(['passport'], async () => (await import('#my/my-detail-page.tsx')).MyDetailPage),
  },
  '/my': { component: lazyScreen(['my'], async () => (await import('#my/my-page.tsx')).MyPage) },
});

declare module '#platform/router/routes.ts' {
  interface Register {
    routes: typeof routes;
  }
}
