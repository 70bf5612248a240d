import { buttonClass } from '@city-mint/ui/button.tsx';
import { Choice, FilterChips } from '@city-mint/ui/choice.tsx';
import { EmptyState } from '@city-mint/ui/empty-state.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { Skeleton, SkeletonRows } from '@city-mint/ui/skeleton.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { commandApi } from '#platform/api.ts';
import { getRouteApi, Link } from '#platform/router/router.tsx';
import { showToast } from '#platform/toast-store.ts';
import { ensureAuthorized } from '#session/ensure-authorized.ts';
import { useVisitor } from '#session/use-visitor.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { Page } from '#ui/page.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { PullToRefresh } from '#ui/pull-to-refresh.tsx';
import { holdKeyboard } from '#ui/sheet-field.ts';
import { BOARD_NAMES, BOARD_PERIODS, type BoardName, type BoardPeriod } from './board-names.ts';
import { boardQuery, teamKeys } from './team-queries.ts';
import { parseBoardSearch } from './team-search.ts';
import { BoardRows, BoardSource } from './views/board-rows.tsx';
import { NameSheet } from './views/name-sheet.tsx';
import { OwnPlace } from './views/own-place.tsx';
import { Podium } from './views/podium.tsx';
import { ShowMeSwitch } from './views/show-me-switch.tsx';

const route = getRouteApi('/leaderboards', parseBoardSearch);

/** The users with the most mints, invitations and losses by period, and the user's own rank. */
export function BoardsPage() {
  const t = useTranslations('boards');
  const { stage, address } = useVisitor();
  const account = stage === 'authorized' ? address : null;
  const { board = 'mint', period = 'week' } = route.useSearch();
  const navigate = route.useNavigate();
  const queryClient = useQueryClient();
  const query = useQuery({
    ...boardQuery({ board, period, address: account }),
    // Until the own place is known, the board of the document, which every reader gets.
    placeholderData: (previous) => previous ?? queryClient.getQueryData(teamKeys.board(board, period, null)),
  });
  const mine = query.data?.mine ?? null;
  const go = (next: { board: BoardName; period: BoardPeriod }) => void navigate({ search: next, replace: true });
  return (
    <Page tabBar={false}>
      <PageHeader title={t('title')} backTo="/my" aside={mine !== null && <ShowMe name={mine.name} />} />
      {mine !== null && mine.removedName !== null && <Notice>{t('nameRemoved', { name: mine.removedName })}</Notice>}
      <FilterChips
        label={t('board')}
        options={BOARD_NAMES.map((value) => ({ value, label: t(`boards.${value}`) }))}
        value={board}
        onChange={(value) => go({ board: value, period })}
      />
      <Choice
        label={t('period')}
        options={BOARD_PERIODS.map((value) => ({ value, label: t(`periods.${value}`) }))}
        value={period}
        onChange={(value) => go({ board, period: value })}
      />
      <Board query={query} isSignedIn={account !== null} />
    </Page>
  );
}

type BoardProps = { readonly query: ReturnType<typeof useBoard>; readonly isSignedIn: boolean };
const useBoard = (asked: Parameters<typeof boardQuery>[0]) => useQuery(boardQuery(asked));

function Board({ query, isSignedIn }: BoardProps) {
  const t = useTranslations('boards');
  const { data, error, refetch } = query;
  if (data === undefined) {
    if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
    return (
      <>
        <Skeleton className="h-[2.6rem] w-full rounded-2xl" />
        <SkeletonRows />
      </>
    );
  }
  const { items, board } = data;
  return (
    <>
      <PullToRefresh onRefresh={() => refetch()}>
        <div className={`flex flex-col gap-4 pb-28 ${query.isPlaceholderData ? 'opacity-60' : ''}`}>
          {items.length === 0 ? (
            <EmptyState
              icon="record"
              title={t('empty')}
              text={t('emptyText')}
              action={
                <Link to="/city" className={buttonClass('soft', 'small')}>
                  {t('toCities')}
                </Link>
              }
            />
          ) : (
            <>
              <Podium first={items.slice(0, 3)} label={`${t(`boards.${board}`)} · ${t('podium')}`} />
              <BoardRows items={items} />
            </>
          )}
          <BoardSource data={data} />
        </div>
      </PullToRefresh>
      <OwnPlace board={data} onSignIn={() => void ensureAuthorized()} isSignedIn={isSignedIn} />
    </>
  );
}

/** Shows the user on the boards once they have chosen a name, or hides them. */
function ShowMe({ name }: { readonly name: string | null }) {
  const t = useTranslations('boards');
  const queryClient = useQueryClient();
  const [isChoosing, setIsChoosing] = useState(false);
  const change = async (next: string | null) => {
    const answer = await commandApi('POST /api/app/user/leaderboardName', { name: next });
    if (answer === null) return false;
    if (!answer.ok) {
      showToast(answer.msg, 'danger');
      return false;
    }
    await queryClient.invalidateQueries({ queryKey: teamKeys.allBoards });
    showToast(t(next === null ? 'nowHidden' : 'nowShown'), 'success');
    return true;
  };
  const choose = () => {
    holdKeyboard();
    setIsChoosing(true);
  };
  return (
    <>
      <ShowMeSwitch
        label={t('showMe')}
        isOn={name !== null}
        onChange={(isOn) => (isOn ? choose() : void change(null))}
      />
      <NameSheet open={isChoosing} onChoose={change} onClose={() => setIsChoosing(false)} />
    </>
  );
}
