import { EVENTS_KEY } from '@city-mint/client/testing/fake-network.ts';
import { onTestFinished } from 'vitest';
import { chooseLanguage } from '#platform/i18n/language-store.ts';
import type { PageLanguage } from '#platform/i18n/languages.ts';
import type { Session } from '#platform/parse-session.ts';
import { followHistory, goTo, useEntry } from '#platform/router/location.ts';
import { screenIsHere } from '#platform/router/routes.ts';
import { recordServerTime } from '#platform/server-clock.ts';
import { endSession, startSession } from '#platform/session-store.ts';
import { activeChain } from '#session/active-chain.ts';
import { closePrompt } from '#session/prompt-store.ts';
import { useWalletStore } from '#session/wallet-store.ts';
import { followSheetHistory } from '#ui/sheet-history.ts';
import { RootPage } from '../root-page.tsx';
import { type FakeNetwork, installFakeNetwork } from './fake-network.ts';
import { type RenderedPage, renderInPage } from './render-in-page.tsx';
import { NO_CITIES, quietHome } from './replies/home.ts';
import { NONE_IN_ROUND } from './replies/orders.ts';
import { sampleSession } from './sample-session.ts';
import '../router.ts';

followHistory();
followSheetHistory();

export type VisitorOptions = {
  readonly language?: PageLanguage;
  /** Signed in with this session, with its wallet connected; null: a visitor without a wallet. */
  readonly session?: Session | null;
  /** The chain of the wallet. */
  readonly chainId?: number;
};

/** A visitor before the page is opened: the test says what the network answers, then opens it. */
export type Visitor = {
  readonly network: FakeNetwork;
  /** Renders the page at an address, with its frame. */
  open(path: string): Promise<RenderedPage>;
};

/**
 * Prepares a visitor of the page, signed in unless `session` is null, until the test ends. Unless the test says
 * otherwise, no round and no city is announced, and there are no live events.
 */
export async function prepareVisitor(options: VisitorOptions = {}): Promise<Visitor> {
  const { language = 'zh', session = sampleSession(), chainId = activeChain.id } = options;
  const network = installFakeNetwork();
  network.answer('GET /api/app/home', () => quietHome(Date.now()));
  network.reply('GET /api/app/warehouses', NO_CITIES);
  network.handle(EVENTS_KEY, () => new Response(null, { status: 204 }));
  network.reply('POST /api/biz/mine/mint', { items: [], nextCursor: null });
  network.reply('POST /api/biz/mint/inRound', NONE_IN_ROUND);
  network.reply('POST /api/biz/mint/outcomes', { unsettled: [], settled: [] });
  await chooseLanguage(language);
  recordServerTime(Date.now(), 0);
  if (session !== null) {
    startSession(session);
    useWalletStore.setState({ status: 'connected', address: session.address, chainId, walletName: 'Test Wallet' });
  }
  onTestFinished(async () => {
    endSession();
    useWalletStore.setState({ status: 'disconnected', address: undefined, chainId: undefined, walletName: null });
    closePrompt();
    localStorage.clear();
    sessionStorage.clear();
    network.restore();
  });
  return {
    network,
    open: async (path) => {
      goTo(path);
      const { pathname } = location;
      // A test that leaves the screen may end before or after the next one asks for its data.
      network.failOthers(() => location.pathname !== pathname);
      await screenIsHere(useEntry.getState().path);
      return renderInPage(<RootPage />);
    },
  };
}
