import { regionName } from '@city-mint/api-contract/wire';
import { z } from 'zod';
import { setRegionRule } from '#regions/commands.ts';
import { findRegionRule } from '#regions/queries.ts';
import { type Act, defineAct, type Figures } from '../act.ts';

type Allowed = { readonly joining: boolean; readonly referral: boolean };

const params = z.strictObject({ region: regionName, joiningAllowed: z.boolean(), referralAllowed: z.boolean() });

/** Sets what is allowed in a region; allowing more than before takes two. */
export const setRegion: Act = defineAct(params, async ({ tx, params: { region, ...allowed } }) => {
  const next = { joining: allowed.joiningAllowed, referral: allowed.referralAllowed };
  const now = await findRegionRule(tx, region);
  if (now.region === region && now.joining === next.joining && now.referral === next.referral) {
    return { refusal: 'nothing-changes', details: { field: 'region' } };
  }
  return {
    subject: region,
    before: figuresOf(now),
    after: figuresOf(next),
    loosens: (next.joining && !now.joining) || (next.referral && !now.referral),
    async apply() {
      await setRegionRule(tx, { region, ...next });
      return undefined;
    },
  };
});

function figuresOf({ joining, referral }: Allowed): Figures {
  return { joiningAllowed: String(joining), referralAllowed: String(referral) };
}
