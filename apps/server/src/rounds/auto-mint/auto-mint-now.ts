import { tokenAmount, ZERO } from '@city-mint/domain/money/token-amount';
import type { AutoMintState } from '@city-mint/domain/rounds/change-auto-mint';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { AutoMint } from '#platform/database/generated/db.ts';

/** A user's current auto-mint; JU in base units. */
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
  parallelRounds: 1,
  version: 0,
  failedRounds: 0,
  enabledAt: null,
  offBecause: null,
};

const offBecause = z.enum(['user', 'losses']).nullable();

/** Returns the settings of a row of `auto_mint`. */
export function toAutoMint(settings: Selectable<AutoMint>): AutoMintNow {
  return {
    enabled: settings.enabled,
    keep: tokenAmount(settings.keep),
    perRoundMaximum: tokenAmount(settings.per_round_maximum),
    stopAfterLosses: settings.stop_after_losses,
    parallelRounds: settings.parallel_rounds,
    version: settings.version,
    failedRounds: settings.failed_rounds,
    enabledAt: settings.enabled_at,
    offBecause: offBecause.parse(settings.off_reason),
  };
}
