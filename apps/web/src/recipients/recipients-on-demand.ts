import { lazySheet } from '#ui/lazy-sheet.tsx';
import type { RecipientsSheetProps } from './book/recipients-sheet.tsx';

/** The sheet of the saved recipients, fetched when it first opens. */
export const RecipientsSheet = lazySheet<RecipientsSheetProps>(
  ['recipients'],
  async () => (await import('./book/recipients-sheet.tsx')).RecipientsSheet,
);
