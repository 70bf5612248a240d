import type { TaxProgram } from '@city-mint/api-contract/statement/tax-programs';
import { downloadFile } from '@city-mint/client/download-file.ts';
import { readPages } from '@city-mint/client/read-pages.ts';
import { readApi } from '#platform/api.ts';
import { translate } from '#platform/i18n/translate.ts';
import type { TimeRange } from '#platform/time-range.ts';
import { showToast } from '#platform/toast-store.ts';

type TableFormat = 'csv' | TaxProgram;

/** Offers the statement of a period as a file; shows a toast if it could not be read. */
export async function downloadStatement(range: TimeRange, format: TableFormat | 'json'): Promise<void> {
  try {
    downloadFile(format === 'json' ? await readJson(range) : await readCsv(range, format));
  } catch (error) {
    const isRefused = error instanceof Error && error.name === 'RefusalError' && error.message !== '';
    showToast(isRefused ? error.message : translate('earnings.csv.failed'), 'danger');
  }
}

/** Returns the statement as a table of a format: the pages of the API, concatenated. */
export async function readCsv(
  range: TimeRange,
  format: TableFormat,
): Promise<{ name: string; type: string; text: string }> {
  let [name, text] = ['', ''];
  const read = async (cursor: string | null) => {
    const page = await readApi('POST /api/app/user/statement', { ...range, format, cursor });
    if (page.format === 'json') throw new Error('the API returned no CSV');
    return page;
  };
  for await (const page of readPages(read)) {
    name = page.filename;
    text += page.csv;
  }
  return { name, type: 'text/csv;charset=utf-8', text };
}

async function readJson(range: TimeRange) {
  const statement = await readApi('POST /api/app/user/statement', { ...range, format: 'json' });
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  return {
    name: `city-mint-${dayOf(range.from)}-${dayOf(range.to)}.json`,
    type: 'application/json',
    text: JSON.stringify(statement, null, 2),
  };
}
