import type { Messages } from '../../messages.ts';

export const missing: Messages['missing'] = {
  title: 'पेज नहीं मिला',
  text: 'पता ग़लत है या यह पेज अभी शुरू नहीं हुआ है।',
  toHome: 'होम पर जाएँ',
};
