import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { csvText } from '@city-mint/client/csv-text.ts';
import { readApi } from '#platform/api.ts';
import { exportCsv } from '#platform/export-csv.ts';
import { translate } from '#platform/i18n/translate.ts';
import type { EventFilter } from '../assets-queries.ts';

export type AssetEvent = ReplyOf<'POST /api/app/user/assetEventLog'>['items'][number];

/** Reads all recharges and withdrawals of a filter, offers them as a CSV file, and reports the result in a toast. */
export function exportEvents(filter: EventFilter): Promise<void> {
  return exportCsv({
    name: 'city-mint-records',
    read: (cursor) => readApi('POST /api/app/user/assetEventLog', { ...filter, cursor, limit: 100 }),
    csvOf: eventsCsv,
    texts: {
      tooMany: (limit) => translate('assets.record.tooMany', { limit }),
      nothing: () => translate('assets.record.emptyFiltered'),
      done: (count) => translate('assets.record.exported', { count }),
      failed: () => translate('ui.networkError'),
    },
  });
}

/**
 * Returns recharges and withdrawals as a CSV file in the language of the page, one row each in their order: times in
 * UTC, exact amounts in whole units.
 */
export function eventsCsv(events: readonly AssetEvent[]): string {
  return csvText([HEAD.map((key) => translate(key)), ...events.map(rowOf)]);
}

const HEAD = [
  'assets.detail.time',
  'assets.detail.kind',
  'assets.detail.status',
  'assets.withdraw.slip.amount',
  'assets.record.currency',
  'assets.detail.from',
  'assets.detail.to',
  'assets.detail.gasFee',
  'assets.detail.blockHeight',
  'assets.detail.txHash',
] as const;

function rowOf(event: AssetEvent): string[] {
  return [
    new Date(event.at).toISOString(),
    translate(`assets.record.${event.kind}`),
    translate(`assets.record.status.${event.status}`),
    event.quantity,
    event.currency,
    event.from,
    event.to,
    event.gasFee ?? '',
    event.blockHeight ?? '',
    event.txHash ?? '',
  ];
}
