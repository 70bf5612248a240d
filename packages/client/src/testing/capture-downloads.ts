import { onTestFinished } from 'vitest';

/** The files that the page has offered for download in this test. */
export type Downloads = {
  readonly names: readonly string[];
  /** Returns the lines of the last file. */
  lines(): Promise<readonly string[]>;
};

/** Replaces the browser's download link until the test ends. */
export function captureDownloads(): Downloads {
  const names: string[] = [];
  let last: Blob | null = null;
  const { createObjectURL } = URL;
  URL.createObjectURL = (file) => {
    if (file instanceof Blob) last = file;
    return 'blob:test';
  };
  const removeLink = installLink((name) => names.push(name));
  onTestFinished(() => {
    URL.createObjectURL = createObjectURL;
    removeLink();
  });
  return {
    names,
    lines: async () => ((await last?.text()) ?? '').split('\r\n').filter((line) => line !== ''),
  };
}

/** Calls back with the name of each file whose link is followed. Returns the function that removes the replacement. */
function installLink(onFile: (name: string) => void): () => void {
  if ('document' in globalThis) {
    const { click } = HTMLAnchorElement.prototype;
    HTMLAnchorElement.prototype.click = function follow() {
      onFile(this.download);
    };
    return () => {
      HTMLAnchorElement.prototype.click = click;
    };
  }
  const link = { download: '', click: () => onFile(link.download) };
  Reflect.set(globalThis, 'document', { createElement: () => link });
  return () => void Reflect.deleteProperty(globalThis, 'document');
}
