import type { Registry } from 'prom-client';
import type { Database } from '#platform/database/database.ts';
import { observeFigures } from '#platform/metrics/observe-figures.ts';
import { readAnchorState } from './queries/read-anchor-state.ts';

/** Registers the metrics of anchoring: roots by state, and the age of the oldest that is not final. */
export function observeAnchors(registry: Registry, db: Database): void {
  const figures = {
    city_mint_anchors_waiting: { help: 'Roots without a transaction.' },
    city_mint_anchors_unsigned: { help: 'Roots that the auditor did not sign.' },
    city_mint_anchors_sent: { help: 'Roots whose transaction is not final.' },
    city_mint_anchors_conflicting: { help: 'Roots for whose subject the contract has another root.' },
    city_mint_anchor_oldest_seconds: { help: 'Age of the oldest root that is not final.' },
  };
  observeFigures(registry, figures, async () => {
    const { waiting, unsigned, sent, conflicting, oldestSeconds } = await readAnchorState(db);
    return {
      city_mint_anchors_waiting: waiting,
      city_mint_anchors_unsigned: unsigned,
      city_mint_anchors_sent: sent,
      city_mint_anchors_conflicting: conflicting,
      city_mint_anchor_oldest_seconds: oldestSeconds,
    };
  });
}
