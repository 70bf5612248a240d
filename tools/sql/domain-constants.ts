import { PAYOUT_SHARE_BPS } from '@city-mint/domain/assets/decide-payout';
import { WITHDRAWAL_SHARE_BPS } from '@city-mint/domain/assets/decide-withdrawal';
import { MAX_SIGNATURES, VOUCHER_TTL_SECONDS } from '@city-mint/domain/assets/voucher-term';
import { ACCOUNT_KINDS } from '@city-mint/domain/ledger/account-kinds';
import { CURRENCIES } from '@city-mint/domain/ledger/currencies';
import { TRANSFER_KINDS } from '@city-mint/domain/ledger/transfer-kinds';
import { WHOLE_BPS } from '@city-mint/domain/money/division';

/** The file of the schema with the constants that SQL shares with the domain, from the repository's root. */
export const DOMAIN_CONSTANTS_FILE = 'apps/server/migrations/functions/ledger/domain-constants.sql';

const RULES = {
  whole_bps: WHOLE_BPS,
  payout_share_bps: PAYOUT_SHARE_BPS,
  withdrawal_share_bps: WITHDRAWAL_SHARE_BPS,
  voucher_signatures: MAX_SIGNATURES,
  voucher_ttl_seconds: Number(VOUCHER_TTL_SECONDS),
};

/** Returns the text of that file: a function without arguments for each constant. */
export function domainConstantsSql(): string {
  const codes = Object.entries(TRANSFER_KINDS).map(([name, { code }]) => [name, code] as const);
  return [
    '-- Generated from packages/domain by `npm run generate:sql`; not edited by hand.',
    '-- The planner inlines these functions, because they are strict: a name costs a query nothing.',
    ...section('Currencies in account ids.', 'currency', Object.entries(CURRENCIES)),
    ...section('Kinds of accounts in account ids.', 'account_kind', Object.entries(ACCOUNT_KINDS)),
    ...section('Kinds of transfers.', 'kind', codes),
    ...section('Constants of rules; shares in basis points.', 'rule', Object.entries(RULES)),
    '',
  ].join('\n');
}

function section(title: string, prefix: string, values: readonly (readonly [string, number])[]): string[] {
  const lines = values.map(([name, value]) => {
    const sqlName = `${prefix}_${name.replaceAll('-', '_').toLowerCase()}`;
    return `create or replace function ${sqlName}() returns int immutable strict parallel safe return ${value};`;
  });
  return ['', `-- ${title}`, ...lines];
}
