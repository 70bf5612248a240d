import type { Registry } from 'prom-client';
import type { Database } from '#platform/database/database.ts';
import { observeFigures } from '#platform/metrics/observe-figures.ts';
import { readAnchorState } from '../queries/read-anchor-state.ts';

/** The anchoring's figures for a monitor: roots on their way, refused ones, and how long the oldest that is not final has waited. */
export function observeAnchors(registry: Registry, db: Database): void {
  const figures = {
    city_mint_anchors_waiting: { help: 'Roots that no transaction carries yet.' },
    city_mint_anchors_sent: { help: 'Roots whose transaction is not in a final block yet.' },
    city_mint_anchors_conflicting: { help: 'Roots in whose place another root stands in the contract.' },
    city_mint_anchor_oldest_seconds: { help: 'How long the oldest root that is not final has waited.' },
  };
  observeFigures(registry, figures, async () => {
    const { waiting, sent, conflicting, oldestSeconds } = await readAnchorState(db);
    return {
      city_mint_anchors_waiting: waiting,
      city_mint_anchors_sent: sent,
      city_mint_anchors_conflicting: conflicting,
      city_mint_anchor_oldest_seconds: oldestSeconds,
    };
  });
}
