import { act, screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { Root } from 'react-dom/client';
import { onTestFinished, vi } from 'vitest';
import { newUser } from './dom.ts';

/** A document of the page in its tab: what it has stored stays for the next one. */
export type LoadedPage = {
  readonly screen: typeof screen;
  readonly user: UserEvent;
  /** Leaves this document and loads its address again. */
  reload(): Promise<void>;
};

type LoadOptions = {
  /** What the server's document brings, as the text that it has in it. */
  readonly firstAnswers?: string;
};

/**
 * Loads the page at an address as a browser does: with modules of its own, from its entry on. Its network, storage and
 * clock are the test's.
 */
export async function loadPage(address: string, { firstAnswers }: LoadOptions = {}): Promise<LoadedPage> {
  // The code of other screens is not fetched in advance.
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
  vi.resetModules();
  const element = document.createElement('div');
  element.id = 'root';
  if (firstAnswers !== undefined) element.dataset['answers'] = firstAnswers;
  document.body.append(element);
  const { startPage } = await import('../start-page.tsx');
  return act(() => startPage(element));
}
