import type { Messages } from '../../messages.ts';

export const missing: Messages['missing'] = {
  title: 'Page not found',
  text: 'Check the address, or go back to the home page.',
  toHome: 'Go to home page',
};
