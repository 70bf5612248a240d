import { Icon } from '@city-mint/ui/icon.tsx';
import { IconButton } from '@city-mint/ui/icon-button.tsx';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useCityName } from '#platform/i18n/city-name.ts';
import { useSessionStore } from '#platform/session-store.ts';
import { MomentSheet } from '#rounds/settlement/moment-sheet.tsx';
import { endMoment, useMomentStore } from '#rounds/settlement/moment-store.ts';
import { type MomentTone, momentTone, type SettlementMoment } from '#rounds/settlement/settlement-moment.ts';
import { useSettlementMoments } from '#rounds/settlement/use-settlement-moments.ts';
import { followLiveEvents } from './follow-live-events.ts';

let isFollowing = false;

/** Follows the events of rounds, and shows the user the result of theirs on any screen. */
export function LiveRegion() {
  const address = useSessionStore(({ session }) => session?.address ?? null);
  useEffect(() => {
    if (isFollowing) return;
    isFollowing = true;
    followLiveEvents();
  }, []);
  const { moments, shownBy } = useMomentStore();
  const next = moments.find(({ roundId }) => (shownBy.get(roundId) ?? 0) === 0);
  return (
    <>
      <MomentWatch key={address} address={address} />
      {next !== undefined && <Moment key={next.roundId} moment={next} />}
    </>
  );
}

function MomentWatch({ address }: { readonly address: string | null }) {
  useSettlementMoments(address);
  return null;
}

const CLOSING_MS = 400;

/** The sheet of a moment, or its notification while the user is busy. */
function Moment({ moment }: { readonly moment: SettlementMoment }) {
  const [isOpen, setIsOpen] = useState(() => !isUserBusy());
  const [isClosing, setIsClosing] = useState(false);
  const close = () => {
    setIsOpen(false);
    setIsClosing(true);
    setTimeout(() => endMoment(moment.roundId), CLOSING_MS);
  };
  return (
    <>
      {!isOpen && !isClosing && (
        <MomentBanner moment={moment} onShow={() => setIsOpen(true)} onDismiss={() => endMoment(moment.roundId)} />
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

type MomentBannerProps = {
  readonly moment: SettlementMoment;
  readonly onShow: () => void;
  readonly onDismiss: () => void;
};

function MomentBanner({ moment, onShow, onDismiss }: MomentBannerProps) {
  const t = useTranslations('live');
  const cityName = useCityName();
  return (
    <div
      role="status"
      className="fixed inset-x-0 top-[calc(var(--bar-height)+0.1rem+env(safe-area-inset-top))] z-30 mx-auto max-w-[4.8rem] px-4"
    >
      <div className="flex animate-rise items-center gap-2 rounded-xl bg-hero py-1 pr-1 pl-4 text-hero-ink shadow-float">
        <Icon name="city" className={INKS[momentTone(moment)]} />
        <button type="button" onClick={onShow} className="tap min-w-0 flex-1 truncate text-left text-sm font-medium">
          {t(`banner.${moment.outcome}`, { city: cityName(moment.city) })}
        </button>
        <button type="button" onClick={onShow} className="tap px-2 text-sm font-semibold text-hero-line">
          {t('show')}
        </button>
        <IconButton icon="close" label={t('dismiss')} onClick={onDismiss} />
      </div>
    </div>
  );
}
