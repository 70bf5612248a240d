-- Generated from packages/domain by `npm run generate:sql`; not edited by hand.
-- The planner inlines these functions, because they are strict: a name costs a query nothing.

-- Currencies in account ids.
create or replace function currency_ju() returns int immutable strict parallel safe return 0;
create or replace function currency_fmc() returns int immutable strict parallel safe return 1;

-- Kinds of accounts in account ids.
create or replace function account_kind_custody() returns int immutable strict parallel safe return 0;
create or replace function account_kind_available() returns int immutable strict parallel safe return 1;
create or replace function account_kind_withdrawing() returns int immutable strict parallel safe return 2;
create or replace function account_kind_escrow() returns int immutable strict parallel safe return 3;
create or replace function account_kind_fees() returns int immutable strict parallel safe return 4;
create or replace function account_kind_nodes() returns int immutable strict parallel safe return 5;
create or replace function account_kind_levels() returns int immutable strict parallel safe return 6;
create or replace function account_kind_treasury() returns int immutable strict parallel safe return 7;
create or replace function account_kind_reserve() returns int immutable strict parallel safe return 8;
create or replace function account_kind_launch_costs() returns int immutable strict parallel safe return 9;
create or replace function account_kind_emission() returns int immutable strict parallel safe return 10;
create or replace function account_kind_vesting() returns int immutable strict parallel safe return 11;

-- Kinds of transfers.
create or replace function kind_deposit() returns int immutable strict parallel safe return 1;
create or replace function kind_withdrawal_request() returns int immutable strict parallel safe return 2;
create or replace function kind_withdrawal_done() returns int immutable strict parallel safe return 3;
create or replace function kind_withdrawal_returned() returns int immutable strict parallel safe return 4;
create or replace function kind_join() returns int immutable strict parallel safe return 5;
create or replace function kind_principal_return() returns int immutable strict parallel safe return 6;
create or replace function kind_mint_fee() returns int immutable strict parallel safe return 7;
create or replace function kind_reward() returns int immutable strict parallel safe return 8;
create or replace function kind_fee_share() returns int immutable strict parallel safe return 9;
create or replace function kind_loss() returns int immutable strict parallel safe return 10;
create or replace function kind_compensation() returns int immutable strict parallel safe return 11;
create or replace function kind_mint() returns int immutable strict parallel safe return 12;
create or replace function kind_vest() returns int immutable strict parallel safe return 13;
create or replace function kind_distribute() returns int immutable strict parallel safe return 14;
create or replace function kind_hash_rate_output() returns int immutable strict parallel safe return 15;
create or replace function kind_node_output() returns int immutable strict parallel safe return 16;
create or replace function kind_level_output() returns int immutable strict parallel safe return 17;
create or replace function kind_split() returns int immutable strict parallel safe return 18;
create or replace function kind_reserve_funding() returns int immutable strict parallel safe return 19;
create or replace function kind_funding() returns int immutable strict parallel safe return 20;
create or replace function kind_unknown_payment() returns int immutable strict parallel safe return 21;
create or replace function kind_operator_payout() returns int immutable strict parallel safe return 22;

-- Constants of rules; shares in basis points.
create or replace function rule_whole_bps() returns int immutable strict parallel safe return 10000;
create or replace function rule_payout_share_bps() returns int immutable strict parallel safe return 2500;
create or replace function rule_withdrawal_share_bps() returns int immutable strict parallel safe return 1000;
create or replace function rule_voucher_signatures() returns int immutable strict parallel safe return 3;
create or replace function rule_voucher_ttl_seconds() returns int immutable strict parallel safe return 1200;
