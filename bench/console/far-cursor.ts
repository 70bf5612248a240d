/** A page of a list, as far as a cursor is looked for; null where the cursor is none of the list. */
type ReadPage = (cursor: string) => Promise<{ readonly items: number; readonly nextCursor: string | null } | null>;

/** Digits that a number of a cursor may have. */
const LARGEST = 10n ** 30n - 1n;

/**
 * Returns a cursor about half way down a list, by the cursors of its first two pages: the number that changes between
 * them is halved again and again until no rows follow. Returns `second` where nothing lies further down.
 */
export async function farCursor(first: string, second: string, read: ReadPage): Promise<string> {
  const [from, next] = [numbersOf(first), numbersOf(second)];
  const place = from.findIndex((number, index) => number !== next[index]);
  const [start, step] = [next[place], from[place]];
  if (start === undefined || step === undefined) return second;
  const cursorAt = (number: bigint) => textOf(next.with(place, number));
  const hasRows = async (number: bigint) => ((await read(cursorAt(number)))?.items ?? 0) > 0;
  let [near, beyond] = [start, start < step ? 0n : LARGEST];
  while (distance(near, beyond) > 1n) {
    const middle = (near + beyond) / 2n;
    if (await hasRows(middle)) near = middle;
    else beyond = middle;
  }
  return cursorAt((start + near) / 2n);
}

function distance(one: bigint, other: bigint): bigint {
  return one > other ? one - other : other - one;
}

function numbersOf(cursor: string): bigint[] {
  const parts = Buffer.from(cursor, 'base64url').toString('utf8').split('.');
  return parts.every((part) => /^\d{1,30}$/.test(part)) ? parts.map(BigInt) : [];
}

function textOf(numbers: readonly bigint[]): string {
  return Buffer.from(numbers.join('.')).toString('base64url');
}
