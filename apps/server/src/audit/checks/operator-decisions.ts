import { SIGNATURE_CLOCK_MS, SIGNATURE_VALID_MS } from '@city-mint/api-contract/operator/action-signature';
import { TRANSFER_KINDS, type TransferKind } from '@city-mint/domain/ledger/transfer-kinds';
import { parseAmount } from '@city-mint/domain/money/amount-text';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { KnownOperators, TransferRange } from './kind-check.ts';
import { findDecision, issuedAt, LOGGED, type LoggedAction, type SignedMessage } from './signed-decision.ts';

/** Transfers that two operators decide: their signatures are verified once, into audit.decision. */

const codeOf = (kind: TransferKind) => sql.lit(TRANSFER_KINDS[kind].code);
/** Between a signature, by the signer's clock, and the transfer that it makes. */
const LONGEST_MS = SIGNATURE_VALID_MS + SIGNATURE_CLOCK_MS;

/** An entry of the log that may be the decision behind a transfer. */
type Candidate = LoggedAction & { readonly kind: number; readonly source_id: bigint; readonly created_at: Date };

type Deciding = {
  /** The action that both sign. */
  readonly action: string;
  /** The join of `t`, the transfers of a kind, with `l`, the entries that may decide them. */
  readonly candidates: RawBuilder<unknown>;
  /** The kind and source that are decided; those of `t` by default. */
  readonly decided?: RawBuilder<unknown>;
  /** Whether what was signed is about this transfer. */
  readonly isAbout: (signed: SignedMessage, candidate: Candidate) => boolean;
};

/** Returns a `prepare` that stores the decision behind each transfer of a range which does not have one yet. */
function verifying({ action, candidates, decided = sql`t.kind, t.source_id`, isAbout }: Deciding) {
  return async (tx: Database, { after, upTo }: TransferRange, operators: KnownOperators) => {
    const { rows } = await sql<Candidate>`
      select d.kind, d.source_id, t.created_at, ${LOGGED} from ${candidates}
      cross join lateral (select ${decided}) d (kind, source_id)
      where t.id > ${after} and t.id <= ${upTo} and l.action = ${action}
        and not exists (select from audit.decision known where (known.kind, known.source_id) = (d.kind, d.source_id))
      order by t.id, l.id`.execute(tx);
    for (const candidate of rows) {
      const signed = await findDecision(tx, candidate, operators);
      if (signed !== undefined && isAbout(signed, candidate)) await storeDecision(tx, candidate, signed);
    }
    return [];
  };
}

/** A signature that has decided another transfer decides nothing. */
async function storeDecision(tx: Database, { kind, source_id, signed_id }: Candidate, signed: SignedMessage) {
  const amount = parseAmount(signed['amount']);
  await sql`
    insert into audit.decision (request_id, kind, source_id, signed, amount)
    values (${signed_id}, ${kind}, ${source_id}, ${JSON.stringify(signed)}, ${amount.ok ? amount.amount : null})
    on conflict do nothing`.execute(tx);
}

/** Whether the transfer was made while the signature was valid: a held back one is worth nothing later. */
const isCurrent = (signed: SignedMessage, { created_at }: Candidate) =>
  Math.abs(created_at.getTime() - issuedAt(signed)) <= LONGEST_MS;

/** Verifies who decided the payouts of a range; resolves afterwards. A payout has its confirmation's id. */
export const verifyPayouts = verifying({
  action: 'payouts/pay',
  candidates: sql`ledger_transfer t join withdrawal w on t.kind = ${codeOf('operator-payout')} and w.id = t.source_id
    join operator_log l on l.signed_id = w.request_id`,
  isAbout: isCurrent,
});

/** Verifies who decided the fundings of the reserve in a range; resolves afterwards. */
export const verifyFundings = verifying({
  action: 'reserve/fund',
  candidates: sql`ledger_transfer t join reserve_funding f on t.kind = ${codeOf('reserve-funding')}
      and f.id = t.source_id
    join operator_log l on l.signed_id = f.signed_id`,
  isAbout: isCurrent,
});

const isOfPayment = (signed: SignedMessage, { source_id }: Candidate) => signed['sequence'] === source_id.toString();

/**
 * Verifies who decided about the unknown payments in a range; resolves afterwards. The event is in the signed text, and
 * it is booked whenever there is money for it.
 */
export const verifyBookings = verifying({
  action: 'chain/book',
  candidates: sql`ledger_transfer t join operator_log l on t.kind = ${codeOf('unknown-payment')}
    and l.subject = 'payment ' || t.source_id`,
  isAbout: isOfPayment,
});

/** Verifies who decided about payments of withdrawals that the range returns; resolves afterwards. */
export const verifyBookingsOfReturned = verifying({
  action: 'chain/book',
  candidates: sql`ledger_transfer t join withdrawal w on t.kind = ${codeOf('withdrawal-returned')}
      and w.id = t.source_id
    join audit.vault_event e on e.voucher_id = w.voucher_id and e.kind = 'withdrawn'
    join operator_log l on l.subject = 'payment ' || e.seq`,
  decided: sql`${codeOf('unknown-payment')}, e.seq`,
  isAbout: isOfPayment,
});
