import { tokenAmount, ZERO } from '@city-mint/domain/money/token-amount';
import type { AutoMintState } from '@city-mint/domain/rounds/change-auto-mint';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { AutoMint } from '#platform/database/generated/db.ts';

/** A user's auto-mint as it is now; JU in base units. */
export type AutoMintNow = AutoMintState & {
  readonly failedRounds: number;
  readonly enabledAt: Date | null;
  readonly offBecause: 'user' | 'losses' | null;
};

/** The settings of a user who never set any. */
export const NEVER_SET: AutoMintNow = {
  enabled: false,
  keep: ZERO,
  perRoundMaximum: ZERO,
  stopAfterLosses: 0,
  version: 0,
  failedRounds: 0,
  enabledAt: null,
  offBecause: null,
};

const offBecause = z.enum(['user', 'losses']).nullable();

/** Returns the settings of a row of `auto_mint`. */
export function toAutoMint(row: Selectable<AutoMint>): AutoMintNow {
  return {
    enabled: row.enabled,
    keep: tokenAmount(row.keep),
    perRoundMaximum: tokenAmount(row.per_round_maximum),
    stopAfterLosses: row.stop_after_losses,
    version: row.version,
    failedRounds: row.failed_rounds,
    enabledAt: row.enabled_at,
    offBecause: offBecause.parse(row.off_because),
  };
}
