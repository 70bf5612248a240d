-- Returns for each position of `p_next` where the way ends that leads from each position to its next: at a position
-- that is its own next. Doubles the length of all ways at a time, so that a deep tree takes few passes. Throws where a
-- way has no end.
create or replace function follow_to_ends(p_next int[]) returns int[]
  language plpgsql immutable set search_path = public, pg_temp as $$
declare
  reached int[] := p_next;
  further int[];
begin
  for pass in 1..64 loop
    select array_agg(reached[t.next] order by t.n) into further from unnest(reached) with ordinality t (next, n);
    if further = reached then
      return reached;
    end if;
    reached := further;
  end loop;
  raise exception 'a member of the team is above themselves' using errcode = 'check_violation';
end
$$;

-- Adds the orders of a minted round's users after `p_after` up to `p_until` to the attributed amounts: each counts once
-- for the nearest member above its owner with a node type, and once for the nearest with a level, by the bindings and
-- ranks recorded by the time of the settlement, whenever it is rolled up (docs/money-rules.md#8-team-nodes-levels). No
-- process may call it: advance_team_round() does.
-- Twin: packages/domain/src/team/attribution.ts, compared by apps/server/src/team/attribution.db.test.ts.
create or replace function attribute_orders(p_round bigint, p_after bigint, p_until bigint) returns void
  language plpgsql set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set work_mem = '256MB'
as $$
declare
  settled timestamptz := (select settled_at from round_settlement where round_id = p_round);
  -- Everyone above the owners, and for each their inviter, the position where the search for a node or level ends, and
  -- whether someone is found there.
  ids bigint[];
  inviters bigint[];
  to_node int[];
  to_level int[];
  are_nodes boolean[];
  have_level boolean[];
begin
  with recursive above (id, inviter) as (
    select o.id, b.inviter_id from (
      select distinct inviter_id as id from order_settlement
      where round_id = p_round and user_id > p_after and user_id <= p_until and inviter_id is not null
    ) o left join lateral (
      select inviter_id from team_bind where user_id = o.id and bound_at <= settled offset 0
    ) b on true
    union
    select a.inviter, b.inviter_id from above a left join lateral (
      select inviter_id from team_bind where user_id = a.inviter and bound_at <= settled offset 0
    ) b on true where a.inviter is not null
  )
  select array_agg(id order by id), array_agg(inviter order by id) into ids, inviters from above;
  if ids is null then
    return;
  end if;
  select array_agg(case when r.node_type > 0 then m.n else coalesce(a.n, m.n) end::int order by m.n),
    array_agg(case when r.team_level > 0 then m.n else coalesce(a.n, m.n) end::int order by m.n),
    array_agg(coalesce(r.node_type > 0, false) order by m.n), array_agg(coalesce(r.team_level > 0, false) order by m.n)
  into to_node, to_level, are_nodes, have_level
  from unnest(ids, inviters) with ordinality m (id, inviter, n)
  left join unnest(ids) with ordinality a (id, n) on a.id = m.inviter
  left join (
    select distinct on (user_id) user_id, node_type, team_level from team_status_change
    where changed_at <= settled order by user_id, id desc
  ) r on r.user_id = m.id;
  to_node := follow_to_ends(to_node);
  to_level := follow_to_ends(to_level);
  insert into team_attribution as t (user_id, day, nodes, levels)
  select ids[e.at], utc_day(settled), sum(e.nodes), sum(e.levels)
  from (
    select inviter_id, sum(amount) as amount from order_settlement
    where round_id = p_round and user_id > p_after and user_id <= p_until and inviter_id is not null
    group by inviter_id
  ) o join unnest(ids) with ordinality m (id, n) on m.id = o.inviter_id
  cross join lateral (values
    (to_node[m.n], o.amount, 0, are_nodes[to_node[m.n]]), (to_level[m.n], 0, o.amount, have_level[to_level[m.n]])
  ) e (at, nodes, levels, counts)
  where e.counts group by e.at
  on conflict (user_id, day) do update set nodes = t.nodes + excluded.nodes, levels = t.levels + excluded.levels;
end
$$;

revoke all on function follow_to_ends, attribute_orders from public;
