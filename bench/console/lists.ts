import { type EndpointKey, endpoints, type RequestOf } from '@city-mint/api-contract/endpoints';
import { z } from 'zod';

type OperatorKey = Extract<EndpointKey, `POST /api/ops/${string}`>;
/** Names of a request's fields; never for a request without fields. */
type FieldOf<Key extends OperatorKey> = string extends keyof RequestOf<Key> ? never : keyof RequestOf<Key>;

/** The operators' paged lists. */
export type ListKey = keyof { [Key in OperatorKey as 'cursor' extends FieldOf<Key> ? Key : never]: Key };

/** Values that samples name, read from the bench's database. */
export type ListValues = Readonly<Record<string, string>>;

/** Rows of a page. */
export const LIMIT = 50;

type ListSample = {
  /** Table of its rows; it is filled with the bench's number of rows unless it is `bounded`. */
  readonly table: string;
  /** Why it always has few rows. */
  readonly bounded?: string;
  /** Required fields of a request, with the names of their values. */
  readonly required?: Readonly<Record<string, string>>;
  /** Fields that some filters or orders require. */
  readonly completedBy?: Readonly<Record<string, unknown>>;
  /** Filters, or values of one, without a row in the bench's database, and why; all others have some. */
  readonly rare?: Readonly<Record<string, string>>;
};

/** Sample of each list; `missingLists` names lists without one. */
const LISTS: Readonly<Record<string, ListSample>> = {
  'POST /api/ops/proposals': { table: 'operator_proposal' },
  'POST /api/ops/log': { table: 'operator_log' },
  'POST /api/ops/reserve/changes': { table: 'round_settlement' },
  'POST /api/ops/funds/transfers': {
    table: 'ledger_transfer',
    required: { fund: 'fund' },
    rare: { kind: 'a fund has transfers of few kinds' },
  },
  'POST /api/ops/payouts/made': { table: 'operator_payout' },
  'POST /api/ops/plans': { table: 'phase_plan' },
  'POST /api/ops/drafts': { table: 'plan_draft', bounded: 'there are 200 at most' },
  'POST /api/ops/cities': { table: 'city' },
  'POST /api/ops/rounds': {
    table: 'round',
    rare: {
      ...Object.fromEntries(
        ['full', 'settling', 'failed', 'liquidating'].map((state) => [`state ${state}`, 'minutes']),
      ),
      'state cancelled': 'operators cancel few',
    },
  },
  'POST /api/ops/rounds/orders': {
    table: 'mint_order',
    required: { roundId: 'round' },
    rare: Object.fromEntries(
      ['active', 'minted', 'cancelled'].map((state) => [`state ${state}`, 'the round has failed']),
    ),
  },
  'POST /api/ops/participants': { table: 'app_user' },
  'POST /api/ops/participants/orders': {
    table: 'mint_order',
    required: { address: 'whale' },
    rare: { 'state cancelled': 'operators cancel few rounds' },
  },
  'POST /api/ops/participants/transfers': {
    table: 'ledger_transfer',
    required: { address: 'whale' },
    rare: Object.fromEntries(
      ['withdrawal-returned', 'reward', 'unknown-payment', 'operator-payout'].map((kind) => [
        `kind ${kind}`,
        'the whale invited no one, and nothing went wrong with its withdrawals',
      ]),
    ),
  },
  'POST /api/ops/participants/directs': { table: 'participant', required: { address: 'inviter' } },
  'POST /api/ops/participants/recharges': {
    table: 'recharge',
    required: { address: 'whale' },
    rare: { 'currency FMC': 'FMC is not recharged in this world' },
  },
  'POST /api/ops/participants/machines': { table: 'machine', required: { address: 'whale' } },
  'POST /api/ops/participants/sessions': { table: 'session', required: { address: 'whale' } },
  'POST /api/ops/withdrawals': { table: 'withdrawal' },
  'POST /api/ops/withdrawals/open': { table: 'withdrawal' },
  'POST /api/ops/withdrawals/list': { table: 'withdrawal', completedBy: { currency: 'JU' } },
  'POST /api/ops/grants': { table: 'exchange_grant' },
  'POST /api/ops/memberStatus/grants': { table: 'team_grant' },
  'POST /api/ops/mining/days': { table: 'mining_day', bounded: 'one a day' },
  'POST /api/ops/pools/days': { table: 'pool_day', bounded: 'two a day' },
  'POST /api/ops/journal/entries': { table: 'ledger_journal' },
  'POST /api/ops/anchors': { table: 'anchor', rare: { 'state conflicting': 'an attack' } },
  'POST /api/ops/liabilities': { table: 'liabilities_tree' },
  'POST /api/ops/texts': { table: 'text_override', bounded: 'as many as the page has' },
};

/** Values of filters other than choices, by field name. */
const VALUE_NAMES: Readonly<Record<string, readonly string[]>> = {
  proposalId: ['proposal'],
  prefix: ['whale', 'prefix'],
  city: ['cityName'],
  operator: ['operator'],
  action: ['action'],
  subject: ['subject'],
  requestId: ['requestId'],
  logId: ['logId'],
  address: ['whale'],
  recipient: ['whale'],
  area: ['area'],
  search: ['search'],
  account: ['whale'],
  minimum: ['amount', 'largeAmount'],
  maximum: ['smallAmount', 'largestAmount'],
};

/** Fields that set the order, not a filter. */
const SORTS: ReadonlySet<string> = new Set(['sort', 'order']);

export type ListRequest = {
  readonly key: ListKey;
  readonly name: string;
  readonly request: Record<string, unknown>;
  /** Minimum number of rows on its first page; undefined if it may be empty. */
  readonly fewest?: number;
};

const shapes = Object.entries(endpoints).flatMap(([key, { request }]) =>
  key.startsWith('POST /api/ops/') && request instanceof z.ZodObject && 'cursor' in request.shape
    ? [{ key, shape: request.shape as Record<string, unknown> }]
    : [],
);

/** Returns the declared lists of operators without a sample. */
export function missingLists(lists: Readonly<Record<string, unknown>> = LISTS): string[] {
  return shapes.map(({ key }) => key).filter((key) => lists[key] === undefined);
}

/** Returns the tables that some of the declared lists show and that grow without bound. */
export function listedTables(isWanted: (key: string) => boolean = () => true): string[] {
  const samples = shapes.flatMap(({ key }) => (isWanted(key) ? (LISTS[key] ?? []) : []));
  return [...new Set(samples.filter(({ bounded }) => bounded === undefined).map(({ table }) => table))];
}

/** Returns the table of a list's rows. */
export function tableOf(key: ListKey): string {
  return sampleOf(key).table;
}

/**
 * Returns every request that is measured: each list without a filter, with each value of each filter, with each two
 * filters, and all of these in each of its orders. Throws for a filter without a value, so that a new one is measured.
 */
export function listRequests(values: ListValues): ListRequest[] {
  return shapes.flatMap(({ key, shape }) => {
    if (!isListKey(key)) return [];
    const { required = {}, completedBy } = sampleOf(key);
    const base = Object.fromEntries(Object.entries(required).map(([field, name]) => [field, namedValue(values, name)]));
    const fields = Object.entries(shape).filter(([name]) => !(name in base) && name !== 'cursor' && name !== 'limit');
    const choices = fields.filter(([name]) => !SORTS.has(name) && name !== 'to');
    const byField = choices.map(([name, schema]) => filtersBy(key, { name, schema, values }));
    const filters = [{}, ...byField.flat(), ...pairsOf(byField)];
    const sorts = fields.filter(([name]) => SORTS.has(name)).flatMap(([name, schema]) => sortsBy(name, schema));
    return (sorts.length === 0 ? [{}] : sorts).flatMap((sort) =>
      filters.map((filter) => {
        const asked = { ...filter, ...sort };
        const isWhole = endpoints[key].request.safeParse({ ...base, ...asked }).success;
        const request = { ...base, ...(isWhole ? {} : completedBy), ...asked };
        const told = Object.entries(asked).map(([name, value]) => `${name} ${String(value)}`);
        return { key, name: told.join(', '), request, ...fewestOf({ key, filter, values }) };
      }),
    );
  });
}

type Filtered = {
  readonly key: ListKey;
  readonly filter: Readonly<Record<string, unknown>>;
  readonly values: ListValues;
};

/**
 * A list fills a page without a filter, and has a row with a single filter: otherwise the figures are meaningless. Half
 * a day may be empty.
 */
function fewestOf({ key, filter, values }: Filtered): { fewest?: number } {
  const { bounded, rare = {} } = sampleOf(key);
  const names = Object.keys(filter).filter((name) => name !== 'to');
  if (bounded !== undefined || names.length > 1 || filter['from'] === Number(values['fromOfDay'])) return {};
  const [name] = names;
  if (name === undefined) return { fewest: LIMIT };
  return name in rare || `${name} ${String(filter[name])}` in rare ? {} : { fewest: 1 };
}

function isListKey(key: string): key is ListKey {
  return shapes.some((shape) => shape.key === key);
}

function sampleOf(key: ListKey): ListSample {
  const sample = LISTS[key];
  if (sample === undefined) throw new Error(`bench/console/lists.ts does not say what ${key} lists`);
  return sample;
}

function namedValue(values: ListValues, name: string): string {
  const value = values[name];
  if (value === undefined) throw new Error(`the bench's database has no value ${name}`);
  return value;
}

type Filter = { readonly name: string; readonly schema: unknown; readonly values: ListValues };

function filtersBy(key: string, { name, schema, values }: Filter): Record<string, unknown>[] {
  const options = optionsOf(schema);
  if (options !== undefined) return options.map((option) => ({ [name]: option }));
  if (name === 'from') {
    const span = (from: string, to: string) => ({
      from: Number(namedValue(values, from)),
      to: Number(namedValue(values, to)),
    });
    return [span('from', 'to'), span('fromOfDay', 'toOfDay')];
  }
  const named = VALUE_NAMES[name];
  if (named === undefined) throw new Error(`bench/console/lists.ts has no value for the filter ${name} of ${key}`);
  return named.map((value) => ({ [name]: namedValue(values, value) }));
}

/** The last value of each two filters, combined. */
function pairsOf(byField: readonly (readonly Record<string, unknown>[])[]): Record<string, unknown>[] {
  return byField.flatMap((values, at) =>
    byField.slice(at + 1).map((others) => ({ ...values.at(-1), ...others.at(-1) })),
  );
}

function sortsBy(name: string, schema: unknown): Record<string, unknown>[] {
  return (optionsOf(schema) ?? []).map((option) => ({ [name]: option }));
}

/** Returns the values of a choice, inside optional, nullable and default; undefined for other schemas. */
function optionsOf(schema: unknown): readonly unknown[] | undefined {
  let inner = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable || inner instanceof z.ZodDefault) {
    inner = inner.def.innerType;
  }
  if (inner instanceof z.ZodBoolean) return [true, false];
  return inner instanceof z.ZodEnum ? inner.options : undefined;
}
