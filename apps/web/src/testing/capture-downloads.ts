import { onTestFinished } from 'vitest';

/** The files that the page has offered to the reader in this test. */
export type Downloads = {
  readonly names: readonly string[];
  /** Returns the lines of the last file. */
  lines(): Promise<readonly string[]>;
};

/** Takes the place of the browser's link to a file until the test ends. */
export function captureDownloads(): Downloads {
  const names: string[] = [];
  let last: Blob | null = null;
  const { createObjectURL } = URL;
  URL.createObjectURL = (file) => {
    if (file instanceof Blob) last = file;
    return 'blob:test';
  };
  const link = {
    download: '',
    click() {
      names.push(link.download);
    },
  };
  Reflect.set(globalThis, 'document', { createElement: () => link });
  onTestFinished(() => {
    URL.createObjectURL = createObjectURL;
    Reflect.deleteProperty(globalThis, 'document');
  });
  return {
    names,
    lines: async () => ((await last?.text()) ?? '').split('\r\n').filter((line) => line !== ''),
  };
}
