-- The roles that processes act as: each has the rights its work needs, and none that rewrites history.
do $$
declare
  role_name text;
begin
  -- Operators' calls are answered as a role of their own, city_mint_ops, which only reads and asks: participants' calls
  -- can change nothing that is an operator's, and it can change nothing that no operator signed. What operators signed
  -- is verified and performed by workers, which take the role city_mint_operator for that alone.
  foreach role_name in array array['city_mint_api', 'city_mint_worker', 'city_mint_indexer', 'city_mint_operator',
    'city_mint_ops', 'city_mint_watcher'] loop
    begin
      execute format('create role %I nologin', role_name);
    exception
      -- Roles belong to the whole cluster: the migration of another database may have created them, or be creating
      -- them now.
      when duplicate_object or unique_violation then null;
    end;
    execute format('grant %I to current_user', role_name);
    execute format('grant usage on schema public to %I', role_name);
  end loop;
  grant city_mint_operator to city_mint_worker with inherit false, set true;
end
$$;

revoke create on schema public from public;
