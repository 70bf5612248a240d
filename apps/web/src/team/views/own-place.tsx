import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { useTranslations } from 'use-intl';
import { shownAmount } from '#platform/i18n/amount-text.ts';
import { Amount } from '#ui/amount.tsx';

type OwnPlaceProps = {
  readonly board: ReplyOf<'GET /api/app/leaderboard'>;
  readonly isSignedIn: boolean;
  readonly onSignIn: () => void;
};

/** The user's own rank among everyone, pinned to the bottom of the screen, whether listed or not. */
export function OwnPlace({ board, isSignedIn, onSignIn }: OwnPlaceProps) {
  const t = useTranslations('boards');
  const { mine } = board;
  return (
    <section
      aria-label={t('mine')}
      className="fixed inset-x-0 bottom-0 z-10 mx-auto max-w-[4.8rem] px-4 pb-[calc(0.12rem+env(safe-area-inset-bottom))]"
    >
      <div className="pair items-center rounded-2xl bg-hero px-5 py-3 text-hero-ink shadow-float">
        {mine === null || !isSignedIn ? (
          <button type="button" className="tap text-sm" onClick={onSignIn}>
            {t('signIn')}
          </button>
        ) : (
          <>
            <div>
              <h2 className="text-xs text-hero-muted">
                {t('mine')} · {mine.name ?? t('mineOnly')}
              </h2>
              <p className="text-lg font-semibold figures">
                {mine.rank === null ? t('notRanked') : t('rank', { rank: mine.rank })} ·{' '}
                <Amount value={mine.amount} unit="JU" compact />
              </p>
            </div>
            <Hint board={board} mine={mine} />
          </>
        )}
      </div>
    </section>
  );
}

type HintProps = Pick<OwnPlaceProps, 'board'> & { readonly mine: NonNullable<OwnPlaceProps['board']['mine']> };

/** How to rise to the next shown rank; not on the board of losses, since a higher rank there is nothing to aim for. */
function Hint({ board, mine: { rank, next } }: HintProps) {
  const t = useTranslations('boards');
  if (board.board === 'liquidation') return null;
  if (next === null) return rank === 1 ? <span className="text-sm text-gold">{t('first')}</span> : null;
  return (
    <data
      value={next.missing}
      className="rounded-full bg-hero-line/15 px-3 py-1 text-xs font-medium text-hero-line figures"
    >
      {t('next', { amount: shownAmount(next.missing), rank: next.rank })}
    </data>
  );
}
