import { SIGNATURE_CLOCK_MS, SIGNATURE_VALID_MS } from '@city-mint/api-contract/operator/action-signature';
import { readPaymentLine } from '@city-mint/api-contract/operator/booked-payments';
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
  /** Returns the part of the message about this transfer; undefined if there is none. */
  readonly about: (signed: SignedMessage, candidate: Candidate) => SignedMessage | undefined;
};

/** Returns a `prepare` that stores the decision behind each transfer of a range which does not have one yet. */
function verifying({ action, candidates, decided = sql`t.kind, t.source_id`, about }: Deciding) {
  return async (tx: Database, { after, upTo }: TransferRange, operators: KnownOperators) => {
    const { rows } = await sql<Candidate>`
      select d.kind, d.source_id, t.created_at, ${LOGGED} from ${candidates}
      cross join lateral (select ${decided}) d (kind, source_id)
      where t.id > ${after} and t.id <= ${upTo} and l.action = ${action}
        and not exists (select from audit.decision known where (known.kind, known.source_id) = (d.kind, d.source_id))
      order by t.id, l.id`.execute(tx);
    // The signatures over a batch are verified once.
    const verified = new Map<bigint, SignedMessage | undefined>();
    for (const candidate of rows) {
      if (!verified.has(candidate.id)) verified.set(candidate.id, await findDecision(tx, candidate, operators));
      const whole = verified.get(candidate.id);
      const signed = whole && about(whole, candidate);
      if (signed !== undefined) await storeDecision(tx, candidate, signed);
    }
    return [];
  };
}

/** A signature that has decided another transfer decides nothing, except one over a batch of payments. */
async function storeDecision(tx: Database, { kind, source_id, signed_id }: Candidate, signed: SignedMessage) {
  const amount = parseAmount(signed['amount']);
  await sql`
    insert into audit.decision (request_id, kind, source_id, signed, amount)
    values (${signed_id}, ${kind}, ${source_id}, ${JSON.stringify(signed)}, ${amount.ok ? amount.amount : null})
    on conflict do nothing`.execute(tx);
}

/** The message if the transfer was made while its signature was valid: a held back one is worth nothing later. */
const current = (signed: SignedMessage, { created_at }: Candidate) =>
  Math.abs(created_at.getTime() - issuedAt(signed)) <= LONGEST_MS ? signed : undefined;

/** Verifies who decided the payouts of a range; resolves afterwards. A payout has its confirmation's id. */
export const verifyPayouts = verifying({
  action: 'payouts/pay',
  candidates: sql`ledger_transfer t join withdrawal w on t.kind = ${codeOf('operator-payout')} and w.id = t.source_id
    join operator_log l on l.signed_id = w.request_id`,
  about: current,
});

/** Verifies who decided the fundings of the reserve in a range; resolves afterwards. */
export const verifyFundings = verifying({
  action: 'reserve/fund',
  candidates: sql`ledger_transfer t join reserve_funding f on t.kind = ${codeOf('reserve-funding')}
      and f.id = t.source_id
    join operator_log l on l.signed_id = f.signed_id`,
  about: current,
});

/** Whether an entry of the log lists the payment with this number; also safe for what a thief writes into the log. */
const listsPayment = (sequence: RawBuilder<unknown>) => sql`l.action = 'chain/book' and exists (
      select from jsonb_path_query(l.signed, '$.message.payments[*]') line
      where split_part(line #>> '{}', ':', 1) = ${sequence}::text)`;

/** One payment of a signed batch: its line, and against whom it is booked. */
function lineOfPayment({ payments, against }: SignedMessage, { source_id }: Candidate): SignedMessage | undefined {
  const lines = Array.isArray(payments) ? payments : [];
  const payment = lines.map(readPaymentLine).find((line) => line?.sequence === source_id.toString());
  return payment && { ...payment, against: String(against) };
}

/**
 * Verifies who decided about the unknown payments in a range; resolves afterwards. The payment is in the signed text,
 * and it is booked whenever there is money for it.
 */
export const verifyBookings = verifying({
  action: 'chain/book',
  candidates: sql`ledger_transfer t join operator_log l on t.kind = ${codeOf('unknown-payment')}
    and ${listsPayment(sql`t.source_id`)}`,
  about: lineOfPayment,
});

/** Verifies who decided about payments of withdrawals that the range returns; resolves afterwards. */
export const verifyBookingsOfReturned = verifying({
  action: 'chain/book',
  candidates: sql`ledger_transfer t join withdrawal w on t.kind = ${codeOf('withdrawal-returned')}
      and w.id = t.source_id
    join audit.vault_event e on e.voucher_id = w.voucher_id and e.kind = 'withdrawn'
    join operator_log l on ${listsPayment(sql`e.seq`)}`,
  decided: sql`${codeOf('unknown-payment')}, e.seq`,
  about: lineOfPayment,
});
