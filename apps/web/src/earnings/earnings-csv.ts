import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { csvText } from '@city-mint/client/csv-text.ts';
import { cityName } from '#platform/i18n/city-name.ts';
import { translate } from '#platform/i18n/translate.ts';
import { ruleNumber } from './rule-number.ts';

export type Earning = ReplyOf<'POST /api/biz/aic/profits'>['items'][number];

/**
 * Returns earnings as a CSV file in the language of the page, one row each in their order: times in UTC, exact amounts
 * in whole units.
 */
export function earningsCsv(earnings: readonly Earning[]): string {
  return csvText([HEAD.map((name) => translate(`earnings.csv.${name}`)), ...earnings.map(rowOf)]);
}

const HEAD = ['time', 'type', 'stage', 'amount', 'currency', 'account', 'section', 'source', 'transfer'] as const;

function rowOf(earning: Earning): string[] {
  const { round, day } = earning;
  const source =
    round === null
      ? new Date(day ?? earning.at).toISOString().slice(0, 10)
      : translate('earnings.list.round', {
          city: cityName(round.city),
          phase: String(round.phase),
          number: String(round.number),
        });
  return [
    new Date(earning.at).toISOString(),
    translate(`earnings.types.${earning.type}`),
    earning.stage === null ? '' : translate('earnings.list.stage', { number: earning.stage }),
    earning.amount,
    earning.currency,
    translate(`earnings.accounts.${earning.source}`),
    ruleNumber(earning.rule),
    source,
    earning.transferId ?? '',
  ];
}
