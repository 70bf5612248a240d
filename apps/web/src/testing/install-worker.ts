import { recomputeSettlement } from '@city-mint/domain/rounds/recompute-settlement';
import { keccak256, sha256 } from 'viem';
import { onTestFinished, vi } from 'vitest';
import { verifyEntries } from '#operators/verify-entries.ts';

type Listener = (event: { readonly data: unknown }) => void;

type Answer = (input: never, post: (message: object) => void) => Promise<void>;

/** Replaces the worker that settles a round again, by the same function; the file is read by `fetch`. */
export function installRecomputeWorker(): void {
  installWorker(async (url, post) => post(await recompute(url)));
}

/** Replaces the worker that verifies the signatures of operators, with the same function. */
export function installVerifyWorker(): void {
  installWorker(verifyEntries);
}

/** Replaces workers, which tests have none of, by a function, until the test ends. */
function installWorker(answer: Answer): void {
  class FakeWorker {
    readonly listeners: Listener[] = [];

    addEventListener(type: string, listener: Listener): void {
      if (type === 'message') this.listeners.push(listener);
    }

    postMessage(input: unknown): void {
      void answer(structuredClone(input) as never, (data) => {
        for (const listener of this.listeners) listener({ data });
      });
    }

    terminate(): void {
      this.listeners.length = 0;
    }
  }
  vi.stubGlobal('Worker', FakeWorker);
  // A worker's script has the name of a build only in a build.
  vi.stubGlobal('trustedTypes', { createPolicy: () => ({ createScriptURL: (path: string) => path }) });
  onTestFinished(() => void vi.unstubAllGlobals());
}

async function recompute(url: string): Promise<object> {
  const response = await fetch(new URL(url).pathname);
  if (!response.ok) return { kind: 'failed' };
  const text = await response.text();
  async function* open() {
    yield text;
  }
  const result = await recomputeSettlement(open, (bytes) => keccak256(bytes, 'bytes'));
  const hash = sha256(new TextEncoder().encode(text)).slice(2);
  const recomputed = 'fault' in result ? result : { ...result, sha256: hash };
  return { kind: 'done', recomputed, file: new Blob([text]) };
}
