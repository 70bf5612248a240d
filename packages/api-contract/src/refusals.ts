import { ASSET_REFUSALS } from './assets/refusals.ts';
import type { EndpointKey, RefusalOf } from './endpoints.ts';
import type { CommonRefusal } from './envelope.ts';
import { MINER_REFUSALS } from './miner/refusals.ts';
import { OPERATOR_REFUSALS } from './operator/refusals.ts';
import { ROUND_REFUSALS } from './rounds/refusals.ts';
import { SESSION_REFUSALS } from './session/refusals.ts';
import { STATEMENT_REFUSALS } from './statement/refusals.ts';
import { TEAM_REFUSALS } from './team/refusals.ts';

/** The refusals of participants' own rules, in the order of the capabilities. */
const PARTICIPANT_RULE_REFUSALS = {
  ...SESSION_REFUSALS,
  ...ROUND_REFUSALS,
  ...ASSET_REFUSALS,
  ...MINER_REFUSALS,
  ...TEAM_REFUSALS,
  ...STATEMENT_REFUSALS,
};

/** The refusals of participants' calls: each has a text in every language of the product. */
export type ParticipantRefusal = CommonRefusal | keyof typeof PARTICIPANT_RULE_REFUSALS;

/** What only a call of an operator may be refused for: these have a text in the languages that operators read. */
export type OperatorRefusal = keyof typeof OPERATOR_REFUSALS;

/** The code of every refusal that some call's own rules have; one without an entry does not compile. */
export const RULE_REFUSALS: Record<Exclude<RefusalOf<EndpointKey>, CommonRefusal>, number> = {
  ...PARTICIPANT_RULE_REFUSALS,
  ...OPERATOR_REFUSALS,
};
