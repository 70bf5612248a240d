import { translate } from '#platform/i18n/translate.ts';
import { showToast } from '#platform/toast-store.ts';

/** Copies a text to the clipboard, and reports the result in a toast. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast(translate('ui.copied'), 'success');
  } catch {
    showToast(translate('ui.copyFailed'), 'danger');
  }
}
