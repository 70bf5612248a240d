import { Icon } from '@city-mint/ui/icon.tsx';
import { IconButton } from '@city-mint/ui/icon-button.tsx';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useCityName } from '#platform/i18n/city-name.ts';
import { Link } from '#platform/router/router.tsx';
import { MomentSheet } from '#rounds/settlement/moment-sheet.tsx';
import { endMoment, useMomentStore } from '#rounds/settlement/moment-store.ts';
import { type MomentTone, momentTone, type SettlementMoment } from '#rounds/settlement/settlement-moment.ts';

/** Shows the user the results of their rounds, unless a screen shows them itself. */
export function Moments() {
  const { moments, shownBy } = useMomentStore();
  const [next, ...later] = moments.filter(({ roundId }) => (shownBy.get(roundId) ?? 0) === 0);
  return next === undefined ? null : <Moment key={next.roundId} moment={next} later={later} />;
}

const CLOSING_MS = 400;

type MomentProps = { readonly moment: SettlementMoment; readonly later: readonly SettlementMoment[] };

/** The sheet of a moment; one banner instead while the user is busy, or when several rounds settled. */
function Moment({ moment, later }: MomentProps) {
  const [isOpen, setIsOpen] = useState(() => later.length === 0 && !isUserBusy());
  const [isClosing, setIsClosing] = useState(false);
  const close = () => {
    setIsOpen(false);
    setIsClosing(true);
    setTimeout(() => endMoment(moment.roundId), CLOSING_MS);
  };
  return (
    <>
      {!isOpen && !isClosing && (
        // A round that settles later shows the banner again, with its number.
        <MomentBanner key={later.length} moment={moment} later={later} onShow={() => setIsOpen(true)} />
      )}
      <MomentSheet moment={moment} open={isOpen} onClose={close} />
    </>
  );
}

/** Returns whether a dialog is open or the user is typing. */
function isUserBusy(): boolean {
  const isTyping = document.activeElement?.matches('input, textarea') === true;
  return isTyping || document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
}

const INKS: Record<MomentTone, string> = { gain: 'text-gold', loss: 'text-brick', even: 'text-hero-line' };

/** Then the banner closes itself; the tab keeps its dot, and the next visit shows the result. */
const BANNER_MS = 10_000;

type MomentBannerProps = MomentProps & { readonly onShow: () => void };

/** Says below the screen's header which round settled, or how many did. */
function MomentBanner({ moment, later, onShow }: MomentBannerProps) {
  const t = useTranslations('live');
  const cityName = useCityName();
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), BANNER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (isOver) return null;
  const all = [moment, ...later];
  const endAll = () => {
    for (const { roundId } of all) endMoment(roundId);
  };
  const text =
    later.length === 0
      ? t(`banner.${moment.outcome}`, { city: cityName(moment.city) })
      : t('bannerMany', { count: all.length });
  const show = 'tap inline-flex items-center px-2 text-sm font-semibold text-hero-line';
  return (
    <div
      role="status"
      className="fixed inset-x-0 top-[calc(var(--bar-height)+0.6rem+env(safe-area-inset-top))] z-30 mx-auto max-w-[4.8rem] px-4"
    >
      <div className="flex animate-rise items-center gap-2 rounded-xl bg-hero py-1 pr-1 pl-4 text-hero-ink shadow-float">
        <Icon name="city" className={later.length === 0 ? INKS[momentTone(moment)] : INKS.even} />
        <span className="min-w-0 flex-1 text-sm font-medium">{text}</span>
        {later.length === 0 ? (
          <button type="button" onClick={onShow} className={show}>
            {t('show')}
          </button>
        ) : (
          <Link to="/city" search={{ tab: 'mine' }} onClick={endAll} className={show}>
            {t('show')}
          </Link>
        )}
        <IconButton icon="close" label={t('dismiss')} onClick={endAll} />
      </div>
    </div>
  );
}
