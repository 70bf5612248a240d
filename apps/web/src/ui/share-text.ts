import { copyText } from './copy-text.ts';

/** Whether the device offers to share; not every browser has it, whatever the types say. */
export function canShare(): boolean {
  return typeof Reflect.get(navigator, 'share') === 'function';
}

/** Shares a text, with an address of the page if there is one; where that fails, it is copied. */
export async function shareText({ text, url }: { readonly text: string; readonly url?: string }): Promise<void> {
  const copied = url === undefined ? text : `${text} ${url}`;
  if (!canShare()) return copyText(copied);
  try {
    await navigator.share({ title: 'City Mint', text, ...(url === undefined ? {} : { url }) });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyText(copied);
  }
}
