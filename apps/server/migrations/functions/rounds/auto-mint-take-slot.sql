-- Waits until this part of a round's opening may be decided, and takes its slot: no change of settings is in progress,
-- and of the earlier parts only the last one is still being written. `p_slot` is 0 or 1, different from that of the
-- previous part. Openings of several rounds share the two.
create or replace function auto_mint_take_slot(p_round bigint, p_slot int) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(auto_mint_part_key(p_round, p_slot));
  perform pg_advisory_xact_lock(case p_slot when 0 then 4207300012 else 4207300014 end);
end
$$;
