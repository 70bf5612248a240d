import { redactUrls } from '../log/redact-urls.ts';

const MOST_LETTERS = 160;

/** Returns one line about how a node refused a call: its code or HTTP status, and its message, without a URL's key. */
export function describeNodeError(error: unknown): string {
  let number: unknown;
  let words = '';
  for (let link = error; typeof link === 'object' && link !== null; link = Reflect.get(link, 'cause')) {
    number ??= Reflect.get(link, 'code') ?? Reflect.get(link, 'status');
    words ||= String(Reflect.get(link, 'details') ?? '');
  }
  const line = [number, words || (error instanceof Error ? error.message : String(error))].filter(Boolean).join(' ');
  return redactUrls(line)
    .replaceAll(/[^!-~]+/g, ' ')
    .trim()
    .slice(0, MOST_LETTERS);
}
