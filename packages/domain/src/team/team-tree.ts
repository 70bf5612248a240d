import { AmountColumn } from './amount-column.ts';

/** The slot of no one: above a member without an inviter. */
export const NO_SLOT = -1;
/** The slot of an inviter outside the team tree: roll-ups end there. */
export const UNKNOWN_SLOT = -2;

const FIRST_CAPACITY = 1_024;
/** A slot is found by indexing with the user's id, in four bytes for each id up to the highest. */
const MOST_IDS = 2 ** 30;

/** The figures of the members, one number per slot. */
type Columns = {
  readonly ids: Float64Array;
  /** The slot of the inviter, NO_SLOT or UNKNOWN_SLOT. */
  readonly inviters: Int32Array;
  /** 1 = had an order settled. */
  readonly joined: Uint8Array;
  readonly directCounts: Int32Array;
  readonly joinedDirectCounts: Int32Array;
  readonly teamCounts: Int32Array;
  /** Positions in NODE_TYPES, and levels. */
  readonly grantedTypes: Uint8Array;
  readonly rewardLevels: Uint8Array;
  readonly nodeTypes: Uint8Array;
  readonly performanceLevels: Uint8Array;
  readonly teamLevels: Uint8Array;
};

/**
 * All members of the team tree in typed arrays, about 85 bytes each: a member is a slot, an index into every column.
 * Slots are assigned in the order in which members are added and never change. docs/money-rules.md#8-team-nodes-levels
 */
export class TeamTree {
  #columns: Columns = makeColumns(FIRST_CAPACITY);
  #capacity = FIRST_CAPACITY;
  #size = 0;
  /** By id: the slot plus one, 0 for users who are not members. */
  #slots = new Int32Array(FIRST_CAPACITY);
  readonly ownPerformance = new AmountColumn(FIRST_CAPACITY);
  readonly teamPerformance = new AmountColumn(FIRST_CAPACITY);
  readonly largestLeg = new AmountColumn(FIRST_CAPACITY);

  /** How many members there are; their slots are the numbers below it. */
  get size(): number {
    return this.#size;
  }

  /** The columns; they are replaced when a member is added, so they are read again after it. */
  get columns(): Columns {
    return this.#columns;
  }

  /** Returns the slot of a user, or NO_SLOT for a user outside the tree. */
  find(id: number): number {
    return (this.#slots[id] ?? 0) - 1;
  }

  /** Returns the slot of a user, who becomes a member without inviter, team or figures where they are none yet. */
  add(id: number): number {
    const found = this.find(id);
    if (found !== NO_SLOT) return found;
    if (!Number.isSafeInteger(id) || id < 0 || id >= MOST_IDS) throw new RangeError(`no id of a member: ${id}`);
    if (this.#size === this.#capacity) this.#grow();
    if (id >= this.#slots.length) this.#slots = resized(this.#slots, 2 * (id + 1));
    const slot = this.#size;
    this.#size += 1;
    this.#slots[id] = slot + 1;
    this.#columns.ids[slot] = id;
    this.#columns.inviters[slot] = NO_SLOT;
    return slot;
  }

  /** Returns the id of a slot's member. */
  idOf(slot: number): number {
    return this.#columns.ids[slot] ?? 0;
  }

  /** Returns the slot above a member's; NO_SLOT without an inviter, UNKNOWN_SLOT for one outside the tree. */
  above(slot: number): number {
    return this.#columns.inviters[slot] ?? NO_SLOT;
  }

  #grow(): void {
    this.#capacity *= 2;
    const [from, to] = [this.#columns, makeColumns(this.#capacity)];
    for (const name of Object.keys(from) as (keyof Columns)[]) to[name].set(from[name]);
    this.#columns = to;
    for (const amounts of [this.ownPerformance, this.teamPerformance, this.largestLeg]) amounts.grow(this.#capacity);
  }
}

function makeColumns(capacity: number): Columns {
  return {
    ids: new Float64Array(capacity),
    inviters: new Int32Array(capacity),
    joined: new Uint8Array(capacity),
    directCounts: new Int32Array(capacity),
    joinedDirectCounts: new Int32Array(capacity),
    teamCounts: new Int32Array(capacity),
    grantedTypes: new Uint8Array(capacity),
    rewardLevels: new Uint8Array(capacity),
    nodeTypes: new Uint8Array(capacity),
    performanceLevels: new Uint8Array(capacity),
    teamLevels: new Uint8Array(capacity),
  };
}

function resized(from: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const to = new Int32Array(length);
  to.set(from);
  return to;
}
