import '@city-mint/client/add-missing-methods.ts';
import { recomputeSettlement } from '@city-mint/domain/rounds/recompute-settlement';
import { createKeccak, createSHA256 } from 'hash-wasm';
import type { WorkerMessage } from './start-recompute.ts';

type OnPart = (part: number) => void;

/** Settled again it is read twice. */
const READINGS = 2;
const PIECE_BYTES = 4 * 2 ** 20;

/** Fetches the settlement file at the received URL and settles the round again, off the main thread. */
self.addEventListener('message', async ({ data: url }: MessageEvent<string>) => {
  const post = (message: WorkerMessage) => self.postMessage(message);
  try {
    const { file, sha256 } = await fetchFile(url, (part) => post({ kind: 'progress', step: 'fetch', part }));
    const open = readerOf(file, (part) => post({ kind: 'progress', step: 'compute', part }));
    const keccak = await createKeccak(256);
    const result = await recomputeSettlement(open, (bytes) => keccak.init().update(bytes).digest('binary'));
    if ('fault' in result) return post({ kind: 'done', recomputed: result, file });
    const { roundId, termsHash, root, orders } = result;
    post({ kind: 'done', recomputed: { roundId, termsHash, root, orders, sha256 }, file });
  } catch {
    post({ kind: 'failed' });
  }
});

type FetchedFile = { readonly file: Blob; readonly sha256: string };

/** Fetches a file piece by piece into a blob, which the browser may keep on the disk, with its hash in hex. */
async function fetchFile(url: string, onPart: OnPart): Promise<FetchedFile> {
  const answer = await fetch(url);
  if (!answer.ok || answer.body === null) throw new Error(`${url}: ${answer.status}`);
  const bytes = Number(answer.headers.get('content-length') ?? 0);
  const sha256 = (await createSHA256()).init();
  const pieces: Blob[] = [];
  let [chunks, held, received]: [Uint8Array<ArrayBuffer>[], number, number] = [[], 0, 0];
  for await (const chunk of chunksOf(answer.body)) {
    chunks.push(chunk);
    sha256.update(chunk);
    held += chunk.length;
    received += chunk.length;
    if (held < PIECE_BYTES) continue;
    pieces.push(new Blob(chunks));
    [chunks, held] = [[], 0];
    // A compressed response has no length, or a smaller one.
    if (bytes > 0) onPart(Math.min(received / bytes, 1));
  }
  return { file: new Blob([...pieces, ...chunks]), sha256: sha256.digest('hex') };
}

/** Returns the function that opens a file as text, in pieces; reports how much of all readings is done. */
function readerOf(file: Blob, onPart: OnPart): () => AsyncGenerator<string> {
  let [read, reported] = [0, 0];
  return async function* open() {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    for await (const chunk of chunksOf(file.stream())) {
      yield decoder.decode(chunk, { stream: true });
      read += chunk.length;
      if (read - reported < PIECE_BYTES) continue;
      reported = read;
      onPart(read / (READINGS * file.size));
    }
    yield decoder.decode();
  };
}

/** Not every browser can iterate over a stream. */
async function* chunksOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
