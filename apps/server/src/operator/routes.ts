import type { operatorEndpoints } from '@city-mint/api-contract/operator/endpoints';
import type { operatorQaEndpoints } from '@city-mint/api-contract/operator/qa-endpoints';
import type { operatorRegionEndpoints } from '@city-mint/api-contract/operator/region-endpoints';
import type { operatorRepairEndpoints } from '@city-mint/api-contract/operator/repair-endpoints';
import type { operatorSettingsEndpoints } from '@city-mint/api-contract/operator/settings-endpoints';
import type { Handlers } from '#platform/http/handler.ts';
import { contentRoutes, offerRoutes } from './routes/content-routes.ts';
import { type ControlDeps, controlRoutes, proposalRoutes } from './routes/control-routes.ts';
import { type EntryDeps, entryRoutes } from './routes/entry-routes.ts';
import { qaRoutes } from './routes/qa-routes.ts';
import { regionRoutes } from './routes/region-routes.ts';
import { repairRoutes } from './routes/repair-routes.ts';
import { settingsRoutes } from './routes/settings-routes.ts';

type Declared = typeof operatorEndpoints &
  typeof operatorQaEndpoints &
  typeof operatorRegionEndpoints &
  typeof operatorSettingsEndpoints &
  typeof operatorRepairEndpoints;

/** The answers of all operator-…endpoints.ts. */
export function operatorRoutes(deps: EntryDeps & ControlDeps): Handlers<keyof Declared> {
  return {
    ...entryRoutes(deps),
    ...proposalRoutes(deps),
    ...controlRoutes(deps),
    ...offerRoutes(deps),
    ...contentRoutes(deps),
    ...qaRoutes(deps),
    ...regionRoutes(deps),
    ...settingsRoutes(deps),
    ...repairRoutes(deps),
  };
}
