import { Button, buttonClass } from '@city-mint/ui/button.tsx';
import { useTranslations } from 'use-intl';
import { useCityName } from '#platform/i18n/city-name.ts';
import { Link } from '#platform/router/router.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { useSeenMoment } from './moment-store.ts';
import { NextRoundLine } from './next-round-line.tsx';
import type { SettlementMoment } from './settlement-moment.ts';
import { ShareCoin } from './share-coin.tsx';
import { MomentPanel } from './views/moment-panel.tsx';

type MomentSheetProps = {
  readonly moment: SettlementMoment;
  readonly open: boolean;
  readonly onClose: () => void;
};

/** The sheet that announces a round's result, over any screen. */
export function MomentSheet({ moment, open, onClose }: MomentSheetProps) {
  const t = useTranslations('live');
  const cityName = useCityName();
  const { city, phase, number, orderId } = moment;
  useSeenMoment(open ? moment : null);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t(`title.${moment.outcome}`)}
      description={t('place', { city: cityName(city), phase: String(phase), number: String(number) })}
      footer={
        <div className="tiles">
          <Link to="/city" search={{ tab: 'mine', order: orderId }} onClick={onClose} className={buttonClass('soft')}>
            {t('showOrder')}
          </Link>
          <Button onClick={onClose}>{t('done')}</Button>
        </div>
      }
    >
      <div className="flex flex-col gap-4">
        <MomentPanel moment={moment} />
        <ShareCoin moment={moment} />
        <NextRoundLine cityId={moment.cityId} afterRoundId={moment.roundId} />
      </div>
    </Sheet>
  );
}
