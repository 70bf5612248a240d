import type { payoutActions } from '@city-mint/api-contract/operator/payout-endpoints';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import { getAddress } from 'viem';
import { postTransfer } from '../builders/post-transfer.ts';
import { JU } from '../builders/rounds.ts';
import type { ActionCases } from './operator-action-case.ts';

const WALLET = getAddress(`0x${'a'.repeat(40)}`);
const NEW_WALLET = getAddress(`0x${'b'.repeat(40)}`);
const OTHER = getAddress(`0x${'2'.repeat(40)}`);

/** Cases of payouts to the operator. */
export const payoutCases: ActionCases<keyof typeof payoutActions> = {
  'POST /api/ops/payouts/pay': async ({ db, operator }) => {
    const custody = { kind: 'custody', currency: 'JU', owner: 0n } as const;
    const to = { kind: 'treasury', currency: 'JU', owner: 0n } as const;
    await postTransfer(db, {
      kind: 'funding',
      from: custody,
      to,
      amount: tokenAmount(40n * JU),
      sourceId: -7_000_002n,
    });
    await sql`insert into payout_recipient (address, registered_at)
      select unnest(${[WALLET, operator]}::text[]), now() - interval '60 days'`.execute(db);
    await sql`
      insert into payout_recipient (address, registered_at) values (${NEW_WALLET}, now() + interval '1 day')`.execute(
      db,
    );
    const { rows } = await sql<{ balance: bigint }>`
      select balance from ledger_account where id = account_treasury()`.execute(db);
    const quarter = (rows[0]?.balance ?? 0n) / 4n;
    const fields = {
      source: 'treasury',
      amount: formatAmount(quarter),
      recipient: WALLET,
      purpose: 'rent of the servers',
      documentHash: `0x${'d'.repeat(64)}`,
    } as const;
    return {
      fields,
      operators: 2,
      watch: `select (select balance from ledger_account where id = account_treasury()),
        (select json_agg(p.purpose || p.amount) from operator_payout p),
        (select json_agg(w.state || w.recipient) from withdrawal w where w.is_payout)`,
      refused: [
        [{ ...fields, amount: '0' }, 'amount-not-positive'],
        [{ ...fields, recipient: OTHER }, 'unknown-recipient'],
        [{ ...fields, recipient: NEW_WALLET }, 'recipient-on-hold'],
        [{ ...fields, recipient: operator }, 'own-withdrawal'],
        [{ ...fields, amount: formatAmount(quarter + 1n) }, 'payout-limit'],
      ],
      again: 'payout-limit',
    };
  },
  'POST /api/ops/payouts/addRecipient': async ({ db }) => {
    await sql`insert into payout_recipient (address) values (${OTHER}) on conflict do nothing`.execute(db);
    return {
      fields: { address: getAddress(`0x${'e'.repeat(40)}`) },
      operators: 2,
      watch: `select removed_at is null from payout_recipient where lower(address) = '0x${'e'.repeat(40)}'`,
      refused: [[{ address: OTHER }, 'nothing-changes']],
      again: 'nothing-changes',
    };
  },
  'POST /api/ops/payouts/removeRecipient': async ({ db }) => {
    const address = getAddress(`0x${'f'.repeat(40)}`);
    await sql`insert into payout_recipient (address) values (${address})`.execute(db);
    return {
      fields: { address },
      operators: 1,
      watch: `select removed_at is null from payout_recipient where address = '${address}'`,
      refused: [[{ address: getAddress(`0x${'1'.repeat(40)}`) }, 'unknown-recipient']],
      again: 'unknown-recipient',
    };
  },
};
