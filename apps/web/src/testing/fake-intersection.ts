import { act } from '@testing-library/react';
import { onTestFinished } from 'vitest';

/** Elements that the page observes for coming into view. */
export type FakeViewport = {
  /** Scrolls to the end of the page: every observed element comes into view. */
  scrollToEnd(): Promise<void>;
  /** Returns the number of observed elements. */
  watched(): number;
};

/**
 * Replaces the browser's layout for elements that wait to come into view, until the test ends; returns its controls.
 */
export function installFakeViewport(): FakeViewport {
  const observers = new Set<FakeObserver>();
  const real = globalThis.IntersectionObserver;

  class FakeObserver {
    readonly #report: (entries: readonly { readonly isIntersecting: boolean }[]) => void;
    readonly #elements = new Set<Element>();

    constructor(report: (entries: readonly { readonly isIntersecting: boolean }[]) => void) {
      this.#report = report;
    }

    observe(element: Element): void {
      this.#elements.add(element);
      observers.add(this);
    }

    unobserve(element: Element): void {
      this.#elements.delete(element);
    }

    disconnect(): void {
      this.#elements.clear();
      observers.delete(this);
    }

    show(): void {
      this.#report([...this.#elements].map(() => ({ isIntersecting: true })));
    }
  }

  Reflect.set(globalThis, 'IntersectionObserver', FakeObserver);
  onTestFinished(() => {
    globalThis.IntersectionObserver = real;
  });
  return {
    scrollToEnd: () =>
      act(async () => {
        for (const observer of observers) observer.show();
      }),
    watched: () => observers.size,
  };
}
