import { newUser } from '@city-mint/client/testing/dom.ts';
import { act, screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { Root } from 'react-dom/client';
import { onTestFinished, vi } from 'vitest';

/** A document of the page in its tab: its stored data stay for the next one. */
export type LoadedPage = {
  readonly screen: typeof screen;
  readonly user: UserEvent;
  /** Leaves this document and loads its URL again. */
  reload(): Promise<void>;
};

type LoadOptions = {
  /** The replies in the server's document, as text. */
  readonly firstAnswers?: string;
};

/**
 * Loads the page at a URL as a browser does: with new modules, starting at its entry. Its network, storage and clock
 * are the test's.
 */
export async function loadPage(address: string, { firstAnswers }: LoadOptions = {}): Promise<LoadedPage> {
  // Prevents prefetching of other screens' code.
  Reflect.set(navigator, 'connection', { saveData: true });
  history.replaceState(null, '', address);
  let root = await begin(firstAnswers);
  const leave = () => {
    act(() => root.unmount());
    document.body.replaceChildren();
  };
  onTestFinished(() => {
    leave();
    Reflect.deleteProperty(navigator, 'connection');
    localStorage.clear();
    sessionStorage.clear();
  });
  return {
    screen,
    user: newUser(),
    reload: async () => {
      leave();
      root = await begin(undefined);
    },
  };
}

async function begin(firstAnswers: string | undefined): Promise<Root> {
  // Code of the document before that is still under way would mix its modules with new ones.
  await vi.dynamicImportSettled();
  vi.resetModules();
  const element = document.createElement('div');
  element.id = 'root';
  if (firstAnswers !== undefined) element.dataset['answers'] = firstAnswers;
  document.body.append(element);
  const { startPage } = await import('../start-page.tsx');
  return act(() => startPage(element));
}
