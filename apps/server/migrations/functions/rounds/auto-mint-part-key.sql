-- The advisory lock that the part of a round's opening with this slot takes in exclusive mode.
create or replace function auto_mint_part_key(p_round bigint, p_slot int) returns bigint language sql immutable as $$
  select hashtextextended('auto-mint ' || p_round || ' ' || p_slot, 0)
$$;
