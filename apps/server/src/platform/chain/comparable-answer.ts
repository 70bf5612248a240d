/** The fields of an answer that every node must report alike; other fields depend on its software. */
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
const QUANTITIES = new Set([
  ...['number', 'timestamp', 'gasUsed', 'nonce', 'value', 'blockNumber', 'transactionIndex', 'status'],
  'effectiveGasPrice',
]);
const RECEIPT = FIELDS['eth_getTransactionReceipt'] ?? [];
const TRANSACTION = FIELDS['eth_getTransactionByHash'] ?? [];
/** Answers that are one text, with the position of the block parameter. */
const LISTS = new Set(['eth_getLogs', 'eth_getBlockReceipts']);
const BLOCK_POSITIONS: Readonly<Record<string, number>> = {
  eth_call: 1,
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
  eth_getStorageAt: 2,
};

/** Returns the position of the block in a call's parameters; undefined for a method without one. */
export function blockPositionOf(method: string): number | undefined {
  return BLOCK_POSITIONS[method];
}

/** Returns whether nodes must answer this call alike once it names a block. */
export function isComparable(method: string): boolean {
  return method === 'eth_chainId' || LISTS.has(method) || method in FIELDS || method in BLOCK_POSITIONS;
}

/**
 * Returns an answer reduced to the part that nodes must report alike: known fields, texts in lower case, logs in chain
 * order without duplicates. Two nodes agree when the JSON of both is equal; no other part of an answer is used.
 */
export function comparableAnswer(method: string, answer: unknown): unknown {
  // Some nodes answer null for no logs.
  if (method === 'eth_getLogs') return Array.isArray(answer) ? comparableLogs(answer) : (answer ?? []);
  if (method === 'eth_getBlockReceipts') {
    return Array.isArray(answer) ? answer.map((receipt) => comparableFields(receipt, RECEIPT)) : answer;
  }
  const fields = FIELDS[method];
  return fields === undefined ? lowerCase(answer) : comparableFields(answer, fields);
}

function comparableFields(answer: unknown, fields: readonly string[]): unknown {
  if (!isFields(answer)) return lowerCase(answer);
  const picked = pick(answer, fields);
  const { logs } = picked;
  if (Array.isArray(logs)) return { ...picked, logs: comparableLogs(logs) };
  // For a block that was requested with its transactions.
  const transactions = answer['transactions'];
  if (!Array.isArray(transactions) || !isFields(transactions[0])) return picked;
  return { ...picked, transactions: transactions.map((one) => comparableFields(one, TRANSACTION)) };
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function pick(from: Fields, names: readonly string[]): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const name of names)
    picked[name] = QUANTITIES.has(name) ? comparableQuantity(from[name]) : comparableText(from[name]);
  return picked;
}

function comparableLogs(logs: readonly unknown[]): unknown[] {
  const found = logs.map((log) => (isFields(log) ? comparableLog(log) : log));
  if (isInOrder(found)) return found;
  const texts = new Set(found.map((log) => JSON.stringify(log)));
  return [...texts].map((text): unknown => JSON.parse(text)).sort(byPosition);
}

/** Written out, since most answers of nodes are logs: picking fields by name takes twice as long. */
function comparableLog(log: Fields) {
  return {
    address: comparableText(log['address']),
    topics: comparableText(log['topics']),
    data: comparableText(log['data']),
    blockNumber: comparableQuantity(log['blockNumber']),
    blockHash: comparableText(log['blockHash']),
    transactionHash: comparableText(log['transactionHash']),
    transactionIndex: comparableQuantity(log['transactionIndex']),
    logIndex: comparableQuantity(log['logIndex']),
    removed: log['removed'] === true,
  };
}

function isInOrder(logs: readonly unknown[]): boolean {
  let [lastBlock, lastIndex] = [-1, -1];
  for (const log of logs) {
    const [block, index] = [numberIn(log, 'blockNumber'), numberIn(log, 'logIndex')];
    if (!(block > lastBlock || (block === lastBlock && index > lastIndex))) return false;
    [lastBlock, lastIndex] = [block, index];
  }
  return true;
}

function byPosition(first: unknown, second: unknown): number {
  const blocks = numberIn(first, 'blockNumber') - numberIn(second, 'blockNumber');
  return blocks || numberIn(first, 'logIndex') - numberIn(second, 'logIndex');
}

function numberIn(log: unknown, name: string): number {
  const value = isFields(log) ? log[name] : undefined;
  return typeof value === 'string' ? Number(value) : 0;
}

/** Some nodes pad quantities, or send them as numbers. */
function comparableQuantity(value: unknown): unknown {
  if (typeof value === 'number') return `0x${value.toString(16)}`;
  if (typeof value === 'string' && /^0x0+[0-9a-f]/i.test(value)) return `0x${BigInt(value).toString(16)}`;
  return comparableText(value);
}

function comparableText(value: unknown): unknown {
  return lowerCase(value ?? null);
}

function lowerCase(value: unknown): unknown {
  if (typeof value === 'string') return value.toLowerCase();
  return Array.isArray(value) ? value.map(lowerCase) : value;
}
