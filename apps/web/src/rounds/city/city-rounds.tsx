import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { RefusalError } from '@city-mint/client/refusal-error.ts';
import { EmptyState } from '@city-mint/ui/empty-state.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { lazyCode, partOf } from '#platform/lazy-code.ts';
import { pollWhileDown } from '#platform/live-store.ts';
import type { PendingRequest } from '#platform/pending-requests.ts';
import { usePreload } from '#platform/preload-code.ts';
import { OutlookLink } from '#simulation/outlook-link.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { lazySheet } from '#ui/lazy-sheet.tsx';
import { PullToRefresh } from '#ui/pull-to-refresh.tsx';
import { preloadSheet } from '#ui/sheet.tsx';
import { holdKeyboard } from '#ui/sheet-field.ts';
import { onceSheetsAreClosed } from '#ui/sheet-history.ts';
import { citiesQuery } from '../cities-queries.ts';
import { chosenRoundQuery } from '../history-queries.ts';
import type { JoinDialogProps } from '../join/join-dialog.tsx';
import type { JoinBody } from '../join/join-flow.ts';
import { useJoinBarrier } from '../join/use-join-barrier.ts';
import { BarrierNotice } from '../join/views/barrier-notice.tsx';
import { roundQuery } from '../rounds-queries.ts';
import { OwnOrders, RoundHistory } from './round-history.tsx';
import { CityPicker } from './views/city-picker.tsx';
import { CityRound, CitySkeleton } from './views/city-round.tsx';

type CityRoundsProps = {
  readonly cityId: string | undefined;
  /** A round other than the latest one. */
  readonly roundId: string | undefined;
  readonly onCity: (cityId: string) => void;
  /** Shows another round of a city; null means its latest. */
  readonly onRound: (cityId: string, roundId: string | null) => void;
  /** Whether the list of all rounds of a city is open, and the callback that opens and closes it. */
  readonly isListOpen: boolean;
  readonly onList: (cityId: string, open: boolean) => void;
  /** The amount with which the user returns from a recharge: it opens the sheet. */
  readonly joinAmount: string | undefined;
  /** Leaves for a recharge, with the city and the amounts of the sheet. */
  readonly onRecharge: JoinDialogProps['onRecharge'];
  readonly pendingJoin: PendingRequest<JoinBody> | null;
  readonly onShowOrder: (orderId: string) => void;
};

const JoinDialog = lazySheet<JoinDialogProps>(
  ['rounds', 'live', 'notify'],
  async () => (await import('../join/join-dialog.tsx')).JoinDialog,
);

const REMINDER = lazyCode(['live'], () => import('./opening-reminder.ts'));
const CITIES_REFRESH_MS = 5_000;

/** The cities, and the latest round of the chosen one, live. */
export function CityRounds(props: CityRoundsProps) {
  const { cityId, roundId, onCity, onRound, isListOpen, onList, joinAmount, onRecharge } = props;
  const { pendingJoin, onShowOrder } = props;
  const t = useTranslations('rounds');
  usePreload(async () => void (await Promise.all([JoinDialog.preload(), preloadSheet()])));
  const cities = useQuery({ ...citiesQuery, refetchInterval: () => pollWhileDown(CITIES_REFRESH_MS) });
  const list = cities.data?.cities ?? [];
  const barrier = useJoinBarrier();
  const chosen = useChosenCity(list, cityId);
  const latest = useShownRound(chosen?.cityId ?? null, roundId ?? null);
  const shown = shownRound(latest.data);
  const openJoin = useRef<OpenJoin>(null);
  const refresh = () => Promise.all([cities.refetch(), latest.refetch()]);

  // A cached list may lack the URL's city: do not show another city while the list is fetched.
  const isAwaited =
    cityId !== undefined && chosen?.cityId !== cityId && cities.isFetching && !cities.isFetchedAfterMount;
  if (cities.isPending || isAwaited) return <CitySkeleton />;
  if (cities.data === undefined) return <ErrorState error={cities.error} onRetry={() => void cities.refetch()} />;
  if (chosen === undefined) return <EmptyState icon="city" title={t('noCities')} text={t('noCitiesText')} />;
  return (
    <PullToRefresh onRefresh={refresh}>
      <div className="flex flex-col gap-4">
        <BarrierNotice barrier={barrier} />
        <CityPicker cities={list} value={chosen.cityId} onChange={onCity} />
        {latest.error instanceof RefusalError && latest.data !== undefined && (
          <Notice kind="danger">{t('stale')}</Notice>
        )}
        {latest.isPending && <CitySkeleton />}
        {latest.data === undefined && latest.error !== null && (
          <ErrorState error={latest.error} onRetry={() => void latest.refetch()} />
        )}
        {latest.data !== undefined && shown === null && (
          <EmptyState icon="clock" title={t('noRound')} text={t('noRoundText')} />
        )}
        {shown !== null && (
          <CityRound
            {...shown}
            city={chosen}
            own={<OwnOrders roundId={shown.round.roundId} />}
            history={
              <RoundHistory
                round={shown.round}
                isLatest={roundId === undefined}
                onRound={(id) => onRound(chosen.cityId, id)}
                isListOpen={isListOpen}
                onList={(open) => onList(chosen.cityId, open)}
              />
            }
            outlook={<OutlookLink roundId={shown.round.roundId} />}
            onOver={() => void refresh()}
            onRemind={async () => (await partOf(REMINDER))?.downloadReminder(shown.round)}
            canJoin={barrier === null}
            onJoin={() => {
              holdKeyboard();
              openJoin.current?.(shown);
            }}
          />
        )}
        <JoinSheet
          opener={openJoin}
          joinAmount={joinAmount}
          onRecharge={onRecharge}
          shown={shown}
          onClosed={() => onCity(chosen.cityId)}
          pendingJoin={pendingJoin}
          onTermsChanged={() => void latest.refetch()}
          onShowOrder={onShowOrder}
        />
      </div>
    </PullToRefresh>
  );
}

/** Returns the chosen round of a city, else its latest. */
function useShownRound(cityId: string | null, roundId: string | null) {
  const latest = useQuery({ ...roundQuery(cityId ?? ''), enabled: cityId !== null && roundId === null });
  const chosen = useQuery({ ...chosenRoundQuery(roundId ?? ''), enabled: cityId !== null && roundId !== null });
  return roundId === null ? latest : chosen;
}

type City = ReplyOf<'GET /api/app/warehouses'>['cities'][number];

/** Returns the URL's city, else the first with an open round. */
function useChosenCity(list: readonly City[], cityId: string | undefined): City | undefined {
  // The first city shown stays until the user chooses another: a city that opens later must not replace the screen, or
  // the sheet that the user is filling in.
  const [initialCityId, setInitialCityId] = useState<string | null>(null);
  const wantedCityId = cityId ?? initialCityId;
  const chosen =
    list.find((city) => city.cityId === wantedCityId) ?? list.find((city) => city.openRound !== null) ?? list[0];
  if (initialCityId === null && chosen !== undefined) setInitialCityId(chosen.cityId);
  return chosen;
}

type UseJoiningInput = {
  readonly joinAmount: string | undefined;
  /** The round on the screen. */
  readonly shown: ShownRound | null;
  /** The form that the URL opened was closed: a reload must not open it again. */
  readonly onClosed: () => void;
};

/**
 * The round of the open sheet as last seen (the screen may already show its successor), and the functions that open and
 * close the sheet. After a recharge the sheet opens automatically, once.
 */
function useJoining({ joinAmount, shown, onClosed }: UseJoiningInput) {
  const [joining, setJoining] = useState<ShownRound | null>(null);
  const isReturned = useRef(false);
  const openOnce = useEffectEvent(() => {
    if (isReturned.current) return;
    isReturned.current = true;
    setJoining(shown);
  });
  // Leaving for the recharge also puts the amount into the URL; only a screen that starts with it opens the form.
  const [initialAmount] = useState(joinAmount);
  const isOpen = initialAmount !== undefined && shown?.round.state === 'open';
  useEffect(() => {
    if (!isOpen) return undefined;
    // Closing sheets is part of the back navigation that led here: open the form after it has finished.
    const timer = setTimeout(openOnce);
    return () => clearTimeout(timer);
  }, [isOpen]);
  const change = (round: ShownRound | null) => {
    setJoining(round);
    if (round === null && joinAmount !== undefined) onceSheetsAreClosed(onClosed);
  };
  return [joining, change] as const;
}

type ShownRound = Pick<JoinDialogProps, 'round' | 'terms' | 'termsHash'>;

function shownRound(latest: ReplyOf<'POST /api/app/last/crowdfund'> | undefined): ShownRound | null {
  const { round, terms, termsHash } = latest ?? { round: null, terms: null, termsHash: null };
  return round === null || terms === null || termsHash === null ? null : { round, terms, termsHash };
}

/** Opens the sheet to join a round. */
type OpenJoin = (round: ShownRound) => void;

type JoinSheetProps = Pick<JoinDialogProps, 'pendingJoin' | 'onTermsChanged' | 'onShowOrder' | 'onRecharge'> &
  UseJoiningInput & {
    /** Set to the function that opens the sheet: a tap then renders the sheet, and not the screen below it. */
    readonly opener: Ref<OpenJoin>;
  };

/** The sheet to join a round: it keeps its round when the next one replaces it on the screen. */
function JoinSheet({ joinAmount, shown, onClosed, opener, ...props }: JoinSheetProps) {
  const [joining, changeJoining] = useJoining({ joinAmount, shown, onClosed });
  useImperativeHandle(opener, () => changeJoining);
  // Keeps the content for the closing animation.
  const lastJoining = useRef(joining);
  if (joining !== null) lastJoining.current = joining;
  const begun = lastJoining.current;
  if (begun === null) return null;
  const isOnScreen = shown?.round.roundId === begun.round.roundId;
  const current = isOnScreen && shown !== null ? shown : begun;
  return (
    <JoinDialog
      {...props}
      {...current}
      initialAmount={joinAmount === undefined || joinAmount === '0' ? '' : joinAmount}
      key={current.round.roundId}
      next={isOnScreen ? null : (shown?.round ?? null)}
      open={joining !== null}
      onClose={() => changeJoining(null)}
      onReopen={() => changeJoining(current)}
      onShowOrder={(orderId) => {
        changeJoining(null);
        props.onShowOrder(orderId);
      }}
    />
  );
}
