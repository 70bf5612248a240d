import type { operatorEndpoints } from '@city-mint/api-contract/operator-endpoints';
import type { operatorQaEndpoints } from '@city-mint/api-contract/operator-qa-endpoints';
import type { Handlers } from '../platform/http/handler.ts';
import { contentRoutes, offerRoutes } from './routes/content-routes.ts';
import { type ControlDeps, controlRoutes, proposalRoutes } from './routes/control-routes.ts';
import { type EntryDeps, entryRoutes } from './routes/entry-routes.ts';
import { qaRoutes } from './routes/qa-routes.ts';

/** The answers of operator-endpoints.ts and operator-qa-endpoints.ts. */
export function operatorRoutes(
  deps: EntryDeps & ControlDeps,
): Handlers<keyof typeof operatorEndpoints | keyof typeof operatorQaEndpoints> {
  return {
    ...entryRoutes(deps),
    ...proposalRoutes(deps),
    ...controlRoutes(deps),
    ...offerRoutes(deps),
    ...contentRoutes(deps),
    ...qaRoutes(deps),
  };
}
