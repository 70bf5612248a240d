import type { grantActions } from '@city-mint/api-contract/operator/integrity-endpoints';
import { freeAccount, releaseGrant, resendGrant } from '#miner/commands/grants.ts';
import { findAccountOf } from '#miner/queries/accounts.ts';
import { findExchangeGrant } from '#miner/queries/grants.ts';
import { findUserId } from '#session/queries/users.ts';
import { type ActionDefinitions, change } from '../operator-action.ts';
import { storedId } from '../wire.ts';

export const grantDefinitions: ActionDefinitions<keyof typeof grantActions> = {
  async 'POST /api/ops/grants/release'({ tx, fields, refuse }) {
    const machineId = storedId(fields.machineId);
    const grant = await findExchangeGrant(tx, machineId);
    if (grant === undefined) return refuse('not-found', 'machineId');
    if (grant.state !== 'alarm') return refuse('grant-not-in-alarm', 'machineId');
    const { grantId, lastError } = grant;
    return change({
      subject: `grant ${fields.machineId}`,
      before: { state: 'alarm', grantId, lastError },
      after: { state: 'waiting', grantId },
      loosens: true,
      async apply() {
        return (await releaseGrant(tx, machineId)) ? undefined : refuse('grant-not-in-alarm', 'machineId');
      },
    });
  },

  async 'POST /api/ops/grants/resend'({ tx, fields, refuse }) {
    const machineId = storedId(fields.machineId);
    const grant = await findExchangeGrant(tx, machineId);
    if (grant === undefined) return refuse('not-found', 'machineId');
    if (grant.state !== 'waiting') return refuse('grant-not-waiting', 'machineId');
    const { grantId, lastError } = grant;
    return change({
      subject: `grant ${fields.machineId}`,
      before: { state: 'waiting', grantId, lastError },
      after: { state: 'waiting', grantId },
      async apply() {
        return (await resendGrant(tx, machineId)) ? undefined : refuse('grant-not-waiting', 'machineId');
      },
    });
  },

  async 'POST /api/ops/exchangeAccounts/free'({ tx, fields, refuse }) {
    const userId = await findUserId(tx, fields.address);
    if (userId === null) return refuse('unknown-address', 'address');
    const account = await findAccountOf(tx, userId);
    if (account === undefined) return refuse('account-not-bound', 'address');
    return change({
      subject: `exchange-account ${fields.address}`,
      // The log is public; the account is not.
      before: { account: `…${account.uid.slice(-3)}`, boundAt: account.boundAt.toISOString() },
      after: { account: null },
      loosens: true,
      async apply() {
        return (await freeAccount(tx, userId)) ? undefined : refuse('account-not-bound', 'address');
      },
    });
  },
};
