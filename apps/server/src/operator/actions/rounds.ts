import type { roundActions } from '@city-mint/api-contract/operator/round-endpoints';
import { cancelRound, resumeRound, suspendRound } from '#rounds/lifecycle/commands.ts';
import { findRoundSuspension } from '#rounds/lifecycle/queries.ts';
import { type ActionDefinitions, change } from '../operator-action.ts';
import { hasChanged } from '../store/subjects.ts';
import { storedId } from '../wire.ts';

export const roundDefinitions: ActionDefinitions<keyof typeof roundActions> = {
  async 'POST /api/ops/rounds/suspend'({ tx, fields, refuse }) {
    const roundId = storedId(fields.roundId);
    const round = await findRoundSuspension(tx, roundId);
    if (round === undefined) return refuse('not-found', 'roundId');
    if (round.state === 'ended') return refuse('round-over', 'roundId');
    if (round.suspendedSince !== null) return refuse('nothing-changes', 'roundId');
    return change({
      subject: `round ${fields.roundId}`,
      before: { suspended: 'false', state: round.state },
      after: { suspended: 'true', state: round.state },
      // The round's state changes while it is suspended.
      basis: { suspended: 'false' },
      // A suspension lapses after a day; one operator may not renew it.
      loosens: await hasChanged(tx, { subject: `round ${fields.roundId}`, action: 'rounds/suspend' }),
      async apply() {
        await suspendRound(tx, roundId);
      },
    });
  },

  async 'POST /api/ops/rounds/cancel'({ tx, fields, reason, refuse }) {
    const roundId = storedId(fields.roundId);
    const round = await findRoundSuspension(tx, roundId);
    if (round === undefined) return refuse('not-found', 'roundId');
    const notNow = refuse('round-not-cancellable', { field: 'roundId', limit: round.state });
    if (round.state !== 'open' && round.state !== 'full') return notNow;
    return change({
      subject: `round ${fields.roundId}`,
      before: { cancelled: 'false' },
      after: { cancelled: 'true' },
      loosens: true,
      async apply() {
        return (await cancelRound(tx, roundId, reason)) ? undefined : notNow;
      },
    });
  },

  async 'POST /api/ops/rounds/resume'({ tx, fields, refuse }) {
    const roundId = storedId(fields.roundId);
    const round = await findRoundSuspension(tx, roundId);
    if (round === undefined) return refuse('not-found', 'roundId');
    if (round.suspendedSince === null) return refuse('nothing-changes', 'roundId');
    return change({
      subject: `round ${fields.roundId}`,
      before: { suspended: 'true', state: round.state, since: round.suspendedSince.toISOString() },
      after: { suspended: 'false', state: round.state },
      loosens: true,
      async apply() {
        await resumeRound(tx, roundId);
      },
    });
  },
};
