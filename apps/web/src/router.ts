import type {
  AssetsSearch,
  DepositSearch,
  RecordDetailSearch,
  RecordSearch,
  WithdrawSearch,
} from '#assets/assets-search.ts';
import type { EarningsSearch } from '#earnings/earnings-search.ts';
import { HomePage } from '#home/home-page.tsx';
import type { MinerSearch } from '#miner/miner-search.ts';
import { setRoutes } from '#platform/router/routes.ts';
import type { RangeSearch } from '#platform/time-range.ts';
import type { CitySearch } from '#rounds/city/city-search.ts';
import type { SettledSearch } from '#rounds/settled/settled-search.ts';
import type { SwapDetailSearch, SwapSearch } from '#swap/swap-search.ts';
import type { BoardSearch, TeamRecordSearch, TeamSearch } from '#team/team-search.ts';
import { lazyScreen } from './lazy-screen.tsx';

/** The screens by path; the empty path leads to `/index`. */
const routes = setRoutes({
  // Part of the first load, because most visits start there; the others are fetched on demand.
  '/index': HomePage,
  '/city': lazyScreen<CitySearch>(
    ['rounds', 'live', 'orders', 'notify'],
    async () => (await import('#rounds/city/city-page.tsx')).CityPage,
  ),
  '/round': lazyScreen<SettledSearch>(
    ['settled', 'rounds'],
    async () => (await import('#rounds/settled/settled-page.tsx')).SettledPage,
  ),
  '/assets': lazyScreen<AssetsSearch>(
    ['assets', 'time'],
    async () => (await import('#assets/assets-page.tsx')).AssetsPage,
  ),
  '/deposit': lazyScreen<DepositSearch>(
    ['assets'],
    async () => (await import('#assets/recharge/deposit-page.tsx')).DepositPage,
  ),
  '/withdraw': lazyScreen<WithdrawSearch>(
    ['assets', 'recipients'],
    async () => (await import('#assets/withdraw/withdraw-page.tsx')).WithdrawPage,
  ),
  '/record': lazyScreen<RecordSearch>(
    ['assets', 'time'],
    async () => (await import('#assets/records/record-page.tsx')).RecordPage,
  ),
  '/record-detail': lazyScreen<RecordDetailSearch>(
    ['assets'],
    async () => (await import('#assets/records/record-detail-page.tsx')).RecordDetailPage,
  ),
  '/swap': lazyScreen<SwapSearch>(['swap', 'assets'], async () => (await import('#swap/swap-page.tsx')).SwapPage),
  '/swapDetail': lazyScreen<SwapDetailSearch>(
    ['swap'],
    async () => (await import('#swap/swap-detail-page.tsx')).SwapDetailPage,
  ),
  '/question': lazyScreen(
    ['questions', 'rounds', 'live', 'team'],
    async () => (await import('#questions/question-page.tsx')).QuestionPage,
  ),
  '/proof': lazyScreen(['proof'], async () => (await import('#proof/proof-page.tsx')).ProofPage),
  '/operatorLog': lazyScreen(['actions'], async () => (await import('#operators/operators-page.tsx')).OperatorsPage),
  '/team': lazyScreen<TeamSearch>(['team', 'recipients'], async () => (await import('#team/team-page.tsx')).TeamPage),
  '/team-record': lazyScreen<TeamRecordSearch>(
    ['team'],
    async () => (await import('#team/team-record-page.tsx')).TeamRecordPage,
  ),
  '/leaderboards': lazyScreen<BoardSearch>(['boards'], async () => (await import('#team/boards-page.tsx')).BoardsPage),
  '/earnings_aic': lazyScreen(
    ['earnings', 'time'],
    async () => (await import('#earnings/earnings-page.tsx')).EarningsPage,
  ),
  '/earningsLogs': lazyScreen<EarningsSearch>(
    ['earnings', 'time'],
    async () => (await import('#earnings/logs-page.tsx')).EarningsLogsPage,
  ),
  '/statement': lazyScreen<RangeSearch>(
    ['earnings', 'time'],
    async () => (await import('#earnings/statement-page.tsx')).StatementPage,
  ),
  '/machine': lazyScreen(
    ['miner', 'time', 'wallet'],
    async () => (await import('#miner/machine-page.tsx')).MachinePage,
  ),
  '/earnings_fmc': lazyScreen<MinerSearch>(
    ['miner', 'time'],
    async () => (await import('#miner/records-page.tsx')).MinerRecordsPage,
  ),
  '/mail': lazyScreen(['mail'], async () => (await import('#notifications/mail-page.tsx')).MailPage),
  '/myDetail': lazyScreen(['passport'], async () => (await import('#my/my-detail-page.tsx')).MyDetailPage),
  '/my': lazyScreen(['my', 'notify'], async () => (await import('#my/my-page.tsx')).MyPage),
});

declare module '#platform/router/routes.ts' {
  interface Register {
    routes: typeof routes;
  }
}
