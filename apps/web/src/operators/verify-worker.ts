import '@city-mint/client/add-missing-methods.ts';
import { type VerifyInput, verifyEntries } from './verify-entries.ts';

/** Verifies the entries that it is sent, beside the page. */
self.addEventListener('message', ({ data }: MessageEvent<VerifyInput>) => {
  void verifyEntries(data, (message) => self.postMessage(message));
});
