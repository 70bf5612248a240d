/** The fields of an answer that every node has to report alike, whatever its software adds to them. */
const LOG_FIELDS = [
  'address',
  'topics',
  'data',
  'blockNumber',
  'blockHash',
  'transactionHash',
  'transactionIndex',
  'logIndex',
  'removed',
] as const;
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  eth_getBlockByNumber: [
    'number',
    'hash',
    'parentHash',
    'timestamp',
    'stateRoot',
    'transactionsRoot',
    'receiptsRoot',
    'miner',
    'gasUsed',
  ],
  eth_getTransactionByHash: ['hash', 'from', 'to', 'input', 'value', 'nonce', 'blockHash', 'blockNumber'],
  eth_getTransactionReceipt: [
    'transactionHash',
    'transactionIndex',
    'blockHash',
    'blockNumber',
    'from',
    'to',
    'status',
    'gasUsed',
    'effectiveGasPrice',
    'logs',
  ],
};
/** Answers that are one text, with the position of the block that each is asked at. */
const BLOCK_POSITIONS: Readonly<Record<string, number>> = {
  eth_call: 1,
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
  eth_getStorageAt: 2,
};

/** Returns the position of the block in a call's parameters; undefined for a call that names none there. */
export function blockPositionOf(method: string): number | undefined {
  return BLOCK_POSITIONS[method];
}

/** Returns whether nodes have to answer this call alike once it names a block. */
export function isComparable(method: string): boolean {
  return method === 'eth_chainId' || method === 'eth_getLogs' || method in FIELDS || method in BLOCK_POSITIONS;
}

/**
 * Returns an answer reduced to what nodes have to report alike: known fields, texts in lower case, logs in the order of
 * the chain without repeats. Two nodes agree when the JSON of both is the same, and nothing else of an answer is used.
 */
export function comparableAnswer(method: string, answer: unknown): unknown {
  if (method === 'eth_getLogs') return Array.isArray(answer) ? comparableLogs(answer) : answer;
  const fields = FIELDS[method];
  if (fields === undefined || !isFields(answer)) return lowerCase(answer);
  const picked = pick(answer, fields);
  return Array.isArray(picked['logs']) ? { ...picked, logs: comparableLogs(picked['logs']) } : picked;
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function pick(from: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, lowerCase(from[name] ?? null)]));
}

function comparableLogs(logs: readonly unknown[]): unknown[] {
  const texts = logs.map((log) => JSON.stringify(isFields(log) ? pick(log, LOG_FIELDS) : log));
  return [...new Set(texts)].map((text): unknown => JSON.parse(text)).sort(byPosition);
}

function byPosition(first: unknown, second: unknown): number {
  const [one, two] = [first, second].map((log) => (isFields(log) ? [log['blockNumber'], log['logIndex']] : []));
  return numberOf(one?.[0]) - numberOf(two?.[0]) || numberOf(one?.[1]) - numberOf(two?.[1]);
}

function numberOf(value: unknown): number {
  return typeof value === 'string' ? Number(value) : 0;
}

function lowerCase(value: unknown): unknown {
  if (typeof value === 'string') return value.toLowerCase();
  return Array.isArray(value) ? value.map(lowerCase) : value;
}
