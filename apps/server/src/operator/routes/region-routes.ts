import { operatorRegionEndpoints as declared } from '@city-mint/api-contract/operator/region-endpoints';
import type { Handlers } from '#platform/http/handler.ts';
import { listRegionRules } from '#regions/queries.ts';
import { callAct } from './act-outcome.ts';
import type { ControlDeps } from './control-routes.ts';

/** What is allowed in which region. */
export function regionRoutes(deps: ControlDeps): Handlers<keyof typeof declared> {
  return {
    async 'POST /api/ops/regions'() {
      const rules = await listRegionRules(deps.db);
      return {
        data: {
          regions: rules.map(({ region, joining, referral, changedAt }) => ({
            region,
            joiningAllowed: joining,
            referralAllowed: referral,
            changedAt: changedAt.getTime(),
          })),
        },
      };
    },
    'POST /api/ops/regions/set': (request, call) =>
      callAct(deps, declared['POST /api/ops/regions/set'], { action: 'set-region', request, call }),
  };
}
