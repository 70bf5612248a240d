import type { participantEndpoints } from '@city-mint/api-contract/operator/participant-endpoints';
import type { transferEndpoints } from '@city-mint/api-contract/operator/transfer-endpoints';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { readUserBalances } from '#ledger/accounts/queries.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handler.ts';
import { NUMBER_KEY, readPage, readPageById } from '#platform/paging.ts';
import { addressKeyOf, listUsers, listUsersByPrefix } from '#session/queries/participants.ts';
import { findParticipants } from '../queries/find-participants.ts';
import { readTransfer, readTransfersOf } from '../queries/ledger-transfers.ts';
import { readParticipantDetail } from '../queries/participant-detail.ts';
import { createReadParticipant, type ParticipantReading } from '../queries/read-participant.ts';
import { storedId } from '../wire.ts';
import { participantListRoutes } from './participant-list-routes.ts';

export type ParticipantDeps = {
  readonly db: Database;
  /** Called with each reading of a participant, for the log. */
  readonly onRead: (reading: ParticipantReading) => void;
};

/** Returns the handlers that read participants and transfers of the ledger; they change nothing. */
export function participantRoutes({
  db,
  onRead,
}: ParticipantDeps): Handlers<keyof typeof participantEndpoints | keyof typeof transferEndpoints> {
  const read = createReadParticipant(db, onRead);
  return {
    async 'POST /api/ops/participants'({ prefix, cursor, limit }) {
      const page =
        prefix === undefined
          ? await readPageById(
              { cursor, limit },
              { read: (range) => listUsers(db, range), idOf: ({ userId }) => userId },
            )
          : await readPage(
              { cursor, limit },
              {
                format: NUMBER_KEY,
                read: (range) => listUsersByPrefix(db, { prefix, ...range }),
                keyOf: addressKeyOf,
              },
            );
      if ('refusal' in page) return page;
      const balances = await readUserBalances(
        db,
        page.items.map(({ userId }) => userId),
      );
      const items = page.items.map(({ userId, address, registeredAt, consentAt }) => ({
        address,
        registeredAt: registeredAt.getTime(),
        consentAt: consentAt?.getTime() ?? null,
        availableJu: formatAmount(tokenAmount(balances.get(userId)?.JU.available ?? 0n)),
        availableFmc: formatAmount(tokenAmount(balances.get(userId)?.FMC.available ?? 0n)),
      }));
      return { data: { ...page, items } };
    },
    async 'POST /api/ops/participants/find'({ text }) {
      return { data: { found: await findParticipants(db, text) } };
    },
    'POST /api/ops/participants/detail': ({ address }, call) =>
      read({ address, list: 'detail', call }, async (user) => ({ data: await readParticipantDetail(db, user) })),
    ...participantListRoutes({ db, read }),
    async 'POST /api/ops/transfers/detail'({ transferId }) {
      const found = await readTransfer(db, storedId(transferId));
      return found === undefined ? { refusal: 'not-found', details: { field: 'transferId' } } : { data: found };
    },
    async 'POST /api/ops/transfers/bySource'({ source, sourceId }) {
      return { data: { transfers: await readTransfersOf(db, { source, sourceId: storedId(sourceId) }) } };
    },
  };
}
