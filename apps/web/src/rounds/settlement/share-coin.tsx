import { downloadFile } from '@city-mint/client/download-file.ts';
import { Button } from '@city-mint/ui/button.tsx';
import { Guilloche } from '@city-mint/ui/guilloche.tsx';
import { Icon } from '@city-mint/ui/icon.tsx';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { shownAmount } from '#platform/i18n/amount-text.ts';
import { useCityName } from '#platform/i18n/city-name.ts';
import { showToast } from '#platform/toast-store.ts';
import { Coin, type CoinKind } from '#ui/coin.tsx';
import { canShareFile } from '#ui/share-text.ts';
import { type CoinLines, coinPicture } from './coin-picture.ts';
import { coinOfMoment, returnedOf, type SettlementMoment } from './settlement-moment.ts';

const COLOURS: Record<CoinKind, string> = {
  gold: '#e2c274',
  broken: '#f0a08f',
  refunded: '#a9d3c0',
  plain: '#a9d3c0',
  blank: '#7fe3b9',
};

/** Shares a result as a picture of its coin, drawn on this device; downloads it where the browser cannot share. */
export function ShareCoin({ moment }: { readonly moment: SettlementMoment }) {
  const t = useTranslations('live');
  const source = useRef<HTMLDivElement>(null);
  const lines = useCoinLines(moment);
  if (moment.outcome === 'cancelled') return null;
  const share = async () => {
    const [ornament, coin] = source.current?.querySelectorAll('svg') ?? [];
    if (ornament === undefined || coin === undefined) return;
    try {
      const picture = await coinPicture(ornament, coin, lines);
      const name = `city-mint-${moment.phase}-${moment.number}.png`;
      const file = new File([picture], name, { type: picture.type });
      if (canShareFile(file)) await navigator.share({ files: [file] });
      else downloadFile({ name, type: picture.type, text: picture });
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) showToast(t('shareFailed'), 'danger');
    }
  };
  return (
    <>
      <div ref={source} hidden>
        <Guilloche />
        <Coin kind={coinOfMoment(moment)} />
      </div>
      <Button kind="soft" size="small" onClick={() => void share()}>
        <Icon name="external" />
        {t('share')}
      </Button>
    </>
  );
}

/** Returns the lines of the picture: the city, the round, and its result. */
function useCoinLines(moment: SettlementMoment): CoinLines {
  const t = useTranslations('live');
  const cityName = useCityName();
  const { outcome, netJu } = moment;
  const amount =
    outcome === 'minted'
      ? `+${shownAmount(moment.fmc)} FMC`
      : `${shownAmount(outcome === 'failed' ? returnedOf(moment) : moment.refund)} JU`;
  return {
    city: cityName(moment.city),
    round: `${moment.phase}–${moment.number}`,
    headline: `${t(`title.${outcome}`)} · ${t(`headline.${outcome}`)}`,
    amount,
    net: netJu === '0' ? null : `${t('net')} ${shownAmount(netJu)}`,
    colour: COLOURS[coinOfMoment(moment)],
  };
}
