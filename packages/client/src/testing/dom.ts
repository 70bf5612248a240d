import * as matchers from '@testing-library/jest-dom/matchers';
import { configure } from '@testing-library/react';
import { PointerEventsCheckLevel, type UserEvent, userEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import '@testing-library/jest-dom/vitest';

// For each file: what the package itself extends is the `expect` of the first one.
expect.extend(matchers);
configure({
  // For a busy machine; what is there does not wait.
  asyncUtilTimeout: 60_000,
  // What is shown says more than its markup.
  getElementError: (message, container) => new Error(`${message ?? ''}\nshown: ${container.textContent}`),
});

// A browser without one says null; happy-dom says nothing.
if (!('visualViewport' in window)) Reflect.set(window, 'visualViewport', null);

/** Returns a user who types and taps without pauses. */
export function newUser(): UserEvent {
  // happy-dom knows no layout: whether something covers an element is for a browser to say.
  return userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });
}
