-- The data for the processes' session caches. Returns three kinds of rows, all from one snapshot:
--
-- - one with only `snapshot` and `server`: this call sees every transaction below `snapshot`;
-- - one for each session that may have changed in a transaction from `p_since` on, with only `token_hash`: it ended,
--   or its user accepted a disclosure. Transactions end in another order than they begin, and none is missed, because
--   each one that the call of `snapshot` did not see is at or above it;
-- - one for each of `p_hashes` that is a session. It is over after 24 hours, or two without a call; `lasts_ms` is the
--   time until then, if it is neither used nor ended.
create or replace function session_states(p_hashes bytea[], p_since xid8)
returns table (
  snapshot xid8, server timestamptz, token_hash bytea, user_id bigint, address text, consent_hash text,
  is_over boolean, is_stale boolean, lasts_ms double precision
) language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  snapshot := pg_snapshot_xmin(pg_current_snapshot());
  server := pg_postmaster_start_time();
  return next;
  if p_since is not null then
    return query
      select null::xid8, null::timestamptz, s.token_hash, null::bigint, null, null, null::boolean, null::boolean,
        null::double precision
      from session s where s.changed_in >= p_since
      union all
      select null, null, s.token_hash, null, null, null, null, null, null
      from app_user u join session s on s.user_id = u.id where u.changed_in >= p_since;
  end if;
  if cardinality(p_hashes) > 0 then
    return query
      select null::xid8, null::timestamptz, s.token_hash, s.user_id, u.address, u.consent_hash,
        s.ended_at is not null or s.expires_at <= now() or s.last_used_at <= now() - interval '2 hours',
        s.last_used_at <= now() - interval '1 minute',
        1000 * extract(epoch from least(s.expires_at, s.last_used_at + interval '2 hours') - now())::double precision
      from unnest(p_hashes) asked (hash)
      cross join lateral (select * from session where session.token_hash = asked.hash limit 1) s
      join app_user u on u.id = s.user_id;
  end if;
end
$$;

revoke all on function session_states from public;
grant execute on function session_states to city_mint_api;
