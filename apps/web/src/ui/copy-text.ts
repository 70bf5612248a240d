import { translate } from '#platform/i18n/translate.ts';
import { showToast } from '../platform/toast-store.ts';

/** Puts a text on the clipboard and says whether that worked (spec section 8). */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast(translate('ui.copied'), 'success');
  } catch {
    showToast(translate('ui.copyFailed'), 'danger');
  }
}
