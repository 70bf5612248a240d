import '@city-mint/client/add-missing-methods.ts';
import { type OnPart, recomputeSettlement } from '@city-mint/domain/rounds/recompute-settlement';
import type { WorkerMessage } from './start-recompute.ts';

/** Fetches the settlement file at the received URL and settles the round again, off the main thread. */
self.addEventListener('message', async ({ data: url }: MessageEvent<string>) => {
  const post = (message: WorkerMessage) => self.postMessage(message);
  try {
    const text = await fetchText(url, (part) => post({ kind: 'progress', step: 'fetch', part }));
    const lines = text.trimEnd().split('\n');
    const difference = recomputeSettlement(lines, (part) => post({ kind: 'progress', step: 'compute', part }));
    post({ kind: 'done', outcome: difference === null ? 'same' : 'different' });
  } catch {
    post({ kind: 'failed' });
  }
});

async function fetchText(url: string, onPart: OnPart): Promise<string> {
  const answer = await fetch(url);
  if (!answer.ok || answer.body === null) throw new Error(`${url}: ${answer.status}`);
  const bytes = Number(answer.headers.get('content-length') ?? 0);
  const decoder = new TextDecoder();
  let text = '';
  let received = 0;
  for await (const chunk of chunksOf(answer.body)) {
    text += decoder.decode(chunk, { stream: true });
    received += chunk.length;
    // A compressed response has no length, or a smaller one.
    if (bytes > 0) onPart(Math.min(received / bytes, 1));
  }
  return text + decoder.decode();
}

/** Not every browser can iterate over a stream. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
