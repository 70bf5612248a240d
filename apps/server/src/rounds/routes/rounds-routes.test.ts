import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { tokenOf } from '@city-mint/tests/builders/sessions';
import { expect, test } from 'vitest';
import { createPool, databaseOver } from '#platform/database/database.ts';
import { roundsRoutes } from './rounds-routes.ts';

test('behavior: when the rules of a join cannot be read, no error is left unhandled', async () => {
  // No server listens there, and none is called: the join ends before.
  const joinPool = createPool({ url: 'postgres://127.0.0.1:1/none' });
  const db = databaseOver(joinPool);
  const isLost = () => Promise.reject(new Error('connection reset'));
  const { 'POST /api/biz/crowdfund': join } = roundsRoutes({
    db,
    primaryDb: db,
    joinDb: db,
    joinPool,
    share: (_key, read) => read(db),
    observeJoins: () => undefined,
    readPrice: isLost,
    readInclusion: isLost,
    readSettlementRoot: isLost,
    findRegionRule: isLost,
    coversDisclosure: isLost,
  });
  const request = { roundId: '1', amount: tokenAmount(1n), termsHash: '0x', requestId: 'one' };
  const token = tokenOf(1n);
  const participant = { userId: 1n, token, address: '0x', sessionHash: token.hash, consentHash: '0x' };
  const context = { requestId: 'one', lang: 'en', ip: '127.0.0.1', region: null, origin: null, participant } as const;
  const unheard: unknown[] = [];
  const hear = (error: unknown) => unheard.push(error);
  process.on('unhandledRejection', hear);
  await expect(join(request, context)).rejects.toThrow('connection reset');
  // Node reports such errors once the queued microtasks are done.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', hear);
  expect(unheard).toEqual([]);
  await db.destroy();
});
