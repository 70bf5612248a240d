/** How large the database of the bench is: at `scale` 1 the size that its targets are for. */
export type WorldSize = {
  readonly users: number;
  readonly cities: number;
  readonly rounds: number;
  readonly ordersPerRound: number;
  /** Direct referrals of one inviter. */
  readonly directs: number;
  /** Machines of the wallet with an order in every round, and of other wallets; each mined on every day of a year. */
  readonly ownMachines: number;
  readonly otherMachines: number;
  readonly days: number;
};

/** A wallet with an order in every round, one with very many direct referrals, and one like most. */
export const WALLETS = { whale: 1, inviter: 2, ordinary: 777 } as const;
/** The operator whose log there is, and whose session reads operators' calls. */
export const OPERATOR = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
/** Users below this one are in pools and machines of every day. */
export const FIRST_DIRECT = 1_003;

/** Returns the sizes of a scale from 0.01 to 1. */
export function worldSize(scale: number): WorldSize {
  const scaled = (full: number, least: number) => Math.max(least, Math.round(full * scale));
  return {
    users: scaled(1_000_000, 10_000),
    cities: scaled(200, 20),
    rounds: scaled(100_000, 1_000),
    ordersPerRound: 30,
    directs: scaled(50_000, 500),
    ownMachines: scaled(1_000, 100),
    otherMachines: scaled(2_000, 100),
    days: 365,
  };
}
