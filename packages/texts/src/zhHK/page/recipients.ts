import type { Messages } from '../../messages.ts';

export const recipients: Messages['recipients'] = {
  title: '地址簿',
  text: '只儲存在這部裝置，登出後即刪除。',
  own: '我的錢包',
  unnamed: '未命名',
  used: '曾用地址',
  usedAt: '上次使用 {date}',
  entered: '輸入的地址',
  name: '名稱',
  nameHint: '最多 {most} 個字元，只有你看得到',
  nameThis: '為地址命名',
  rename: '更改名稱',
  save: '儲存',
  remove: '移除',
  removeTitle: '移除這個地址？',
  removeText: '只會從這部裝置移除，提取紀錄不受影響。',
  resembles: '這個地址只有頭尾與你認識的地址相同，中間並不一樣，可能是冒充的地址。請逐個字元核對。',
  similar: '相似的地址',
};
