import type { Messages } from '../../messages.ts';

export const session: Messages['session'] = {
  connectWallet: '지갑 연결',
  authorize: '로그인',
  switchNetwork: '네트워크 전환',
  disconnect: '연결 해제',
  notConnected: '지갑이 연결되어 있지 않습니다',
  notAuthorized: '아직 로그인하지 않았습니다',
  wrongNetwork: '네트워크를 전환해 주세요',
  walletChanged: '연결된 지갑이 바뀌었습니다. 다시 로그인한 뒤 진행해 주세요',
  expired: '로그인이 만료되었습니다. 다시 로그인해 주세요',
  gateConnectText: '지갑을 연결하면 볼 수 있습니다. 주소만 읽으며 자산은 움직이지 않습니다.',
  gateAuthorizeText: '메시지에 서명하여 본인의 주소임을 증명해 주세요. 서명은 거래가 아니며 수수료가 없습니다.',
  about: 'JU로 도시 민트 라운드에 참여',
  example: '예시',
  gateSwitchText: '지갑이 다른 체인에 있습니다. {network}(으)로 전환해 주세요.',
  readOnly: '지갑이 {network}에 있지 않아 지금은 조회만 할 수 있습니다.',
  failure: {
    callFailedFinal: '지갑을 호출하지 못했습니다',
    callFailed: '지갑을 호출하지 못했습니다. 다시 시도해 주세요',
  },
};
