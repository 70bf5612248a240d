import { sumOfTexts } from '@city-mint/domain/money/amount-text';
import { Guilloche } from '@city-mint/ui/guilloche.tsx';
import { type KeyValue, KeyValues } from '@city-mint/ui/key-values.tsx';
import { useTranslations } from 'use-intl';
import { shownAmount } from '#platform/i18n/amount-text.ts';
import { useCityName } from '#platform/i18n/city-name.ts';
import { Amount } from '#ui/amount.tsx';
import { Coin } from '#ui/coin.tsx';
import { coinOfMoment, momentTone, returnedOf, type SettlementMoment } from '../settlement-moment.ts';

/** A round's result for the user: a struck or broken coin, and the amount that they received. */
export function MomentPanel({ moment }: { readonly moment: SettlementMoment }) {
  const t = useTranslations('live');
  return (
    <div className="flex flex-col gap-4" role="status">
      <MomentHero moment={moment} />
      <KeyValues rows={rowsOf(moment, t)} />
      <p className="text-xs text-muted">{noteOf(moment, t)}</p>
    </div>
  );
}

/** The coin of a settled round, and the returned amount. */
function MomentHero({ moment }: { readonly moment: SettlementMoment }) {
  const t = useTranslations('live');
  const cityName = useCityName();
  const { outcome } = moment;
  return (
    <div className="relative overflow-hidden rounded-2xl bg-hero px-4 pt-5 pb-5 text-center text-hero-ink">
      <Guilloche className="absolute -top-16 left-1/2 size-80 -translate-x-1/2 text-hero-line opacity-15" />
      <div className="relative flex flex-col items-center gap-3">
        <Coin kind={coinOfMoment(moment)} isStruck className="size-28">
          <span className="max-w-[0.8rem] truncate font-display text-base font-semibold">{cityName(moment.city)}</span>
          <span className="text-2xs figures">
            {moment.phase}–{moment.number}
          </span>
        </Coin>
        <div className="animate-rise [animation-delay:450ms]">
          <p className="text-sm text-hero-muted">{t(`headline.${outcome}`)}</p>
          <MomentHeadline moment={moment} />
        </div>
      </div>
    </div>
  );
}

/** The returned amount, FMC first on success. */
export function MomentHeadline({ moment }: { readonly moment: SettlementMoment }) {
  const t = useTranslations('live');
  switch (moment.outcome) {
    case 'minted':
      return (
        <>
          <Amount value={moment.fmc} unit="FMC" signed className="block text-3xl font-semibold text-gold" />
          <p className="text-sm">
            {t('net')} <Amount value={moment.netJu} unit="JU" signed />
          </p>
        </>
      );
    case 'failed':
      return (
        <>
          <Amount value={returnedOf(moment)} unit="JU" className="block text-3xl font-semibold" />
          <p className={`text-sm ${momentTone(moment) === 'loss' ? 'text-brick' : ''}`}>
            {moment.netJu === '0' ? (
              t('nothingLost')
            ) : (
              <>
                {t('net')} <Amount value={moment.netJu} unit="JU" signed />
              </>
            )}
          </p>
        </>
      );
    case 'cancelled':
      return <Amount value={moment.refund} unit="JU" className="block text-3xl font-semibold" />;
  }
}

type Texts = ReturnType<typeof useTranslations<'live'>>;

function rowsOf(moment: SettlementMoment, t: Texts): readonly KeyValue[] {
  const exact = (value: string, unit: string) => <Amount value={value} unit={unit} exact />;
  const joined = { label: t('joined'), value: exact(moment.joined, 'JU') };
  switch (moment.outcome) {
    case 'minted':
      return [joined, { label: t('principal'), value: exact(moment.principal, 'JU'), strong: true }];
    case 'failed':
      return [
        joined,
        { label: t('refund'), value: exact(moment.refund, 'JU'), strong: true },
        ...(moment.loss === '0'
          ? []
          : [
              { label: t('loss'), value: exact(moment.loss, 'JU') },
              { label: t('compensation'), value: exact(moment.compensation, 'JU'), strong: true },
            ]),
        ...(moment.hashPower === '0'
          ? []
          : [{ label: t(moment.isClaimed ? 'hashClaimed' : 'hashPower'), value: exact(moment.hashPower, 'H') }]),
      ];
    case 'cancelled':
      return [joined];
  }
}

function noteOf(moment: SettlementMoment, t: Texts): string {
  switch (moment.outcome) {
    case 'minted': {
      const due = sumOfTexts([moment.fmc, `-${moment.fmcPaid}`]);
      const shown = (value: string) => shownAmount(value);
      return due === '0' ? t('allPaid') : t('stages', { paid: shown(moment.fmcPaid), due: shown(due) });
    }
    case 'failed':
      return t(moment.isLate ? 'failedNoteLate' : 'failedNote');
    case 'cancelled':
      return t('cancelledNote');
  }
}
