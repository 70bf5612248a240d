import { formatAmount, parseBaseUnits, sumOfTexts } from '@city-mint/domain/money/amount-text';
import { parseTerms, type Terms } from '@city-mint/domain/rounds/terms';

/** A line of a settlement file that is none. */
export class UnreadableLine extends Error {
  override readonly name = 'UnreadableLine';
}

/** The totals of each outcome in the order in which they are shown; names as in the file. */
export const TOTALS = {
  minted: ['principal', 'fee', 'reward', 'nodes', 'levels', 'treasury', 'reserveIn', 'split', 'minted'],
  failed: ['refund', 'loss', 'compensation', 'hash', 'reserveIn', 'launchCosts'],
  cancelled: ['refund'],
} as const;

type Outcome = keyof typeof TOTALS;
export type TotalName = (typeof TOTALS)[Outcome][number];

/** The first line of a settlement file: everything but its orders. Amounts in whole units. */
export type SettledHead = {
  readonly roundId: string;
  readonly outcome: Outcome;
  readonly orders: number;
  /** The sum of its orders. */
  readonly raised: string;
  /** Null where this release cannot read them. */
  readonly terms: Terms | null;
  readonly totals: readonly { readonly name: TotalName; readonly amount: string }[];
};

/** An order in a settlement file: its amount and result in whole units. */
export type SettledOrder = {
  readonly rank: number;
  readonly amount: string;
  readonly late: boolean;
  /** The returned JU, compensation and surplus included. */
  readonly returned: string;
  /** The difference that it made in JU. */
  readonly netJu: string;
  /** FMC of all stages; null unless it was minted. */
  readonly fmc: string | null;
  /** FMC of each stage; none unless it was minted. */
  readonly stages: readonly string[];
  /** Its part of the reserve's surplus, which `returned` includes. */
  readonly split: string;
  /** The fee of the order, and the part of it that its inviter got; 0 unless it was minted. */
  readonly fee: string;
  readonly reward: string;
};

/** Returns the first line of a settlement file. Throws an `UnreadableLine`. */
export function parseHead(line: string): SettledHead {
  const head = parseObject(line);
  const { roundId, outcome, orderCount, terms, totals } = head;
  if (typeof roundId !== 'string' || !isOutcome(outcome) || typeof orderCount !== 'number')
    throw new UnreadableLine('the first line');
  const parsed = parseTerms(terms);
  return {
    ...{ roundId, outcome, orders: orderCount, terms: parsed.ok ? parsed.terms : null },
    raised: sumIn(totals, RAISED),
    totals: TOTALS[outcome].map((name) => ({ name, amount: amountIn(totals, name) })),
  };
}

/** Returns an order from its line in a settlement file. Throws an `UnreadableLine`. */
export function parseOrder(line: string): SettledOrder {
  const { rank, amount: units, late, result } = parseObject(line);
  if (typeof rank !== 'number') throw new UnreadableLine(`rank ${rank}`);
  const amount = amountOf(units);
  const returned = sumIn(result, RETURNED);
  const listed: unknown = Object(result).stages;
  const stages = Array.isArray(listed) ? listed.map(amountOf) : [];
  return {
    ...{ rank, amount, late: late === true, returned, stages },
    netJu: sumOfTexts([returned, `-${amount}`]),
    fmc: stages.length > 0 ? sumOfTexts(stages) : null,
    ...{ split: sumIn(result, ['split']), fee: sumIn(result, ['fee']), reward: sumIn(result, ['reward']) },
  };
}

/** The parts of a result that its owner gets in JU: of a minted round, of a failed or cancelled one. */
const RETURNED = ['principal', 'split', 'refund', 'compensation'];

/** The parts of the totals that add up to the orders: of a minted round, of a failed or cancelled one. */
const RAISED = ['principal', 'fee', 'refund', 'loss'];

/** Returns the sum of those of these amounts that an object has. */
function sumIn(object: unknown, names: readonly string[]): string {
  const present = names.filter((name) => Object.hasOwn(Object(object), name));
  return sumOfTexts(present.map((name) => amountIn(object, name)));
}

function isOutcome(value: unknown): value is Outcome {
  return typeof value === 'string' && Object.hasOwn(TOTALS, value);
}

function amountIn(object: unknown, name: string): string {
  return amountOf(Object(object)[name]);
}

function amountOf(value: unknown): string {
  const units = parseBaseUnits(value);
  if (units === undefined) throw new UnreadableLine(`the amount ${JSON.stringify(value)}`);
  return formatAmount(units);
}

function parseObject(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null) return { ...value };
  } catch {
    // Reported below.
  }
  throw new UnreadableLine(line.slice(0, 40));
}
