/**
 * An error as a wallet or its library throws it, plain or as an `Error`, on its way through other libraries. A row is
 * added without touching code.
 */
export type WalletErrorShape = {
  readonly seen: string;
  readonly error: unknown;
  readonly right:
    | 'rejected'
    | 'pending'
    | 'chain-unknown'
    | 'method-unsupported'
    | 'unauthorized'
    | 'disconnected'
    | 'other';
};

export const WALLET_ERRORS: readonly WalletErrorShape[] = [
  { seen: 'MetaMask extension', error: { code: 4001, message: 'User rejected the request.' }, right: 'rejected' },
  {
    seen: 'MetaMask, transaction',
    error: { code: 4001, message: 'MetaMask Tx Signature: User denied transaction signature.' },
    right: 'rejected',
  },
  {
    seen: 'MetaMask, text',
    error: { code: 4001, message: 'MetaMask Message Signature: User denied message signature.' },
    right: 'rejected',
  },
  {
    seen: 'MetaMask mobile through an SDK',
    error: { code: -32603, message: 'User denied transaction signature.' },
    right: 'rejected',
  },
  {
    seen: 'MetaMask mobile',
    error: {
      code: -32603,
      message: 'Internal JSON-RPC error.',
      data: { code: 4001, message: 'User rejected the request.' },
    },
    right: 'rejected',
  },
  {
    seen: 'MetaMask, original error',
    error: {
      code: -32603,
      message: 'Internal JSON-RPC error.',
      data: { originalError: { code: 4001, message: 'User rejected' } },
    },
    right: 'rejected',
  },
  {
    seen: 'ethjs-query',
    error: {
      message:
        '[ethjs-query] while formatting outputs from RPC \'{"value":{"code":-32603,"data":{"code":4001,"message":"declined"}}}\'',
    },
    right: 'rejected',
  },
  { seen: 'web3.js 1', error: { message: 'Returned error: User denied transaction signature' }, right: 'rejected' },
  { seen: 'Rabby', error: { code: 4001, message: 'User rejected the request.' }, right: 'rejected' },
  {
    seen: 'Rabby, nested by its SDK',
    error: { message: 'failed', info: { error: { code: 4001, message: 'User rejected the request.' } } },
    right: 'rejected',
  },
  { seen: 'trustwallet/trust-web3-provider#492', error: { code: '4001', message: 'cancelled' }, right: 'rejected' },
  { seen: 'trustwallet/trust-web3-provider#492', error: 'cancelled', right: 'rejected' },
  { seen: 'Trust Wallet on iOS', error: { code: -32603, message: 'Cancelled' }, right: 'rejected' },
  { seen: 'Trust Wallet on Android', error: 'Error: User cancelled', right: 'rejected' },
  { seen: 'TokenPocket', error: { code: 4001, message: 'User canceled' }, right: 'rejected' },
  { seen: 'TokenPocket', error: { message: 'cancel' }, right: 'rejected' },
  { seen: 'TokenPocket in Chinese', error: { code: -1, message: '用户取消了操作' }, right: 'rejected' },
  {
    seen: 'consenlabs/token-core-monorepo#133: imToken',
    error: { message: 'User denied transaction signature.' },
    right: 'rejected',
  },
  { seen: 'imToken', error: { code: 1001, message: 'User cancelled the request' }, right: 'rejected' },
  { seen: 'imToken in Chinese', error: { code: 1001, message: '用户取消操作' }, right: 'rejected' },
  { seen: 'imToken in Chinese, the word only', error: '取消', right: 'rejected' },
  { seen: 'OKX', error: { code: 4001, message: 'User rejected the request.' }, right: 'rejected' },
  { seen: 'OKX mobile', error: { code: -32000, message: 'User Rejected' }, right: 'rejected' },
  { seen: 'OKX mobile in Chinese', error: { code: -32000, message: '用户已拒绝' }, right: 'rejected' },
  { seen: 'Bitget', error: { code: 4001, msg: 'user rejected' }, right: 'rejected' },
  { seen: 'Bitget mobile', error: { errorCode: '4001', errorMessage: 'User Reject' }, right: 'rejected' },
  { seen: 'Coinbase', error: { code: 4001, message: 'User denied account authorization' }, right: 'rejected' },
  { seen: 'Coinbase mobile', error: { code: -32603, message: 'User rejected signature request' }, right: 'rejected' },
  { seen: 'Coinbase Smart Wallet', error: { message: 'Popup window was closed' }, right: 'rejected' },
  { seen: 'Phantom', error: { code: 4001, message: 'User rejected the request.' }, right: 'rejected' },
  { seen: 'Phantom, text only', error: { message: 'Approval Denied' }, right: 'rejected' },
  { seen: 'Rainbow', error: { code: 5000, message: 'User rejected the request' }, right: 'rejected' },
  { seen: 'Rainbow, text only', error: { message: 'User rejected methods.' }, right: 'rejected' },
  { seen: 'SafePal', error: { message: 'Transaction cancelled by user' }, right: 'rejected' },
  { seen: 'SafePal in Chinese', error: { message: '您已取消' }, right: 'rejected' },
  { seen: 'Ledger Live', error: { code: 5000, message: 'User declined on device' }, right: 'rejected' },
  {
    seen: 'Ledger',
    error: {
      name: 'TransportStatusError',
      statusCode: 27013,
      message: 'Ledger device: Condition of use not satisfied (denied by the user?) (0x6985)',
    },
    right: 'rejected',
  },
  { seen: 'Ledger Live', error: 'UserRefusedOnDevice', right: 'rejected' },
  { seen: 'Trezor', error: { code: 'Failure_ActionCancelled', error: 'Action cancelled by user' }, right: 'rejected' },
  { seen: 'Argent', error: { message: 'User aborted' }, right: 'rejected' },
  { seen: 'Safe', error: { code: 4001, message: 'User rejected transaction' }, right: 'rejected' },
  { seen: 'Safe by WalletConnect', error: { code: -32000, message: 'Transaction was rejected' }, right: 'rejected' },
  { seen: 'WalletConnect v2', error: { code: 5000, message: 'User rejected.' }, right: 'rejected' },
  {
    seen: 'WalletConnect v2, chains',
    error: { code: 5001, message: 'User disapproved requested chains' },
    right: 'rejected',
  },
  {
    seen: 'WalletConnect v2, methods',
    error: { code: 5002, message: 'User disapproved requested json-rpc methods' },
    right: 'rejected',
  },
  { seen: 'WalletConnect v2, code as a text', error: { code: '5002', message: '' }, right: 'rejected' },
  {
    seen: 'WalletConnect v2, the code window',
    error: { message: 'Connection request reset. Please try again.' },
    right: 'rejected',
  },
  { seen: "WalletConnect's dialog", error: { message: 'Modal closed' }, right: 'rejected' },
  {
    seen: 'ethers v5',
    error: { code: 'ACTION_REJECTED', reason: 'user rejected transaction', action: 'sendTransaction' },
    right: 'rejected',
  },
  {
    seen: 'ethers v6',
    error: {
      code: 'ACTION_REJECTED',
      shortMessage: 'ethers-user-denied: x',
      info: { action: 'signMessage', reason: 'rejected' },
    },
    right: 'rejected',
  },
  {
    seen: 'viem',
    error: { name: 'UserRejectedRequestError', details: 'x', cause: { code: 4001, message: 'x' } },
    right: 'rejected',
  },
  {
    seen: 'viem, an unknown shape inside',
    error: {
      name: 'UnknownRpcError',
      message: 'An unknown RPC error occurred.',
      cause: { code: '4001', message: 'x' },
    },
    right: 'rejected',
  },
  { seen: 'Brave', error: { code: 4001, message: 'The user rejected the request.' }, right: 'rejected' },
  { seen: 'Frame', error: { code: 4001, message: 'User declined transaction' }, right: 'rejected' },
  { seen: 'Zerion', error: { error: { code: 4001, message: 'User Rejected the Request' } }, right: 'rejected' },
  {
    seen: 'Binance Wallet',
    error: { data: '{"code":4001,"message":"reject"}', code: -32000, message: 'failed' },
    right: 'rejected',
  },
  { seen: 'a wallet in Japanese', error: { message: 'ユーザーがリクエストを拒否しました' }, right: 'rejected' },
  { seen: 'a wallet in Korean', error: { message: '사용자가 요청을 거부했습니다' }, right: 'rejected' },
  { seen: 'a wallet in Vietnamese', error: { message: 'Người dùng đã từ chối yêu cầu' }, right: 'rejected' },
  { seen: 'a wallet in Indonesian', error: { message: 'Permintaan ditolak oleh pengguna' }, right: 'rejected' },
  { seen: 'a wallet in Russian', error: { message: 'Пользователь отклонил запрос' }, right: 'rejected' },
  { seen: 'a wallet in Turkish', error: { message: 'Kullanıcı isteği reddetti' }, right: 'rejected' },
  { seen: 'a wallet in Spanish', error: { message: 'El usuario rechazó la solicitud' }, right: 'rejected' },
  { seen: 'a wallet in traditional Chinese', error: { message: '使用者已拒絕請求' }, right: 'rejected' },
  { seen: 'a wallet that throws its code', error: { errors: [{ code: 4001 }] }, right: 'rejected' },
  {
    seen: 'MetaMask',
    error: {
      code: -32002,
      message:
        "Request of type 'wallet_requestPermissions' already pending for origin https://mint.example. Please wait.",
    },
    right: 'pending',
  },
  { seen: 'MetaMask', error: { message: 'Already processing eth_requestAccounts. Please wait.' }, right: 'pending' },
  { seen: 'OKX', error: { code: '-32002', message: 'x' }, right: 'pending' },
  { seen: 'Coinbase', error: { code: -32603, message: 'x', data: { code: -32002 } }, right: 'pending' },
  {
    seen: 'MetaMask',
    error: {
      code: 4902,
      message: 'Unrecognized chain ID "0x31767". Try adding the chain using wallet_addEthereumChain first.',
    },
    right: 'chain-unknown',
  },
  {
    seen: 'MetaMask mobile',
    error: { code: -32603, message: 'Internal JSON-RPC error.', data: { originalError: { code: 4902, message: 'x' } } },
    right: 'chain-unknown',
  },
  { seen: 'Trust Wallet', error: { code: -32000, message: 'Unrecognized chain ID 0x31767' }, right: 'chain-unknown' },
  { seen: 'TokenPocket', error: { code: '4902', message: 'x' }, right: 'chain-unknown' },
  { seen: 'WalletConnect v2', error: { code: 5100, message: 'Unsupported chains.' }, right: 'chain-unknown' },
  { seen: 'SafePal', error: { message: 'Unsupported network' }, right: 'chain-unknown' },
  {
    seen: 'EIP-1193',
    error: { code: 4200, message: 'The Provider does not support the requested method.' },
    right: 'method-unsupported',
  },
  { seen: 'JSON-RPC', error: { code: -32601, message: 'Method not found' }, right: 'method-unsupported' },
  {
    seen: 'Ledger Live',
    error: { code: -32601, message: 'The method eth_signTypedData_v4 does not exist / is not available.' },
    right: 'method-unsupported',
  },
  { seen: 'WalletConnect v2', error: { code: 5101, message: 'Unsupported methods.' }, right: 'method-unsupported' },
  { seen: 'imToken', error: { message: 'wallet_watchAsset: method is not supported' }, right: 'method-unsupported' },
  {
    seen: 'EIP-1193',
    error: { code: 4100, message: 'The requested method and/or account has not been authorized by the user.' },
    right: 'unauthorized',
  },
  { seen: 'Rabby, locked', error: { code: -32603, message: 'Wallet is locked' }, right: 'unauthorized' },
  {
    seen: 'Ledger, locked',
    error: { name: 'LockedDeviceError', message: 'Ledger device: Locked device (0x5515)' },
    right: 'unauthorized',
  },
  { seen: 'WalletConnect v2', error: { code: 3001, message: 'Unauthorized method.' }, right: 'unauthorized' },
  {
    seen: 'EIP-1193',
    error: { code: 4900, message: 'The Provider is disconnected from all chains.' },
    right: 'disconnected',
  },
  {
    seen: 'WalletConnect v2',
    error: { message: "No matching key. session topic doesn't exist: 1f" },
    right: 'disconnected',
  },
  { seen: 'WalletConnect v2', error: { code: 6000, message: 'User disconnected.' }, right: 'disconnected' },
  {
    seen: 'a node behind a wallet',
    error: {
      code: -32603,
      message: 'Internal JSON-RPC error.',
      data: { code: -32000, message: 'insufficient funds for gas * price + value' },
    },
    right: 'other',
  },
  { seen: 'a node behind a wallet', error: { code: -32003, message: 'Transaction rejected' }, right: 'other' },
  { seen: 'a node behind a wallet', error: { code: -32000, message: 'nonce too low' }, right: 'other' },
  { seen: 'a node behind a wallet', error: { code: 3, message: 'execution reverted: rejected' }, right: 'other' },
  {
    seen: 'Chromium, a fetch that ended',
    error: { name: 'AbortError', message: 'The user aborted a request.' },
    right: 'other',
  },
  {
    seen: 'a refused connection',
    error: { code: 'ECONNREFUSED', message: 'connect ECONNREFUSED 127.0.0.1:8545' },
    right: 'other',
  },
  { seen: 'a refused connection', error: { message: 'Connection refused' }, right: 'other' },
  { seen: 'a refused connection in Chinese', error: { message: '连接被拒绝' }, right: 'other' },
  { seen: 'a rate limit', error: { code: 429, message: 'Request limit exceeded' }, right: 'other' },
  { seen: 'a wallet that throws nothing', error: null, right: 'other' },
  { seen: 'a wallet that throws an empty object', error: {}, right: 'other' },
];
