import { readApi } from '#platform/api.ts';
import { downloadFile } from '#platform/download-file.ts';
import { translate } from '#platform/i18n/translate.ts';
import { readAllPages } from '#platform/read-all-pages.ts';
import { showToast } from '#platform/toast-store.ts';
import { type Earning, earningsCsv } from './earnings-csv.ts';
import type { EarningsFilter } from './earnings-queries.ts';

/** What one export reads at most; more is what the statement is for. */
export const MOST_EXPORTED = 5_000;

type Export = {
  readonly filter: EarningsFilter;
  /** Called with the number of earnings read so far. */
  readonly onProgress: (count: number) => void;
};

/** Reads all earnings of a filter and offers them as a CSV file; says in a toast what came of it. */
export async function exportEarnings({ filter, onProgress }: Export): Promise<void> {
  try {
    const earnings = await readAll({ filter, onProgress });
    if (earnings === null) {
      return showToast(translate('earnings.csv.tooMany', { limit: String(MOST_EXPORTED) }), 'danger');
    }
    if (earnings.length === 0) return showToast(translate('earnings.csv.nothing'), 'plain');
    const day = new Date().toISOString().slice(0, 10);
    downloadFile({
      name: `city-mint-earnings-${day}.csv`,
      type: 'text/csv;charset=utf-8',
      text: earningsCsv(earnings),
    });
    showToast(translate('earnings.csv.done', { count: earnings.length }), 'success');
  } catch {
    showToast(translate('earnings.csv.failed'), 'danger');
  }
}

/** Returns all earnings of a filter, newest first; null where there are more than one export holds. */
export function readAll({ filter, onProgress }: Export): Promise<Earning[] | null> {
  return readAllPages({
    read: (cursor) => readApi('POST /api/biz/aic/profits', { ...filter, cursor, limit: 100 }),
    most: MOST_EXPORTED,
    onProgress,
  });
}
