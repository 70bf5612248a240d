import type { ReplyOf } from '@city-mint/api-contract/endpoints';

/** The parts of the overview, each read by itself. */
export type Overview = ReplyOf<'POST /api/ops/overview/waiting'> &
  ReplyOf<'POST /api/ops/overview/alarms'> &
  ReplyOf<'POST /api/ops/overview/money'> &
  ReplyOf<'POST /api/ops/overview/rounds'> &
  ReplyOf<'POST /api/ops/overview/chain'> &
  ReplyOf<'POST /api/ops/overview/journal'>;
