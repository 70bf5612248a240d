import { Button } from '@city-mint/ui/button.tsx';
import { SkeletonRows } from '@city-mint/ui/skeleton.tsx';
import { Tabs } from '@city-mint/ui/tabs.tsx';
import { useTranslations } from 'use-intl';
import { getRouteApi, navigate } from '#platform/router/router.tsx';
import { showToast } from '#platform/toast-store.ts';
import { usePendingRequest } from '#platform/use-pending-request.ts';
import { ensureAuthorized } from '#session/ensure-authorized.ts';
import { SessionGate } from '#session/session-gate.tsx';
import { useVisitor } from '#session/use-visitor.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { lazySheet } from '#ui/lazy-sheet.tsx';
import { Page } from '#ui/page.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { onceSheetsAreClosed } from '#ui/sheet-history.ts';
import type { AutoMintSheetProps } from '../auto-mint/auto-mint-sheet.tsx';
import { joinRequests, retryJoin } from '../join/join-flow.ts';
import type { RechargeAmounts } from '../join/missing-amount.ts';
import { PendingJoin } from '../join/pending-join.tsx';
import type { MyMintsProps } from '../orders/my-mints.tsx';
import type { OrderSheetProps } from '../orders/order-sheet.tsx';
import { CityRounds } from './city-rounds.tsx';
import { type CitySearch, parseCitySearch } from './city-search.ts';

const route = getRouteApi('/city', parseCitySearch);

const MyMints = lazyPart<MyMintsProps>(
  ['rounds', 'live', 'orders'],
  async () => (await import('../orders/my-mints.tsx')).MyMints,
  <SkeletonRows />,
);
const OrderSheet = lazySheet<OrderSheetProps>(
  ['rounds', 'live', 'orders'],
  async () => (await import('../orders/order-sheet.tsx')).OrderSheet,
);
const AutoMintSheet = lazySheet<AutoMintSheetProps>(
  ['rounds', 'live', 'auto'],
  async () => (await import('../auto-mint/auto-mint-sheet.tsx')).AutoMintSheet,
);

/** The cities being minted, and the user's orders. */
export function CityPage() {
  const t = useTranslations('rounds');
  const search = route.useSearch();
  const navigateHere = route.useNavigate();
  const { canRead, address } = useVisitor();
  const go = (next: CitySearch, replace = false) => void navigateHere({ search: next, replace });
  const account = canRead ? address : null;
  const pending = usePendingRequest(joinRequests, account, async (request) => {
    const outcome = await retryJoin(request);
    if (outcome.kind === 'refused') showToast(outcome.text, 'danger');
    if (outcome.kind !== 'joined') return;
    showToast(t('join.doneTitle'), 'success');
    go({ tab: 'mine', order: outcome.order.orderId });
  });
  const openAuto = async () => {
    // Reading needs a session, but not our chain.
    if (canRead || (await ensureAuthorized())) go({ ...search, auto: 'open' });
  };

  return (
    <Page>
      <PageHeader
        title={t('title')}
        aside={
          <Button
            kind="soft"
            size="small"
            onPointerEnter={() => void AutoMintSheet.preload()}
            onClick={() => void openAuto()}
          >
            {t('autoMint')}
          </Button>
        }
      />
      {pending !== null && <PendingJoin pending={pending} />}
      <Tabs
        label={t('tabs.label')}
        value={search.tab ?? 'cities'}
        onChange={(tab) => go(tab === 'mine' ? { tab } : {}, true)}
        tabs={[
          {
            value: 'cities',
            label: t('tabs.cities'),
            panel: (
              <CityRounds
                cityId={search.city}
                roundId={search.round}
                isListOpen={search.past === 'open'}
                onList={(city, open) => go(open ? { ...search, city, past: 'open' } : withoutList(search), !open)}
                joinAmount={search.join}
                onRecharge={(city, amounts) => leaveForRecharge(city, amounts, go)}
                onCity={(city) => go({ city }, true)}
                onRound={(city, round) => go(round === null ? { city } : { city, round }, true)}
                pendingJoin={pending}
                onShowOrder={(order) => go({ tab: 'mine', order })}
              />
            ),
          },
          {
            value: 'mine',
            label: t('tabs.mine'),
            panel: (
              <SessionGate text={t('mineGate')}>
                <MyMints
                  status={search.status}
                  onStatus={(status) => go({ tab: 'mine', ...(status === undefined ? {} : { status }) }, true)}
                  onOpen={(order) => go({ ...search, order })}
                  onCities={() => go({})}
                />
              </SessionGate>
            ),
          },
        ]}
      />
      <CitySheets search={search} go={go} />
    </Page>
  );
}

/** Returns the URL state without the list of rounds. */
function withoutList({ past: _past, ...search }: CitySearch): CitySearch {
  return search;
}

/** Opens the recharge of the missing amount. Back and the credit lead to the form with the amount of the join. */
function leaveForRecharge(
  city: string,
  { wanted, missing }: RechargeAmounts,
  go: (next: CitySearch, replace: boolean) => void,
): void {
  const { join } = parseCitySearch({ join: wanted });
  const search = { city, join: join ?? '0' };
  const amount = missing === null ? {} : { amount: missing };
  onceSheetsAreClosed(() => {
    go(search, true);
    navigate({ to: '/deposit', search: { currency: 'JU', ...amount, back: `/city?${new URLSearchParams(search)}` } });
  });
}

type CitySheetsProps = {
  readonly search: CitySearch;
  readonly go: (next: CitySearch, replace?: boolean) => void;
};

/** The sheets that the URL opens. */
function CitySheets({ search, go }: CitySheetsProps) {
  const { order, ...withoutOrder } = search;
  const { auto, ...withoutAuto } = search;
  return (
    <>
      <AutoMintSheet open={auto === 'open'} onClose={() => go(withoutAuto, true)} />
      <OrderSheet open={order !== undefined} orderId={order ?? null} onClose={() => go(withoutOrder, true)} />
    </>
  );
}
