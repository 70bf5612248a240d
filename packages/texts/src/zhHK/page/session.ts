import type { Messages } from '../../messages.ts';

export const session: Messages['session'] = {
  connectWallet: '連接錢包',
  authorize: '授權登入',
  switchNetwork: '轉換網絡',
  disconnect: '中斷連接',
  notConnected: '你尚未連接錢包',
  notAuthorized: '你尚未授權登入',
  wrongNetwork: '請轉換網絡',
  walletChanged: '連接的錢包已更換，請重新授權登入後再操作',
  expired: '登入已過期，請重新授權',
  gateConnectText: '連接錢包後即可查看。頁面只會讀取地址，不會動用任何資產。',
  gateAuthorizeText: '簽署一則訊息，證明這個地址屬於你。簽署不是交易，不會產生手續費。',
  about: '以 JU 參與城市鑄造輪次',
  example: '示例',
  gateSwitchText: '錢包目前在另一網絡上，請轉換至 {network}。',
  readOnly: '錢包不在 {network} 上，現時只可查看。',
  failure: {
    callFailedFinal: '未能使用錢包',
    callFailed: '未能使用錢包，請重試',
  },
};
