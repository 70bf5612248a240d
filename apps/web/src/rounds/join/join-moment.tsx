import { useTranslations } from 'use-intl';
import { useCityName } from '#platform/i18n/city-name.ts';
import { Sheet } from '#ui/sheet.tsx';
import { NextRoundLine } from '../settlement/next-round-line.tsx';
import type { SettlementMoment } from '../settlement/settlement-moment.ts';
import { ShareCoin } from '../settlement/share-coin.tsx';
import { MomentPanel } from '../settlement/views/moment-panel.tsx';
import { DoneFooter } from './views/join-footers.tsx';

type JoinMomentProps = {
  readonly moment: SettlementMoment;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onShow: (orderId: string) => void;
};

/** Replaces the join sheet's content with the result when the round settles while the sheet is open. */
export function JoinMoment({ moment, open, onClose, onShow }: JoinMomentProps) {
  const t = useTranslations('live');
  const cityName = useCityName();
  const roundName = { city: cityName(moment.city), phase: String(moment.phase), number: String(moment.number) };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t(`title.${moment.outcome}`)}
      description={t('place', roundName)}
      footer={<DoneFooter orderId={moment.orderId} onClose={onClose} onShow={onShow} />}
    >
      <div className="flex flex-col gap-4">
        <MomentPanel moment={moment} />
        <ShareCoin moment={moment} />
        <NextRoundLine cityId={moment.cityId} afterRoundId={moment.roundId} />
      </div>
    </Sheet>
  );
}
