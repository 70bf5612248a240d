import { CODES } from '@city-mint/api-contract/envelope';
import { Unverified } from './disagreement.ts';
import { fieldOf } from './fields.ts';

const TIMEOUT_MS = 60_000;
/** The pause before a call is repeated that a server limits, and how often it is. */
const LIMITED_MS = 5_000;
const MOST_TRIES = 60;
/** How often a call without an answer is repeated: a list may take hours. */
const MOST_FAILURES = 3;

/** A page of a public list: its items, and the cursor of the page after it; null at the end. */
export type ListPage = { readonly items: readonly unknown[]; readonly nextCursor: string | null };

/** Returns the page in a parsed answer, whole or only its data. Throws a TypeError that names the place of another. */
export function pageIn(answer: unknown, place: string): ListPage {
  const data = fieldOf(answer, 'data') ?? answer;
  const [items, nextCursor] = [fieldOf(data, 'items'), fieldOf(data, 'nextCursor')];
  const isPage = Array.isArray(items) && (nextCursor === null || typeof nextCursor === 'string');
  if (!isPage) throw new TypeError(`${place}: no page with items and nextCursor`);
  return { items, nextCursor };
}

/**
 * Yields all items of a public list of a server, page by page. A list without end is the caller's to notice: its items
 * have to be in an order. Throws an Unverified for a page that is not answered, and like `pageIn`.
 */
export async function* readPages(from: string, path: string): AsyncGenerator<unknown> {
  for (let cursor: string | null = ''; cursor !== null; ) {
    const url = new URL(path, from);
    if (cursor !== '') url.searchParams.set('cursor', cursor);
    const { items, nextCursor }: ListPage = pageIn(await answerOf(url), url.href);
    yield* items;
    cursor = nextCursor;
  }
}

async function answerOf(url: URL): Promise<unknown> {
  let failures = 0;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const { answer, fault } = await ask(url);
    const code = fieldOf(answer, 'code');
    if (code === CODES.done) return answer;
    failures += code === CODES.tooMany ? 0 : 1;
    // A refusal is an answer.
    if (failures > MOST_FAILURES || (typeof code === 'number' && code !== CODES.tooMany))
      throw new Unverified(`${url.href}: ${fault}`);
    await new Promise((resolve) => setTimeout(resolve, LIMITED_MS));
  }
  throw new Unverified(`${url.href}: the server answers no more calls`);
}

async function ask(url: URL): Promise<{ readonly answer: unknown; readonly fault: string }> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const answer: unknown = await response.json().catch(() => null);
    return { answer, fault: String(fieldOf(answer, 'msg') ?? `status ${response.status}`) };
  } catch (error) {
    return { answer: null, fault: error instanceof Error ? error.message : String(error) };
  }
}
