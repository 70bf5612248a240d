/** Which files may touch which tables: the folder's beginning, and the tables whose SQL lives there and nowhere else. */
export const TABLE_OWNERS: Record<string, readonly string[]> = {
  'apps/server/src/ledger/': [
    'ledger_account',
    'ledger_account_kinds',
    'ledger_movements',
    'ledger_movers',
    'ledger_transfer',
    'ledger_transfer_kinds',
  ],
  'apps/server/src/session/': ['app_user', 'session', 'sign_in_message'],
  'apps/server/src/texts/': ['consent', 'disclosure'],
  'apps/server/src/assets/': ['recharge', 'withdrawal', 'withdrawal_limit', 'withdrawal_voucher'],
  'apps/server/src/rounds/': [
    'city',
    'mint_order',
    'order_settlement',
    'participant',
    'phase_plan',
    'reserve_funding',
    'reserve_setting',
    'round',
    'round_chunk',
    'round_settlement',
    'round_stage',
    'round_step',
    'round_terms',
    'round_transition',
    'settlement_turn',
  ],
  'apps/server/src/platform/': ['chain_cursor', 'chain_event', 'chain_event_pending', 'schema_migration'],
  // Every command heeds the switches and remembers its refusals, each in its own transaction.
  'apps/server/src/': ['request_refusal', 'system_switch'],
};
