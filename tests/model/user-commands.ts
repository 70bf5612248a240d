import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { expect } from 'vitest';
import {
  availableOf,
  balanceOf,
  changeInModel,
  joinInModel,
  lastRound,
  move,
  systemAccount,
  withdrawingOf,
} from './money-model.ts';
import { amountOf, joinOf } from './money-world.ts';
import { cityAt, command, expectSameAutoMint, pick, userAt } from './sequence.ts';

export const deposit = (user: number, units: number) =>
  command(`deposit(${user}, ${units})`, async (model, world) => {
    await world.deposit(userAt(model, user), amountOf(units));
    move(model, [systemAccount('custody'), availableOf(userAt(model, user))], BigInt(units));
  });

type JoinParts = { user: number; city: number; units: number; consented: boolean; isTermsHash: boolean };

export const join = (parts: JoinParts) =>
  command(`join(${JSON.stringify(parts)})`, async (model, world) => {
    const round = lastRound(cityAt(model, parts.city));
    const user = userAt(model, parts.user);
    if (round === undefined) return;
    const termsHash = parts.isTermsHash ? round.termsHash : `0x${'0'.repeat(64)}`;
    const asked = { amount: amountOf(parts.units), consented: parts.consented, termsHash };
    const request = joinOf({ userId: user.id, roundId: round.id, ...asked });
    const answer = await world.joinRound(request);
    const decision = joinInModel(model, [round, user], asked);
    expect(answer).toMatchObject(
      decision.ok ? { order: { rank: decision.rank, accepted: decision.accepted } } : { refusal: decision.refusal },
    );
    model.joins.push({ request, answer });
  });

export const repeatJoin = (index: number, isOther: boolean) =>
  command(`repeatJoin(${index}, ${isOther})`, async (model, world) => {
    const earlier = pick(model.joins, index);
    if (earlier === undefined) return;
    const amount = isOther ? tokenAmount(earlier.request.amount + 1n) : earlier.request.amount;
    const answer = await world.joinRound({ ...earlier.request, amount });
    if (isOther) expect(answer).toMatchObject({ refusal: 'request-id-reused' });
    else expect(answer).toEqual(earlier.answer);
  });

type AutoMintParts = {
  user: number;
  enabled: boolean;
  keep: number | undefined;
  perRoundMaximum: number | undefined;
  stopAfterLosses: number | undefined;
  parallelRounds: number | undefined;
  behind: number | undefined;
  consented: boolean;
};

export const autoMint = (parts: AutoMintParts) =>
  command(`autoMint(${JSON.stringify(parts)})`, async (model, world) => {
    const user = userAt(model, parts.user);
    const { enabled, keep, perRoundMaximum, stopAfterLosses, parallelRounds, behind, consented } = parts;
    const change = {
      enabled,
      stopAfterLosses,
      parallelRounds,
      keep: keep === undefined ? undefined : amountOf(keep),
      perRoundMaximum: perRoundMaximum === undefined ? undefined : amountOf(perRoundMaximum),
      version: behind === undefined ? undefined : user.autoMint.version - behind,
    };
    const answer = await world.setAutoMint(user, { change, consented });
    const decision = changeInModel(model, user, { change, consented });
    expect(answer).toMatchObject(decision.kind === 'refused' ? { refusal: decision.refusal } : user.autoMint);
    await expectSameAutoMint(model, world);
  });

export const withdraw = (parts: { user: number; units: number; currency: 'JU' | 'FMC' }) =>
  command(`withdraw(${JSON.stringify(parts)})`, async (model, world) => {
    const user = userAt(model, parts.user);
    const { currency } = parts;
    const amount = amountOf(parts.units);
    const to = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
    const request = { userId: user.id, account: to, currency, to, amount, requestId: crypto.randomUUID() } as const;
    const answer = await world.requestWithdrawal(request);
    const available = balanceOf(model, availableOf(user, currency));
    if (amount === 0n) expect(answer).toMatchObject({ refusal: 'amount-not-positive' });
    else if (amount > available) expect(answer).toMatchObject({ refusal: 'amount-over-available' });
    else {
      expect(answer).toMatchObject({ withdrawalId: expect.any(BigInt) });
      move(model, [availableOf(user, currency), withdrawingOf(user, currency)], amount);
    }
    model.withdrawals.push({ user, request, answer, isReturned: false });
  });

export const repeatWithdrawal = (index: number, isOther: boolean) =>
  command(`repeatWithdrawal(${index}, ${isOther})`, async (model, world) => {
    const earlier = pick(model.withdrawals, index);
    if (earlier === undefined) return;
    const amount = isOther ? tokenAmount(earlier.request.amount + 1n) : earlier.request.amount;
    const answer = await world.requestWithdrawal({ ...earlier.request, amount });
    if (isOther) expect(answer).toMatchObject({ refusal: 'request-id-reused' });
    else expect(answer).toEqual(earlier.answer);
  });

/** Returns a withdrawal to its user; nothing changes when it was returned before. */
export const returnWithdrawal = (index: number) =>
  command(`returnWithdrawal(${index})`, async (model, world) => {
    const withdrawal = pick(
      model.withdrawals.filter(({ answer }) => 'withdrawalId' in answer),
      index,
    );
    if (withdrawal === undefined || !('withdrawalId' in withdrawal.answer)) return;
    await world.returnWithdrawal(withdrawal.answer.withdrawalId);
    if (withdrawal.isReturned) return;
    withdrawal.isReturned = true;
    const { user, request } = withdrawal;
    move(model, [withdrawingOf(user, request.currency), availableOf(user, request.currency)], request.amount);
  });
