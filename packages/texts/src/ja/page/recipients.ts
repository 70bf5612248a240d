import type { Messages } from '../../messages.ts';

export const recipients: Messages['recipients'] = {
  title: 'アドレス帳',
  text: 'この端末だけに保存され、サインアウトすると削除されます。',
  own: '自分のウォレット',
  unnamed: '名前なし',
  used: '以前使ったアドレス',
  usedAt: '前回の利用 {date}',
  entered: '入力したアドレス',
  name: '名前',
  nameHint: '{most} 文字まで。ほかの人には表示されません',
  nameThis: 'アドレスに名前を付ける',
  rename: '名前を変更',
  save: '保存する',
  remove: '削除',
  removeTitle: 'このアドレスを削除しますか？',
  removeText: 'この端末からのみ削除されます。出金の履歴は変わりません。',
  resembles:
    'このアドレスは、ご存じのアドレスと先頭と末尾だけが同じで、途中が異なります。偽のアドレスの可能性があります。一文字ずつご確認ください。',
  similar: '似ているアドレス',
};
