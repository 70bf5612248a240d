import {
  errorTexts,
  LIMIT_CODES,
  LIMIT_TEXT,
  NO_FUNDS_TEXT,
  NO_METHOD_TEXT,
  NO_TAG_TEXT,
  NOT_YET_TEXT,
  PRUNED_TEXT,
  RANGE_TEXT,
  REVERT_TEXT,
  UNAVAILABLE_TEXT,
} from './node-error-texts.ts';

/**
 * What an error of a chain's node means for its caller: `unknown-tag`: the node does not know `finalized` or `safe`;
 * `range-too-large`: fewer blocks may succeed; `rate-limited`: wait; `pruned`: the node no longer has it;
 * `not-found-yet`: it may have it later; `reverted`: the EVM's answer, the same on every node; `unknown-method`: ask in
 * another way; `unavailable`: no answer to the call; `other`: unclear.
 */
export type NodeErrorKind =
  | 'unknown-tag'
  | 'range-too-large'
  | 'rate-limited'
  | 'pruned'
  | 'not-found-yet'
  | 'reverted'
  | 'insufficient-funds'
  | 'unknown-method'
  | 'unavailable'
  | 'other';

/** The call that was answered by the error, in JSON-RPC's terms. */
export type FailedCall = { readonly method: string; readonly params?: readonly unknown[] | undefined };

/** What an error and the errors that it wraps state. */
type Facts = {
  readonly codes: readonly number[];
  /** Of HTTP; undefined where the node answered in JSON-RPC or not at all. */
  readonly status: number | undefined;
  readonly names: readonly string[];
  readonly text: string;
};

const INVALID_PARAMS = -32_602;
const UNKNOWN_BLOCK = -39_001;
const RESOURCE_NOT_FOUND = -32_001;
const LIMIT_EXCEEDED = -32_005;
const VM_ERROR = -32_015;
const EXECUTION_REVERTED = 3;
const PRUNED = 4_444;
const UNKNOWN_METHOD_CODES: readonly number[] = [-32_601, -32_004, 4_200];
/** Codes of JSON-RPC with which nodes refuse the parameters of a call that they answer with other parameters. */
const REFUSED_CODES: readonly number[] = [
  ...[INVALID_PARAMS, UNKNOWN_BLOCK, PRUNED, RESOURCE_NOT_FOUND, -32_600, -32_700],
  ...UNKNOWN_METHOD_CODES,
];
/** HTTP's words for a request that is not understood. */
const REFUSED_STATUS: readonly number[] = [400, 422, 501];
const NOT_FOUND_NAMES = ['BlockNotFoundError', 'TransactionNotFoundError', 'TransactionReceiptNotFoundError'];
const UNAVAILABLE_NAMES = ['HttpRequestError', 'TimeoutError', 'WebSocketRequestError', 'ResponseBodyTooLargeError'];
const UNAVAILABLE_CODES: readonly number[] = [-32_002, 4_900, 4_901];

/**
 * Returns what an error means, from codes, HTTP status and text of the error and those that it wraps. The same words
 * mean different things for different calls, hence `call`. Reads viem's errors and plain JSON-RPC errors alike.
 */
export function nodeErrorKind(error: unknown, call: FailedCall): NodeErrorKind {
  const facts = factsOf(error);
  if (isReverted(facts, call)) return 'reverted';
  if (call.method === 'eth_getLogs' && isAboutSize(facts)) return 'range-too-large';
  if (namesTag(call)) return isLimit(facts) ? 'rate-limited' : tagKind(facts);
  const has = (...codes: readonly number[]) => facts.codes.some((code) => codes.includes(code));
  const says = (words: RegExp) => words.test(facts.text);
  if (says(NO_FUNDS_TEXT)) return 'insufficient-funds';
  if (has(PRUNED) || says(PRUNED_TEXT)) return 'pruned';
  if (isLimit(facts)) return 'rate-limited';
  // An answer of HTTP only: the words are not the node's.
  if (facts.status !== undefined && facts.codes.length === 0) return 'unavailable';
  if (has(...UNKNOWN_METHOD_CODES) || says(NO_METHOD_TEXT)) return 'unknown-method';
  if (has(UNKNOWN_BLOCK, RESOURCE_NOT_FOUND) || says(NOT_YET_TEXT) || isNamed(facts, NOT_FOUND_NAMES))
    return 'not-found-yet';
  return isUnavailable(facts) ? 'unavailable' : 'other';
}

/** A node refuses the tag with almost any code, since the same call with `latest` is answered. */
function tagKind(facts: Facts): NodeErrorKind {
  if (isNamed(facts, NOT_FOUND_NAMES)) return 'unknown-tag';
  if (facts.status !== undefined && facts.codes.length === 0)
    return REFUSED_STATUS.includes(facts.status) ? 'unknown-tag' : 'unavailable';
  if (facts.codes.some((code) => REFUSED_CODES.includes(code)) || NO_TAG_TEXT.test(facts.text)) return 'unknown-tag';
  return isUnavailable(facts) ? 'unavailable' : 'other';
}

function namesTag({ method, params }: FailedCall): boolean {
  return method.startsWith('eth_') && (params ?? []).some((param) => param === 'finalized' || param === 'safe');
}

function isReverted({ codes, text }: Facts, { method }: FailedCall): boolean {
  if (method !== 'eth_call' && method !== 'eth_estimateGas') return false;
  return codes.includes(EXECUTION_REVERTED) || codes.includes(VM_ERROR) || REVERT_TEXT.test(text);
}

/** `-32005` is the code of both limits: of the size of an answer, and of the number of calls. */
function isAboutSize(facts: Facts): boolean {
  if (RANGE_TEXT.test(facts.text)) return true;
  if (facts.status === 413 || facts.names.includes('ResponseBodyTooLargeError')) return true;
  return facts.codes.includes(LIMIT_EXCEEDED) && !LIMIT_TEXT.test(facts.text);
}

function isLimit({ codes, status, text }: Facts): boolean {
  return status === 429 || LIMIT_TEXT.test(text) || codes.some((code) => LIMIT_CODES.includes(code));
}

function isUnavailable(facts: Facts): boolean {
  if (facts.status !== undefined || isNamed(facts, UNAVAILABLE_NAMES)) return true;
  return facts.codes.some((code) => UNAVAILABLE_CODES.includes(code)) || UNAVAILABLE_TEXT.test(facts.text);
}

function isNamed(facts: Facts, some: readonly string[]): boolean {
  return facts.names.some((name) => some.includes(name));
}

/** More than any library nests, and an end to a circle. */
const MOST_LINKS = 10;

function factsOf(error: unknown): Facts {
  const links = errorLinks(error);
  const numbers = (field: string) => links.flatMap((link) => numberIn(Reflect.get(link, field)));
  return {
    codes: numbers('code'),
    status: numbers('status').at(0),
    names: links.map((link) => String(Reflect.get(link, 'name'))),
    text: links.map(errorTexts).join('\n'),
  };
}

/** The last link may be a text: some gateways send the error as one. */
function errorLinks(error: unknown): readonly object[] {
  const links: object[] = [];
  let link = error;
  while (typeof link === 'object' && link !== null && links.length < MOST_LINKS) {
    links.push(link);
    link = Reflect.get(link, 'cause');
  }
  return typeof link === 'string' ? [...links, { message: link }] : links;
}

/** Some nodes send their codes as texts. */
function numberIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  return typeof value === 'string' && /^-?\d+$/.test(value) ? [Number(value)] : [];
}
