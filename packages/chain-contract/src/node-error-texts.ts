/** What nodes and providers write; tests/field/node-errors lists where each was seen. */

/** The number of blocks or logs of eth_getLogs, the size of its answer, or the time that it took. */
export const RANGE_TEXT = new RegExp(
  [
    'returned more than',
    'too many (results|logs|blocks)',
    'log response size',
    'response (size|(is |was )?too (large|big))',
    'limited to (a |0 - )?[\\d,.]+k? ?(-|block|range)',
    '\\branges?\\b.{0,80}(large|wide|big|exceed|limit|greater|allowed|max|should work|not supported)',
    '(exceed|limit|max|large|wide)\\w*\\b.{0,60}\\brange',
    'exceed\\w* .{0,60}\\b(blocks|results|logs|response)',
    '\\b(blocks|results|logs) .{0,60}(exceed|limit of)',
    '(max|maximum)\\b.{0,40}\\b(blocks|results|logs)',
    'limit the query',
    'query must be smaller',
    'blocks distance',
    'query (timeout|duration|took too long)',
    '(reduc|narrow|decreas)\\w* .{0,40}range',
  ].join('|'),
  'i',
);

/** The number or the price of calls, for a moment, a day or a month. */
export const LIMIT_TEXT = new RegExp(
  [
    'rate.?limit',
    'too many requests',
    'compute units',
    'request limit',
    '(request|call)s? (count|rate|quota).{0,20}(exceed|reach|limit|exhaust)',
    '(per|/) ?sec(ond)?',
    'capacity (limit )?exceeded',
    'exceeded .{0,30}(capacity|quota)',
    'credits? (limit|exhaust|used)',
    'quota',
    'throttl',
    'usage limit',
    'upgrade your (plan|tier|account)',
    'payment required',
  ].join('|'),
  'i',
);
export const LIMIT_CODES: readonly number[] = [429, -32_005, -32_007, -32_012, -32_016, -32_029, -32_090];

export const PRUNED_TEXT = new RegExp(
  [
    'pruned',
    'pruning',
    'missing trie node',
    'historical (state|data|block)',
    'history (is |has )?(been )?(unavailable|expired|not available)',
    'archive',
    'exceeds maximum proof window',
    'data before .* not available',
    'state .{0,80}(unavailable|not available)',
    'no state available',
    'receipts? not available',
    '(block|header|history) expired',
  ].join('|'),
  'i',
);

export const NOT_YET_TEXT = new RegExp(
  [
    '(header|block|receipt|transaction|resource)s? .{0,80}not (be )?(yet )?(found|known|available|exist)',
    'not found',
    'does not exist \\(block',
    'unknown (block|header|transaction)',
    'indexing is in progress',
    'not (yet )?(indexed|synced)',
    'unfinalized',
    'after last accepted',
    'beyond (the )?(current )?(head|latest)',
    'future block',
    'invalid block range params',
  ].join('|'),
  'i',
);

/** For a call with `finalized` or `safe`: the tag, or the block behind it, is unknown. */
export const NO_TAG_TEXT = new RegExp(
  [
    'finali[sz]ed',
    '\\bsafe\\b',
    '\\btag',
    'block.?(number|parameter|id)',
    '(unknown|invalid|no such|missing) (block|header|argument|param|value|input|request)',
    'not found',
    'hex (string|number|value)',
    '0x.?prefix',
    'pars(e|ing)|unmarshal|deserializ|decod|convert|invalid digit|number ?format',
    '(un|not )support',
    'does not exist',
    'pre-merge',
  ].join('|'),
  'i',
);

export const REVERT_TEXT = new RegExp(
  [
    'execution (was )?reverted',
    'vm execution error',
    'vm exception while processing',
    'transaction (was )?reverted',
    '^revert(ed)?\\b',
    'evm: (execution )?revert',
    'invalid opcode',
    'bad (instruction|jump)',
    'invalid jump',
    'stack (under|over)flow',
    'evm error',
  ].join('|'),
  'im',
);

export const NO_FUNDS_TEXT = new RegExp(
  [
    'insufficient (funds|balance)',
    'insufficientfunds',
    '(not|doesn.t) (have )?enough (funds|balance)',
    'upfront cost exceeds',
    'not have enough funds',
    "doesn't have (enough|the) balance",
    'not enough cash',
  ].join('|'),
  'i',
);

export const NO_METHOD_TEXT = new RegExp(
  [
    'method .{0,60}(not (found|supported|available|exist|whitelisted|allowed|handled|enabled)|does not exist|disabled)',
    '(unsupported|unknown|unrecognized) (rpc )?method',
    '(not support|no such) .{0,20}method',
  ].join('|'),
  'i',
);

export const UNAVAILABLE_TEXT = new RegExp(
  [
    'time(d)?.?out',
    'deadline exceeded',
    'unavailable',
    'bad gateway',
    'no (backend|available|healthy|upstream)',
    'upstream',
    'overload',
    'try again',
    'syncing',
    'shutting down',
    'connection|socket|econn|enotfound|eai_again',
    'fetch failed|failed to fetch|load failed|networkerror',
  ].join('|'),
  'i',
);

/** Returns the texts of one error; without viem's own sentences about a code, since nodes use codes as they like. */
export function errorTexts(error: object): string {
  const text: unknown = Reflect.get(error, 'shortMessage' in error ? 'details' : 'message');
  return [text, Reflect.get(error, 'data')].map(textOf).join(' ');
}

function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  try {
    return JSON.stringify(value, (_name, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner));
  } catch {
    // It contains itself.
    return '';
  }
}
