/** Returns a whole number from `from` to `to`, both included, each as likely as the others. */
export type Random = (from: number, to: number) => number;

/** How many values a draw has: 32 bits. */
const RANGE = 0x1_0000_0000;

/**
 * Returns a generator of random numbers: the same seed and stream make the same numbers on every machine. It is for
 * simulations only; who knows some of its numbers knows all that follow. Marsaglia's xorshift of 128 bits ("Xorshift
 * RNGs", 2003), begun with numbers of SplitMix64.
 */
export function createRandom(seed: number, stream: number): Random {
  let [first, second, third, fourth] = firstState(seed, stream);
  const draw = () => {
    let mixed = first ^ (first << 11);
    mixed ^= mixed >>> 8;
    first = second;
    second = third;
    third = fourth;
    fourth = fourth ^ (fourth >>> 19) ^ mixed;
    return fourth >>> 0;
  };
  return (from, to) => {
    const count = to - from + 1;
    // Draws above the last whole multiple would make the first values more likely.
    const most = RANGE - (RANGE % count);
    let value = draw();
    while (value >= most) value = draw();
    return from + (value % count);
  };
}

const STEP = 0x9e37_79b9_7f4a_7c15n;

function firstState(seed: number, stream: number): [number, number, number, number] {
  const start = BigInt.asUintN(64, (BigInt(seed) << 32n) + BigInt(stream));
  const [one, other] = [mix(start + STEP), mix(start + 2n * STEP)];
  return [low(one), low(one >> 32n), low(other), low(other >> 32n)];
}

function mix(value: bigint): bigint {
  const first = BigInt.asUintN(64, value);
  const second = BigInt.asUintN(64, (first ^ (first >> 30n)) * 0xbf58_476d_1ce4_e5b9n);
  const third = BigInt.asUintN(64, (second ^ (second >> 27n)) * 0x94d0_49bb_1331_11ebn);
  return third ^ (third >> 31n);
}

function low(value: bigint): number {
  return Number(BigInt.asIntN(32, value));
}
