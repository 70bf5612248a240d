import { ASSET_REFUSALS } from './assets/refusals.ts';
import type { EndpointKey, RefusalOf } from './endpoints.ts';
import type { CommonRefusal } from './envelope.ts';
import { MINER_REFUSALS } from './miner/refusals.ts';
import { OPERATOR_REFUSALS } from './operator/refusals.ts';
import type { RuleRefusal } from './refusal-text.ts';
import { ROUND_REFUSALS } from './rounds/refusals.ts';
import { SESSION_REFUSALS } from './session/refusals.ts';
import { STATEMENT_REFUSALS } from './statement/refusals.ts';
import { TEAM_REFUSALS } from './team/refusals.ts';

/** Code and text of every refusal that some call's own rules have; one without an entry does not compile. */
export const RULE_REFUSALS: Record<Exclude<RefusalOf<EndpointKey>, CommonRefusal>, RuleRefusal> = {
  ...SESSION_REFUSALS,
  ...ROUND_REFUSALS,
  ...ASSET_REFUSALS,
  ...MINER_REFUSALS,
  ...TEAM_REFUSALS,
  ...STATEMENT_REFUSALS,
  ...OPERATOR_REFUSALS,
};
