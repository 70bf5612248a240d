import { NetworkError } from '@city-mint/api-contract/client';

/** A part of a file: its bytes, and the length of the whole file. */
export type FilePart = { readonly bytes: Uint8Array; readonly size: number };

export type ByteRange = { readonly from: number; readonly to: number };

/** Reads a range of bytes of a file, both ends inclusive; fewer at its end. */
export type ReadPart = (range: ByteRange) => Promise<FilePart>;

/** A part of a file on the server, which states the SHA-256 of the whole file in hex; null without one. */
export type ServedPart = FilePart & { readonly sha256: string | null };

/** Returns a part of the file at a URL; null if there is no such file. Throws a NetworkError for any other answer. */
export async function fetchPart(
  url: string,
  { from, to }: ByteRange,
  signal: AbortSignal | undefined,
): Promise<ServedPart | null> {
  const response = await fetch(url, { headers: { Range: `bytes=${from}-${to}` }, signal: signal ?? null });
  if (response.status === 404) return null;
  const size = sizeOf(response);
  if (!response.ok || response.body === null || size === null) throw new NetworkError(`${url}: ${response.status}`);
  // A proxy may ignore the range: then the answer is the whole file.
  const first = response.status === 206 ? from : 0;
  const bytes = await firstBytes(response.body, to + 1 - first);
  const sha256 = /^(?:W\/)?"([0-9a-f]{64})"$/.exec(response.headers.get('etag') ?? '')?.[1] ?? null;
  return { bytes: bytes.subarray(from - first), size, sha256 };
}

function sizeOf({ status, headers }: Response): number | null {
  const text =
    status === 206 ? /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1] : headers.get('content-length');
  return text == null ? null : Number(text);
}

/** Returns the first bytes of a body, and does not receive the others. */
async function firstBytes(body: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array> {
  const reader = body.getReader();
  const bytes = new Uint8Array(most);
  let length = 0;
  while (length < most) {
    const { done, value } = await reader.read();
    if (done) return bytes.subarray(0, length);
    bytes.set(value.subarray(0, most - length), length);
    length += Math.min(value.length, most - length);
  }
  await reader.cancel();
  return bytes;
}

/** Returns the reader of a file that this device holds. */
export function partsOf(file: Blob): ReadPart {
  return async ({ from, to }) => ({
    bytes: new Uint8Array(await file.slice(from, to + 1).arrayBuffer()),
    size: file.size,
  });
}

/** Returns the reader of the file at a URL; it throws for a file that does not exist. */
export function partsAt(url: string, signal: AbortSignal | undefined): ReadPart {
  return async (range) => {
    const part = await fetchPart(url, range, signal);
    if (part === null) throw new NetworkError(`${url}: 404`);
    return part;
  };
}
