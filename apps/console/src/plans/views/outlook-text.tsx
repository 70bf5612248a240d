import { outlookWords, roundedAmount } from '@city-mint/domain/simulation/outlook-words';
import type { Outlook } from '@city-mint/domain/simulation/simulate-plan';
import { useTranslations } from 'use-intl';
import { withMinus } from '#platform/format.ts';
import { shownFigure } from '#platform/shown-figure.ts';

const short = (amount: bigint) => withMinus(shownFigure(roundedAmount(amount)));

/** In words: who loses how much when the crowd stops coming, and where the reserve runs dry. */
export function OutlookText({ outlook }: { readonly outlook: Outlook }) {
  const t = useTranslations('plans');
  const words = outlookWords(outlook);
  const { everybody, autoMint, byHand, dryFrom, uncovered, failures } = words;
  const { worst } = outlook;
  const parts = (['early', 'later', 'late'] as const).flatMap((part) => {
    const of = words[part];
    return of === null ? [] : [t(`wordsPart.${part}`, { loss: (of.lossBps / 100).toFixed(2) })];
  });
  const lines = [
    t('wordsFailures', { runs: words.runs, failures, round: `${words.usualFailure ?? ''}` }),
    t('wordsEverybody', {
      ...{ wallets: everybody.wallets, losers: everybody.losers },
      ...{ mean: short(everybody.meanJu), worst: short(everybody.worstJu) },
    }),
    t('wordsWays', { auto: short(autoMint.meanJu), hand: short(byHand.meanJu) }),
    ...parts,
    ...(failures === 0
      ? []
      : [dryFrom === null ? t('wordsCovered') : t('wordsDry', { round: `${dryFrom}`, uncovered })]),
    ...(worst === null
      ? []
      : [
          t('wordsWorst', {
            ...{ run: worst.run, round: `${worst.number}`, orders: worst.orders, joined: short(worst.joined) },
            ...{ loss: short(worst.loss), compensation: short(worst.compensation) },
          }),
        ]),
  ];
  return (
    <div>
      <h3 className="font-semibold text-sm">{t('words')}</h3>
      <ul className="list-disc pl-5 text-sm leading-relaxed">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="mt-2 text-muted text-xs">
        {t('seed', {
          ...{ seed: `${outlook.seed}`, runs: outlook.runs },
          ...{ rounds: outlook.roundsHeld, orders: outlook.ordersPlaced },
        })}
      </p>
    </div>
  );
}
