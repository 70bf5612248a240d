import type { Messages } from '../../messages.ts';

export const mail: Messages['mail'] = {
  title: '電郵通知',
  text: '電郵不包含金額和錢包地址。每封電郵均可一鍵停止，毋須登入。',
  label: '電郵地址',
  send: '傳送確認連結',
  unconfirmed: '確認連結已傳送到這個電郵地址，一天內有效。確認前不會傳送通知。',
  again: '再次傳送',
  sent: '連結已傳送',
  refused: '這個電郵地址的伺服器拒收我們的電郵，已停止傳送。請改用另一個地址。',
  remove: '刪除電郵地址',
  removed: '電郵地址已刪除',
  format: '電郵地址格式不正確。請只填一個地址，例如 name@example.com，不包含姓名、引號或空格',
  link: {
    title: '電郵通知',
    confirmText: '確認後，通知會傳送到收到這個連結的電郵地址。',
    confirm: '確認',
    confirmed: '電郵地址已確認，之後的通知會傳送到這裏。',
    invalid: '連結已使用或已過期。請在「我的」的結算通知中再次傳送。',
    stopText: '按一次就會刪除收到這個連結的電郵地址，之後不再傳送電郵。',
    stop: '停止電郵',
    stopped: '電郵地址已刪除，不會再收到電郵。',
    incomplete: '連結不完整。請從電郵中完整複製。',
  },
};
