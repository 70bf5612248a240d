import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import type { RefusalDetails } from '@city-mint/api-contract/envelope';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import type { ActName } from '../acts/find-act.ts';
import { type ActAnswer, type ActingOperator, type OperatorDeps, performAct } from '../commands/perform-act.ts';

/** The operator's call that an act came with. */
export type OperatorCall = { readonly participant: { readonly address: string }; readonly requestId: string };

type ActOutcome<Word> =
  | { readonly data: ReplyOf<'POST /api/ops/pause'> }
  | { readonly refusal: Word; readonly details: RefusalDetails };

/** Who acts, by his session, and why, by his words. */
export function actingOperator({ participant, requestId }: OperatorCall, reason: string): ActingOperator {
  return { operator: participant.address, reason, requestId };
}

/** What an act's call answers; throws where the act was refused with a word that the call does not declare. */
export function actOutcome<Word extends string>(
  { refusals }: { readonly refusals: readonly Word[] },
  answer: ActAnswer,
): ActOutcome<Word> {
  if ('refusal' in answer) {
    const word = refusals.find((declared) => declared === answer.refusal);
    if (word === undefined)
      throw new Error(`an act was refused with ${answer.refusal}, which its call does not declare`);
    return { refusal: word, details: answer.details ?? {} };
  }
  const { state, logId, proposal } = answer;
  return {
    data: {
      state,
      logId: logId.toString(),
      proposalId: proposal?.id.toString() ?? null,
      expiresAt: proposal?.expiresAt.getTime() ?? null,
    },
  };
}

/** Performs the act that a call asks for: its fields are the act's parameters, but for the reason. */
export async function callAct<Word extends string>(
  deps: OperatorDeps,
  declaration: { readonly refusals: readonly Word[] },
  asked: {
    readonly action: ActName;
    readonly request: { readonly reason: string };
    readonly call: OperatorCall;
  },
): Promise<ActOutcome<Word>> {
  const { reason, ...fields } = asked.request;
  const params = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plain(value)]));
  return actOutcome(
    declaration,
    await performAct(deps, { action: asked.action, params, by: actingOperator(asked.call, reason) }),
  );
}

/** Amounts wait in rows as they came: decimal strings in whole units. */
function plain(value: unknown): unknown {
  return typeof value === 'bigint' ? formatAmount(tokenAmount(value)) : value;
}
