import type { Messages } from '../../platform/i18n/messages.ts';
export const rounds: Messages['rounds'] = {
  title: 'Cities',
};
