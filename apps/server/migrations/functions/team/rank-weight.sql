-- The weight of a rank in a pool: of the code of a node type, or of a level.
-- Twin: packages/domain/src/team/attribution.ts, compared by apps/server/src/team/attribution.db.test.ts.
create or replace function rank_weight(p_pool text, p_node_type int, p_team_level int) returns int
  immutable parallel safe return case p_pool
    when 'nodes' then (array[0, 1, 3, 10, 30])[p_node_type + 1]
    when 'levels' then (array[0, 1, 2, 3, 5, 8])[p_team_level + 1]
  end;
