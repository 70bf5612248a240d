import { downloadFile } from './download-file.ts';
import { readAllPages } from './read-all-pages.ts';
import { showToast } from './toast-store.ts';

/** What one export reads at most. */
export const MOST_EXPORTED = 5_000;

type Export<Item> = {
  /** The file's name, before the day. */
  readonly name: string;
  /** Reads the page of a cursor, without one the first. */
  readonly read: Parameters<typeof readAllPages<Item>>[0]['read'];
  /** Called with the number of items read so far. */
  readonly onProgress?: (count: number) => void;
  readonly csvOf: (items: readonly Item[]) => string;
  readonly texts: {
    /** More than one export holds. */
    readonly tooMany: (limit: string) => string;
    readonly nothing: () => string;
    readonly done: (count: number) => string;
    readonly failed: () => string;
  };
};

/** Reads all items of a list and offers them as a CSV file; says in a toast what came of it. */
export async function exportCsv<Item>({ name, read, onProgress, csvOf, texts }: Export<Item>): Promise<void> {
  try {
    const items = await readAllPages({ read, most: MOST_EXPORTED, ...(onProgress && { onProgress }) });
    if (items === null) return showToast(texts.tooMany(String(MOST_EXPORTED)), 'danger');
    if (items.length === 0) return showToast(texts.nothing());
    const day = new Date().toISOString().slice(0, 10);
    downloadFile({ name: `${name}-${day}.csv`, type: 'text/csv;charset=utf-8', text: csvOf(items) });
    showToast(texts.done(items.length), 'success');
  } catch {
    showToast(texts.failed(), 'danger');
  }
}
