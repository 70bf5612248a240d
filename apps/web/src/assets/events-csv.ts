import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { csvCell } from '@city-mint/domain/csv-cell';
import { readApi } from '#platform/api.ts';
import { downloadFile } from '#platform/download-file.ts';
import { translate } from '#platform/i18n/translate.ts';
import { readAllPages } from '#platform/read-all-pages.ts';
import { showToast } from '#platform/toast-store.ts';
import type { EventFilter } from './assets-queries.ts';

export type AssetEvent = ReplyOf<'POST /api/app/user/assetEventLog'>['items'][number];

/** What one export reads at most. */
export const MOST_EXPORTED = 5_000;
/** Marks the file as UTF-8 for spreadsheets. */
const BYTE_ORDER_MARK = '\ufeff';

/** Reads all recharges and withdrawals of a filter and offers them as a CSV file; says in a toast what came of it. */
export async function exportEvents(filter: EventFilter): Promise<void> {
  try {
    const events = await readAll(filter);
    if (events === null) {
      return showToast(translate('assets.record.tooMany', { limit: String(MOST_EXPORTED) }), 'danger');
    }
    if (events.length === 0) return showToast(translate('assets.record.emptyFiltered'));
    const day = new Date().toISOString().slice(0, 10);
    downloadFile({
      name: `city-mint-records-${day}.csv`,
      type: 'text/csv;charset=utf-8',
      text: eventsCsv(events),
    });
    showToast(translate('assets.record.exported', { count: events.length }), 'success');
  } catch {
    showToast(translate('ui.networkError'), 'danger');
  }
}

/** Returns all events of a filter, newest first; null where there are more than one export holds. */
export function readAll(filter: EventFilter): Promise<AssetEvent[] | null> {
  return readAllPages({
    read: (cursor) => readApi('POST /api/app/user/assetEventLog', { ...filter, cursor, limit: 100 }),
    most: MOST_EXPORTED,
  });
}

/**
 * Returns recharges and withdrawals as a CSV file in the language of the page, a row each in their order: times in UTC,
 * exact amounts in whole units.
 */
export function eventsCsv(events: readonly AssetEvent[]): string {
  const rows = [HEAD.map((key) => translate(key)), ...events.map(rowOf)];
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
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
