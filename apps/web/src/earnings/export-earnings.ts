import { readApi } from '#platform/api.ts';
import { exportCsv } from '#platform/export-csv.ts';
import { translate } from '#platform/i18n/translate.ts';
import { earningsCsv } from './earnings-csv.ts';
import type { EarningsFilter } from './earnings-queries.ts';

type Export = {
  readonly filter: EarningsFilter;
  /** Called with the number of earnings read so far. */
  readonly onProgress: (count: number) => void;
};

/**
 * Reads all earnings of a filter, offers them as a CSV file, and reports the result in a toast. For more earnings than
 * one export may contain, the toast refers to the statement.
 */
export function exportEarnings({ filter, onProgress }: Export): Promise<void> {
  return exportCsv({
    name: 'city-mint-earnings',
    read: (cursor) => readApi('POST /api/biz/aic/profits', { ...filter, cursor, limit: 100 }),
    onProgress,
    csvOf: earningsCsv,
    texts: {
      tooMany: (limit) => translate('earnings.csv.tooMany', { limit }),
      nothing: () => translate('earnings.csv.nothing'),
      done: (count) => translate('earnings.csv.done', { count }),
      failed: () => translate('earnings.csv.failed'),
    },
  });
}
