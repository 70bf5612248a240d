-- The codes of ledger_transfer_kinds by their names, for SQL. The planner inlines them.
create or replace function kind_deposit() returns int language sql immutable parallel safe as $$ select 1 $$;
create or replace function kind_withdrawal_request() returns int language sql immutable parallel safe as $$ select 2 $$;
create or replace function kind_withdrawal_done() returns int language sql immutable parallel safe as $$ select 3 $$;
create or replace function kind_withdrawal_returned() returns int
  language sql immutable parallel safe as $$ select 4 $$;
create or replace function kind_join() returns int language sql immutable parallel safe as $$ select 5 $$;
create or replace function kind_principal_return() returns int language sql immutable parallel safe as $$ select 6 $$;
create or replace function kind_mint_fee() returns int language sql immutable parallel safe as $$ select 7 $$;
create or replace function kind_reward() returns int language sql immutable parallel safe as $$ select 8 $$;
create or replace function kind_fee_share() returns int language sql immutable parallel safe as $$ select 9 $$;
create or replace function kind_loss() returns int language sql immutable parallel safe as $$ select 10 $$;
create or replace function kind_compensation() returns int language sql immutable parallel safe as $$ select 11 $$;
create or replace function kind_mint() returns int language sql immutable parallel safe as $$ select 12 $$;
create or replace function kind_vest() returns int language sql immutable parallel safe as $$ select 13 $$;
create or replace function kind_distribute() returns int language sql immutable parallel safe as $$ select 14 $$;
create or replace function kind_hash_rate_output() returns int language sql immutable parallel safe as $$ select 15 $$;
create or replace function kind_node_output() returns int language sql immutable parallel safe as $$ select 16 $$;
create or replace function kind_level_output() returns int language sql immutable parallel safe as $$ select 17 $$;
create or replace function kind_split() returns int language sql immutable parallel safe as $$ select 18 $$;
create or replace function kind_reserve_funding() returns int language sql immutable parallel safe as $$ select 19 $$;
create or replace function kind_funding() returns int language sql immutable parallel safe as $$ select 20 $$;
