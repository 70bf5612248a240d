import { downloadCsv } from '@city-mint/client/download-file.ts';
import { type ItemPage, readPages } from '@city-mint/client/read-pages.ts';
import { showToast } from './toast-store.ts';

/** Maximum number of items in one export. */
export const MOST_EXPORTED = 5_000;

type Export<Item> = {
  /** The file's name, before the date. */
  readonly name: string;
  /** Reads the page at a cursor, the first one at null. */
  readonly read: (cursor: string | null) => Promise<ItemPage<Item>>;
  /** Called with the number of items read so far. */
  readonly onProgress?: (count: number) => void;
  readonly csvOf: (items: readonly Item[]) => string;
  readonly texts: {
    /** The list has more items than one export may contain. */
    readonly tooMany: (limit: string) => string;
    readonly nothing: () => string;
    readonly done: (count: number) => string;
    readonly failed: () => string;
  };
};

/** Reads all items of a list, offers them as a CSV file, and reports the result in a toast. */
export async function exportCsv<Item>({ name, read, onProgress, csvOf, texts }: Export<Item>): Promise<void> {
  try {
    const items: Item[] = [];
    for await (const page of readPages(read)) {
      items.push(...page.items);
      if (items.length > MOST_EXPORTED) return showToast(texts.tooMany(String(MOST_EXPORTED)), 'danger');
      onProgress?.(items.length);
    }
    if (items.length === 0) return showToast(texts.nothing());
    downloadCsv(name, csvOf(items));
    showToast(texts.done(items.length), 'success');
  } catch {
    showToast(texts.failed(), 'danger');
  }
}
