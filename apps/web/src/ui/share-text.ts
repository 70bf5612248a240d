import { copyText } from './copy-text.ts';

/** Returns whether the browser can share; not every one can, contrary to the DOM types. */
export function canShare(): boolean {
  return typeof Reflect.get(navigator, 'share') === 'function';
}

/** Returns whether the browser can share this file. */
export function canShareFile(file: File): boolean {
  return (
    canShare() && typeof Reflect.get(navigator, 'canShare') === 'function' && navigator.canShare({ files: [file] })
  );
}

/** Shares a text, with a URL of the page if there is one; copies it if sharing fails. */
export async function shareText({ text, url }: { readonly text: string; readonly url?: string }): Promise<void> {
  const copied = url === undefined ? text : `${text} ${url}`;
  if (!canShare()) return copyText(copied);
  try {
    await navigator.share({ title: 'City Mint', text, ...(url === undefined ? {} : { url }) });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyText(copied);
  }
}
