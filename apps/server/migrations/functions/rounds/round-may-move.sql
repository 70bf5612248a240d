-- Returns whether a round may move from one state to the other (docs/money-rules.md#3-states).
-- Twin: packages/domain/src/rounds/round-state.ts, compared by apps/server/src/rounds/round/round-states.db.test.ts.
create or replace function round_may_move(p_from text, p_to text) returns boolean
  language sql immutable strict parallel safe return (p_from, p_to) in (
    ('scheduled', 'open'), ('scheduled', 'cancelled'),
    ('open', 'full'), ('open', 'failed'), ('open', 'cancelled'),
    ('full', 'settling'), ('full', 'cancelled'),
    ('settling', 'minted'), ('minted', 'ended'),
    ('failed', 'liquidating'), ('liquidating', 'ended'),
    ('cancelled', 'ended')
  );
