import type { switchActions } from '@city-mint/api-contract/operator/control-endpoints';
import { setSwitch } from '#switches/commands.ts';
import { readNewestAlarm, readSwitch } from '#switches/queries.ts';
import { type ActionDefinitions, change } from '../operator-action.ts';

export const switchDefinitions: ActionDefinitions<keyof typeof switchActions> = {
  async 'POST /api/ops/pause'({ tx, fields: { part }, operator, reason, refuse }) {
    const current = await readSwitch(tx, part);
    if (current.paused) return refuse('nothing-changes', 'part');
    return change({
      subject: `part ${part}`,
      before: { paused: 'false', reason: current.reason },
      after: { paused: 'true', reason },
      async apply() {
        await setSwitch(tx, { part, paused: true, reason, by: operator });
      },
    });
  },

  async 'POST /api/ops/unpause'({ tx, fields: { part }, operator, refuse }) {
    const current = await readSwitch(tx, part);
    if (!current.paused) return refuse('nothing-changes', 'part');
    const newestAlarm = await readNewestAlarm(tx);
    return change({
      subject: `part ${part}`,
      before: { paused: 'true', reason: current.reason },
      after: { paused: 'false', reason: null },
      loosens: true,
      // A newer alarm invalidates a proposal, because its proposer did not know of it.
      basis: { changedAt: current.changedAt.toISOString(), newestAlarm: newestAlarm.toString() },
      async apply() {
        await setSwitch(tx, { part, paused: false, reason: null, by: operator });
      },
    });
  },
};
