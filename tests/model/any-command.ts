import fc from 'fast-check';
import { anyPlan } from './plans.ts';
import { close, open, payStages, settle } from './round-commands.ts';
import type { Command } from './sequence.ts';
import { autoMint, deposit, join, repeatJoin, repeatWithdrawal, returnWithdrawal, withdraw } from './user-commands.ts';

const index = fc.nat(1_000);
const user = fc.nat(4);
const city = fc.nat(1);
const chunkSize = fc.integer({ min: 1, max: 4 });
const units = (max: number) => fc.oneof(fc.nat(max), fc.nat(12));
const rarely = fc.nat(19).map((n) => n === 0);
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

/** Generates operations, with weights that lead to eventful sequences. */
export const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  { weight: 14, arbitrary: fc.tuple(user, fc.integer({ min: 1, max: 200 })).map(([who, n]) => deposit(who, n)) },
  {
    weight: 30,
    arbitrary: fc
      .record({ user, city, units: units(150), isUnconsented: rarely, isOldTerms: rarely })
      .map(({ isUnconsented, isOldTerms, ...parts }) =>
        join({ ...parts, consented: !isUnconsented, isTermsHash: !isOldTerms }),
      ),
  },
  { weight: 6, arbitrary: fc.tuple(index, fc.boolean()).map(([n, other]) => repeatJoin(n, other)) },
  {
    weight: 12,
    arbitrary: fc
      .record({
        user,
        enabled: fc.nat(3).map((n) => n > 0),
        keep: maybe(units(100)),
        perRoundMaximum: maybe(units(80)),
        stopAfterLosses: maybe(fc.nat(3)),
        parallelRounds: maybe(fc.nat(3)),
        behind: maybe(fc.nat(3).map((n) => (n === 3 ? 1 : 0))),
        isUnconsented: rarely,
      })
      .map(({ isUnconsented, ...parts }) => autoMint({ ...parts, consented: !isUnconsented })),
  },
  { weight: 9, arbitrary: fc.record({ city, plan: anyPlan, chunkSize }).map(open) },
  { weight: 6, arbitrary: city.map(close) },
  { weight: 9, arbitrary: fc.tuple(city, chunkSize).map(([where, size]) => settle(where, size)) },
  { weight: 3, arbitrary: fc.tuple(index, chunkSize).map(([n, size]) => payStages(n, size)) },
  {
    weight: 8,
    arbitrary: fc
      .record({ user, units: units(120), currency: fc.constantFrom('JU' as const, 'FMC' as const) })
      .map(withdraw),
  },
  { weight: 3, arbitrary: fc.tuple(index, fc.boolean()).map(([n, other]) => repeatWithdrawal(n, other)) },
  { weight: 4, arbitrary: index.map(returnWithdrawal) },
);
