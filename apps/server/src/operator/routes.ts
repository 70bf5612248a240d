import type { operatorEndpoints } from '@city-mint/api-contract/operator/endpoints';
import type { Handlers } from '#platform/http/handler.ts';
import type { OperatorDeps } from './commands/action-transaction.ts';
import { type AccessDeps, accessRoutes } from './routes/access-routes.ts';
import { actionRoutes, proposalRoutes } from './routes/action-routes.ts';
import { offerRoutes } from './routes/offer-routes.ts';
import { reviewRoutes } from './routes/review-routes.ts';
import { settingRoutes } from './routes/setting-routes.ts';

/** The handlers of the operator's endpoints, and of the public log. */
export function operatorRoutes(deps: AccessDeps & OperatorDeps): Handlers<keyof typeof operatorEndpoints> {
  return {
    ...accessRoutes(deps),
    ...proposalRoutes(deps),
    ...offerRoutes(deps),
    ...reviewRoutes(deps),
    ...settingRoutes(deps),
    ...actionRoutes(deps),
  };
}
