import type { Messages } from '../../platform/i18n/messages.ts';
export const assets: Messages['assets'] = {
  title: 'My assets',
};
