import { type ByteRange, type FilePart, fetchPart, type ReadPart } from './read-part.ts';
import { parseHead, parseOrder, type SettledHead, type SettledOrder, UnreadableLine } from './settled-line.ts';

/** A settlement file: its first line, where its orders begin, and its length and SHA-256 as the server states them. */
export type SettledFile = {
  readonly head: SettledHead;
  readonly ordersFrom: number;
  readonly size: number;
  readonly sha256: string | null;
};

/** Some orders of a file by rank, and the offset of the next one; null at the end. */
export type OrdersPage = { readonly items: readonly SettledOrder[]; readonly next: number | null };

/** More than the first line has. */
const HEAD: ByteRange = { from: 0, to: 8 * 1_024 - 1 };
/** The first page is small, since a screen waits for it. */
export const FIRST_PAGE_BYTES = 16 * 1_024;
export const PAGE_BYTES = 64 * 1_024;

/** Returns the beginning of the settlement file at a URL; null while it is not published. */
export async function readSettledFile(url: string, signal: AbortSignal | undefined): Promise<SettledFile | null> {
  const part = await fetchPart(url, HEAD, signal);
  return part === null ? null : beginningIn(part, part.sha256);
}

/** Returns the beginning of a settlement file that this device holds. */
export async function settledFileIn(read: ReadPart): Promise<SettledFile> {
  return beginningIn(await read(HEAD), null);
}

function beginningIn(part: FilePart, sha256: string | null): SettledFile {
  const [line] = linesIn(part, HEAD);
  if (line === undefined) throw new UnreadableLine('no first line');
  return { head: parseHead(line.text), ordersFrom: line.end, size: part.size, sha256 };
}

/** Returns the orders whose lines are in the bytes from an offset on, at which a line begins. */
export async function readOrders(
  read: ReadPart,
  { from, bytes }: { readonly from: number; readonly bytes: number },
): Promise<OrdersPage> {
  const range = { from, to: from + bytes - 1 };
  const part = await read(range);
  const lines = linesIn(part, range);
  const next = lines.at(-1)?.end ?? from;
  if (next === from && from < part.size) throw new UnreadableLine(`no end within ${bytes} bytes`);
  return { items: lines.map(({ text }) => parseOrder(text)), next: next < part.size ? next : null };
}

/** Readings until a rank has to be found: each but the last halves the file at least every other time. */
const MOST_READINGS = 40;

/**
 * Returns the offset at which the line of a rank begins. Lines are by rank and similar in length, so that a few small
 * parts of the file suffice. Throws an `UnreadableLine` if there is no such rank.
 */
export async function findRank(read: ReadPart, { ordersFrom, size, head }: SettledFile, rank: number): Promise<number> {
  let low = { at: ordersFrom, rank: 1 };
  let high = { at: size, rank: head.orders + 1 };
  for (let reading = 0; reading < MOST_READINGS && low.at < high.at; reading += 1) {
    // Every other time the middle, in case the lengths mislead.
    const share = reading % 2 === 0 ? (rank - low.rank) / (high.rank - low.rank) : 0.5;
    const guess = low.at + Math.floor(share * (high.at - low.at)) - FIRST_PAGE_BYTES / 2;
    const from = Math.max(low.at, guess);
    const range = { from, to: Math.min(high.at, from + FIRST_PAGE_BYTES) - 1 };
    const lines = linesIn(await read(range), range);
    // The first is the rest of a line, unless the part begins with one.
    const found = (from === low.at ? lines : lines.slice(1)).map((line) => ({ ...line, ...parseOrder(line.text) }));
    const hit = found.find((line) => line.rank === rank);
    if (hit !== undefined) return hit.start;
    const [first, last] = [found.at(0), found.at(-1)];
    if (first === undefined || last === undefined) break;
    if (first.rank > rank) high = { at: first.start, rank: first.rank };
    else low = { at: last.end, rank: last.rank + 1 };
  }
  throw new UnreadableLine(`rank ${rank}`);
}

type Line = { readonly text: string; readonly start: number; readonly end: number };

const LINE_BREAK = 10;

/** Returns the lines of a part that end in it; the last line of a file may have no break. */
function linesIn({ bytes, size }: FilePart, { from }: ByteRange): Line[] {
  const lines: Line[] = [];
  const decoder = new TextDecoder();
  let start = 0;
  while (start < bytes.length) {
    const found = bytes.indexOf(LINE_BREAK, start);
    if (found < 0 && from + bytes.length < size) break;
    const end = found < 0 ? bytes.length : found + 1;
    const text = decoder.decode(bytes.subarray(start, end));
    if (text.trim() !== '') lines.push({ text, start: from + start, end: from + end });
    start = end;
  }
  return lines;
}
