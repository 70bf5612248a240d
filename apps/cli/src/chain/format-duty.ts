import { formatAmount } from '@city-mint/domain/money/amount-text';
import { MINUTE_MS } from '@city-mint/domain/time/durations';
import type { ChainDutyTexts } from '@city-mint/texts/chain-duty-texts';
import { type Address, zeroAddress } from 'viem';
import { z } from 'zod';
import { formatTable } from '../output/format-reply.ts';
import type { Duty, RoleName } from './duty.ts';
import { describeData } from './duty-call.ts';
import { chainTime, consequenceOf, effectOf, failureWords, ruleWords } from './duty-words.ts';
import type { Step } from './plan-step.ts';
import type { Subject } from './read-subject.ts';
import type { VaultState } from './read-vault.ts';
import type { Failure } from './simulate-call.ts';

/** A duty with the state of the chain, its next step, and the failure of that step if --from sent it now. */
export type PlannedDuty = {
  readonly duty: Duty;
  readonly chainId: number;
  readonly block: bigint;
  readonly nodes: number;
  /** By how much the block is older than now; below zero: the clocks differ. */
  readonly ageMs: number;
  readonly state: VaultState;
  readonly subject: Subject;
  readonly from: { readonly account: Address; readonly roles: readonly (RoleName | 'admin')[] } | null;
  readonly step: Step;
  readonly failure: Failure | null;
};

const text = z.string();
const failed = z.object({ name: text, message: text });

/** A planned duty, as `--json` prints it; `value` in base units. */
export const dutyDocument = z.object({
  duty: text,
  effect: text,
  consequence: text,
  chainId: z.int(),
  block: text,
  time: text,
  withdrawalsPaused: z.boolean(),
  depositsPaused: z.boolean(),
  exited: z.boolean(),
  signer: text,
  auditor: text,
  admin: text,
  from: z.object({ account: text, roles: z.array(text) }).nullable(),
  change: z
    .object({ id: text, announced: z.boolean(), readyAt: text.nullable(), approved: z.enum(['yes', 'no', 'unneeded']) })
    .nullable(),
  step: z.enum(['done', 'wait', 'refused', 'announce', 'announce-again', 'approve', 'allow', 'call', 'call-once']),
  /** Of `wait`. */
  until: text.nullable(),
  sender: text.nullable(),
  call: z.object({ to: text, value: text, data: text, function: text }).nullable(),
  failure: failed.nullable(),
});

type DutyDocument = z.input<typeof dutyDocument>;

/** Returns a planned duty as data. */
export function toDocument(planned: PlannedDuty, texts: ChainDutyTexts): DutyDocument {
  const { duty, chainId, block, state, subject, from, step, failure } = planned;
  const { change } = subject;
  const { withdrawalsPaused, depositsPaused, exited, signer, auditor, admin, time } = state;
  const failing = step.kind === 'refused' ? step.failure : failure;
  return {
    duty: duty.kind,
    effect: effectOf(duty, subject.rule, texts),
    consequence: consequenceOf(duty, texts),
    ...{ chainId, block: `${block}`, time: chainTime(time) },
    ...{ withdrawalsPaused, depositsPaused, exited, signer, auditor, admin },
    from: from === null ? null : { account: from.account, roles: [...from.roles] },
    change: change && { ...change, readyAt: change.readyAt === null ? null : chainTime(change.readyAt) },
    step: step.kind,
    until: step.kind === 'wait' ? chainTime(step.until) : null,
    sender: 'sender' in step ? step.sender : null,
    call: 'call' in step ? { ...step.call, value: `${step.call.value}`, function: describeData(step.call.data) } : null,
    failure: failing === null ? null : { name: failing.name, message: failureWords(failing, texts) },
  };
}

/** Returns a planned duty as lines for people. */
export function toLines(planned: PlannedDuty, texts: ChainDutyTexts): string[] {
  const { duty, subject } = planned;
  const { labels } = texts;
  return [
    ...formatTable([
      [labels.duty, duty.kind],
      [labels.effect, effectOf(duty, subject.rule, texts)],
      [labels.consequence, consequenceOf(duty, texts)],
      ...stateRows(planned, texts),
      ...stepRows(planned, texts),
    ]),
    ...('call' in planned.step ? ['', texts.unsent] : []),
  ];
}

/** A chain makes a block every few seconds. */
const STALE_MS = 10 * MINUTE_MS;

function stateRows(planned: PlannedDuty, texts: ChainDutyTexts): string[][] {
  const { duty, chainId, block, nodes, ageMs, state, subject, from } = planned;
  const { labels } = texts;
  const at = { block: `${block}`, time: chainTime(state.time), nodes };
  const { change, rule, funded } = subject;
  const present = 'of' in duty && typeof duty.of !== 'string' ? duty.of : duty;
  return [
    [labels.chain, texts.onChain(chainId, at)],
    ...(ageMs > STALE_MS ? [[labels.chain, texts.stale(Math.floor(ageMs / MINUTE_MS))]] : []),
    ...(state.exited ? [[labels.exit, texts.exited]] : []),
    [labels.withdrawals, withdrawalsWord(state, texts)],
    [labels.deposits, state.depositsPaused ? texts.paused : texts.open],
    [labels.signer, state.signer === zeroAddress ? '–' : state.signer],
    [labels.auditor, state.auditor],
    ...(from === null ? [] : [[labels.from, texts.has(from.account, from.roles.join(', ') || texts.noRole)]]),
    ...(present.kind === 'set-rule' && rule !== null ? [[labels.rule, ruleWords(present, rule, texts)]] : []),
    ...(funded === null ? [] : [[labels.funded, formatAmount(funded)]]),
    ...(change === null ? [] : [[labels.change, changeWords(change, texts)]]),
  ];
}

function changeWords({ readyAt, ...change }: NonNullable<Subject['change']>, texts: ChainDutyTexts): string {
  return texts.changeState({ ...change, readyAt: readyAt === null ? null : chainTime(readyAt) });
}

function withdrawalsWord({ withdrawalsPaused, signer }: VaultState, texts: ChainDutyTexts): string {
  if (withdrawalsPaused) return texts.paused;
  return signer === zeroAddress ? texts.noSigner : texts.open;
}

function stepRows({ step, state, failure }: PlannedDuty, texts: ChainDutyTexts): string[][] {
  const { labels, steps } = texts;
  switch (step.kind) {
    case 'done':
      return [[labels.next, steps.done]];
    case 'wait':
      return [[labels.next, texts.waits(chainTime(step.until))]];
    case 'refused':
      return [
        [labels.next, texts.refused],
        [labels.wouldFail, failureWords(step.failure, texts)],
      ];
    default: {
      const { to, value, data } = step.call;
      const named = step.sender === 'admin' ? `, ${state.admin}` : '';
      return [
        [labels.next, steps[step.kind]],
        [labels.sender, `${texts.senders[step.sender] ?? step.sender}${named}`],
        ...(failure === null ? [] : [[labels.wouldFail, failureWords(failure, texts)]]),
        [labels.function, describeData(data)],
        ['to', to],
        ['value', value === 0n ? '0' : `${formatAmount(value)} JU = ${value}`],
        ['data', data],
      ];
    }
  }
}
