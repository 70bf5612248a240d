import type { regionActions } from '@city-mint/api-contract/operator/control-endpoints';
import { setRegionRule } from '#regions/commands.ts';
import { findRegionRule } from '#regions/queries.ts';
import { type ActionDefinitions, change, type Figures } from '../operator-action.ts';

type RegionPermissions = { readonly joining: boolean; readonly referral: boolean };

export const regionDefinitions: ActionDefinitions<keyof typeof regionActions> = {
  async 'POST /api/ops/regions/set'({ tx, fields: { region, joiningAllowed, referralAllowed }, refuse }) {
    const next = { joining: joiningAllowed, referral: referralAllowed };
    const current = await findRegionRule(tx, region);
    if (current.region === region && current.joining === next.joining && current.referral === next.referral) {
      return refuse('nothing-changes', 'region');
    }
    return change({
      subject: `region ${region}`,
      before: figuresOf(current),
      after: figuresOf(next),
      loosens: (next.joining && !current.joining) || (next.referral && !current.referral),
      async apply() {
        await setRegionRule(tx, { region, ...next });
      },
    });
  },
};

function figuresOf({ joining, referral }: RegionPermissions): Figures {
  return { joiningAllowed: String(joining), referralAllowed: String(referral) };
}
