import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { actionsOf } from '@city-mint/api-contract/operator/endpoints';
import { CONFIRMING_ROLE, hasRole, type OperatorRole } from '@city-mint/api-contract/operator/operator-roles';
import { newUser } from '@city-mint/client/testing/dom.ts';
import type { FakeNetwork } from '@city-mint/client/testing/fake-network.ts';
import { createMemoryHistory } from '@tanstack/react-router';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, onTestFinished, vi } from 'vitest';
import { useActionStore } from '#actions/action-store.ts';
import { type ConsoleLanguage, chooseLanguage } from '#platform/language-store.ts';
import { endSession, startSession } from '#platform/session-store.ts';
import { chooseTheme } from '#platform/theme-store.ts';
import { Console, createQueries } from '../console.tsx';
import { createConsoleRouter } from '../router.ts';
import { installContractNetwork } from './contract-network.ts';
import { accountOf, announceDeskWallet, type DeskWallet, WALLET_NAME } from './desk-wallet.ts';
import { fakeCanvas } from './fake-canvas.ts';

/** The operator at the desk. */
export const OPERATOR = accountOf('11');
/** Another operator. */
export const COLLEAGUE = accountOf('22');

type DeskOptions = {
  /** The role of the operator at the desk; null: no one is signed in. */
  readonly role?: OperatorRole | null;
  readonly language?: ConsoleLanguage;
};

/** The searched part of the console, by default all of it. */
type Part = Pick<typeof screen, 'findByRole'>;

/** The console as it is open on a desk. */
export type OpenDesk = {
  readonly screen: typeof screen;
  readonly user: UserEvent;
  /** Returns the address that the browser shows, without its origin. */
  address(): string;
  /** Presses a button once the operator may. */
  press(name: string | RegExp, part?: Part): Promise<void>;
  /** Removes the console and opens it again at its address; storage remains, as with a reload. */
  reload(): Promise<OpenDesk>;
};

/** The desk of an operator before the console is opened: the test first sets the answers of the network. */
export type Desk = {
  readonly network: FakeNetwork;
  readonly wallet: DeskWallet;
  /** Opens the console at an address. */
  open(address: string): Promise<OpenDesk>;
};

/** Prepares the desk of an operator, an approver who reads English unless the test says otherwise, until it ends. */
export function prepareDesk({ role = 'approver', language = 'en' }: DeskOptions = {}): Desk {
  fakeCanvas();
  const network = installContractNetwork();
  const wallet = announceDeskWallet(OPERATOR);
  chooseLanguage(language);
  if (role !== null) {
    network.reply('POST /api/ops/me', permissionsOf(role));
    // The navigation counts them.
    network.reply('POST /api/ops/proposals', { items: [], nextCursor: null });
    const { address } = OPERATOR;
    startSession({ token: 'a'.repeat(64), expiresAt: Date.now() + 3_600_000, address, wallet: WALLET_NAME });
  }
  onTestFinished(async () => {
    cleanup();
    // A room sends its last calls a moment after it is left.
    if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(0);
    else await new Promise((resolve) => setTimeout(resolve));
    endSession();
    useActionStore.setState({ open: null, entries: {} });
    chooseTheme('system');
    localStorage.clear();
    sessionStorage.clear();
    network.restore();
  });
  return { network, wallet, open: openAt };
}

async function openAt(address: string): Promise<OpenDesk> {
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createConsoleRouter(history);
  const queries = createQueries();
  // Unanswered calls are repeated without a pause.
  const defaults = queries.getDefaultOptions();
  queries.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retryDelay: 0 } });
  const { unmount } = render(<Console {...{ queries, router }} onTextError={failOnText} />);
  // The code of the room is fetched on demand.
  await waitFor(() => expect(router.state.status).toBe('idle'));
  const leave = () => {
    unmount();
    queries.clear();
  };
  onTestFinished(() => queries.clear());
  const user = newUser();
  return {
    screen,
    user,
    address: () => decodeURIComponent(history.location.href),
    press: async (name, part = screen) => {
      const button = await part.findByRole('button', { name });
      // Until the server has said which role it is, buttons are disabled.
      await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
      await user.click(button);
    },
    reload: () => {
      leave();
      return openAt(history.location.href);
    },
  };
}

/** A text that is missing or malformed fails the test. */
function failOnText(error: Error): never {
  throw error;
}

/** Returns the rights of a role by the API. */
function permissionsOf(role: OperatorRole): ReplyOf<'POST /api/ops/me'> {
  return { address: OPERATOR.address, role, actions: actionsOf(role), confirm: hasRole(role, CONFIRMING_ROLE) };
}
