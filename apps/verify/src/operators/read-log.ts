import type { OperatorLogEntry } from '@city-mint/api-contract/operator-client/verify-log-entry';
import { Disagreement, Unverified } from '../disagreement.ts';
import { type ListPage, pageIn, readPages } from '../read-pages.ts';
import { orderFault } from './find-gaps.ts';
import { entryInWords, readLogEntry } from './read-entry.ts';

const LOG = '/api/app/operatorLog';

/**
 * Returns the whole public log of a server, newest first. Throws a Disagreement for an entry that does not follow
 * the newer one: such a list could have no end. Throws like `readPages` and `readLogEntry`.
 */
export async function fetchLog(from: string): Promise<OperatorLogEntry[]> {
  const entries: OperatorLogEntry[] = [];
  for await (const item of readPages(from, LOG)) {
    const entry = readLogEntry(item);
    const newer = entries.at(-1);
    const fault = newer && orderFault(entry, newer);
    if (fault !== undefined) throw new Disagreement(`${entryInWords(entry)}: ${fault}`);
    entries.push(entry);
  }
  return entries;
}

/** The downloaded answer of a page, by the name of its file. */
export type LogFile = { readonly name: string; readonly text: string };

/**
 * Returns the whole log from its downloaded pages, in their order. Throws an Unverified if the page after one of them
 * is not there, a TypeError or SyntaxError that names the file for another text.
 */
export function readLogFiles(files: readonly LogFile[]): OperatorLogEntry[] {
  const pages = files.map((file) => ({ ...file, ...parsePage(file) }));
  const last = pages.at(-1);
  if (last === undefined) throw new TypeError('name the files of the log, or --from URL');
  if (last.nextCursor !== null)
    throw new Unverified(`the page after ${last.name} is missing: its nextCursor is not null`);
  const early = pages.find(({ nextCursor }) => nextCursor === null);
  if (early !== last) throw new Unverified(`${early?.name} is the last page of the log, and is not named last`);
  return pages.flatMap(({ items }) => items.map(readLogEntry));
}

function parsePage({ name, text }: LogFile): ListPage {
  try {
    return pageIn(JSON.parse(text), name);
  } catch (error) {
    throw error instanceof SyntaxError ? new SyntaxError(`${name}: ${error.message}`) : error;
  }
}
