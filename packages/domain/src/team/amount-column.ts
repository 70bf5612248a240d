import { type TokenAmount, tokenAmount } from '../money/token-amount.ts';

const HALF_BITS = 64n;

/** Amounts in base units below 2^128, one per slot, in 16 bytes each: no garbage to collect, however many they are. */
export class AmountColumn {
  #high: BigUint64Array;
  #low: BigUint64Array;

  constructor(capacity: number) {
    this.#high = new BigUint64Array(capacity);
    this.#low = new BigUint64Array(capacity);
  }

  /** Returns the amount of a slot; 0 until it is set. */
  get(slot: number): TokenAmount {
    const high = this.#high[slot] ?? 0n;
    const low = this.#low[slot] ?? 0n;
    return tokenAmount(high === 0n ? low : (high << HALF_BITS) | low);
  }

  /** Sets the amount of a slot. Throws a RangeError for 2^128 and above, 3.4e20 JU, far more than there is. */
  set(slot: number, amount: TokenAmount): void {
    const high = amount >> HALF_BITS;
    if (high >> HALF_BITS !== 0n) throw new RangeError(`an amount of the team is below 2^128: ${amount}`);
    this.#high[slot] = high;
    this.#low[slot] = BigInt.asUintN(64, amount);
  }

  /** Makes room for more slots; the amounts stay. */
  grow(capacity: number): void {
    const [high, low] = [new BigUint64Array(capacity), new BigUint64Array(capacity)];
    high.set(this.#high);
    low.set(this.#low);
    this.#high = high;
    this.#low = low;
  }
}
