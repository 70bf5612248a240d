import type { FakeNetwork } from './fake-network.ts';
import type { RenderedPage } from './render-in-page.tsx';
import { assetsOf } from './replies/assets.ts';
import { cities } from './replies/home.ts';
import { NO_ORDERS } from './replies/orders.ts';
import { latestRound, samplePreview } from './replies/rounds.ts';
import { sampleSession } from './sample-session.ts';
import { prepareVisitor, type Visitor, type VisitorOptions } from './visit.tsx';

/** What the account of the tests has; the last unit shows whether it is exact. */
export const AVAILABLE = '100.000000000000000003';

/** Prepares a visitor of London's open round, who has accepted the disclosure and never joined. */
export async function prepareCity(options: VisitorOptions = {}): Promise<Visitor> {
  const visitor = await prepareVisitor({ session: sampleSession('accepted'), ...options });
  answerCity(visitor.network);
  return visitor;
}

/** Answers what the screen of London's open round and its form ask for, of an account that never joined. */
export function answerCity(network: FakeNetwork): void {
  network.answer('GET /api/app/warehouses', () => ({ cities: cities(Date.now()) }));
  network.answer('POST /api/app/last/crowdfund', () => latestRound(Date.now()));
  network.reply('POST /api/app/rounds', { items: [], nextCursor: null });
  network.reply('POST /api/app/round/fill', { opensAt: 0, endedAt: null, closesAt: 1, quota: '1', points: [] });
  network.reply('POST /api/biz/mint/totals', NO_ORDERS);
  network.reply('POST /api/app/user/asset', assetsOf(AVAILABLE));
  for (const preview of ['POST /api/app/preview', 'POST /api/biz/preview'] as const)
    network.reply(preview, samplePreview());
}

/** Opens the form that joins the round on the screen. */
export async function openJoinForm({ screen, user, texts }: RenderedPage): Promise<HTMLElement> {
  await user.click(await screen.findByRole('button', { name: texts.rounds.card.join }));
  return screen.findByRole('dialog', { name: '参与 London' });
}
