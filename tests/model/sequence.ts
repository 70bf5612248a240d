import { accountId } from '@city-mint/domain/ledger/account-id';
import type { WithdrawalAnswer, WithdrawalRequest } from '@city-mint/server/assets/withdrawals/withdrawal-request';
import type { JoinAnswer } from '@city-mint/server/rounds/join/join-request';
import type fc from 'fast-check';
import { expect } from 'vitest';
import { availableOf, type ModelCity, type ModelUser, type MoneyModel, ofRound, withdrawingOf } from './money-model.ts';
import { type ModelJoin, type MoneyWorld, SYSTEM_ACCOUNTS } from './money-world.ts';

/** The model and the requests of a sequence so far, which later commands repeat. */
export type Sequence = MoneyModel & {
  readonly joins: { readonly request: ModelJoin; readonly answer: JoinAnswer }[];
  readonly withdrawals: {
    readonly user: ModelUser;
    readonly request: Omit<WithdrawalRequest, 'token'>;
    readonly answer: WithdrawalAnswer;
    isReturned: boolean;
  }[];
  /** Number of operations done. */
  done: number;
};

export type Command = fc.AsyncCommand<Sequence, MoneyWorld>;

/** Returns an operation on the server and the model, after which all balances must agree. */
export function command(name: string, run: (model: Sequence, world: MoneyWorld) => Promise<void>): Command {
  return {
    check: () => true,
    async run(model, world) {
      await run(model, world);
      await expectSameBalances(model, world);
      model.done += 1;
    },
    toString: () => name,
  };
}

async function expectSameBalances(model: Sequence, world: MoneyWorld): Promise<void> {
  const rounds = model.cities.flatMap((city) => city.rounds);
  const accounts = [
    ...model.users.flatMap((user) =>
      (['JU', 'FMC'] as const).flatMap((currency) => [availableOf(user, currency), withdrawingOf(user, currency)]),
    ),
    ...rounds.flatMap((round) => (['escrow', 'fees', 'vesting'] as const).map((kind) => ofRound(round, kind))),
  ];
  const ids = [...SYSTEM_ACCOUNTS, ...accounts.map(accountId)];
  const real = await world.readBalances(ids);
  expect(ids.map((id) => [id, real.get(id)])).toEqual(ids.map((id) => [id, model.balances.get(id) ?? 0n]));
}

export async function expectSameAutoMint(model: Sequence, world: MoneyWorld): Promise<void> {
  const real = await world.readAutoMint(model.users);
  const expected = model.users
    .filter(({ autoMint }) => autoMint.version > 0)
    .map(({ id, autoMint, failedRounds }) => [id, autoMint.enabled, autoMint.version, failedRounds]);
  // A refused request may have left the row of a user who never changed a setting.
  const seen = real.filter(({ version }) => version > 0);
  expect(seen.map((row) => [row.user_id, row.enabled, row.version, row.failed_rounds])).toEqual(expected);
}

export function pick<Item>(items: readonly Item[], index: number): Item | undefined {
  return items[index % Math.max(items.length, 1)];
}

export function userAt(model: Sequence, index: number): ModelUser {
  const user = pick(model.users, index);
  if (user === undefined) throw new Error('a sequence has users');
  return user;
}

export function cityAt(model: Sequence, index: number): ModelCity {
  const city = pick(model.cities, index);
  if (city === undefined) throw new Error('a sequence has cities');
  return city;
}
