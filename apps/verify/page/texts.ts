/** The page's texts, in the file, since the page has to work when every server is gone. */
const zh = {
  title: '没有我们也能取回',
  intro: '用退出文件和您的钱包，从金库合约取回资产。本页不连接 City Mint 的任何服务器，只连接您填写的节点。',
  other: 'English',
  file: '退出文件（city-mint-exit-….json）',
  trees: '证明树文件（.tree）：没有最新证明时需要，可选多个',
  nodes: '链节点地址，每行一个；最好填两个不同的',
  to: '收款地址；留空则付到本账户',
  check: '核对',
  checking: '正在核对…',
  noFile: '请先选择退出文件。',
  noNode: '请先填写节点地址。',
  badTo: '收款地址无效。',
  agrees: '文件与合约一致，由 {nodes} 个节点确认。账户 {account}，区块 {block}。',
  begun: '退出已于 {time} 启动，现在可以取回。',
  due: '现在任何人都可以启动退出。启动后即可取回。',
  closed: '退出尚未开放。若没有新的证明上链，也没有恢复提现，最早可于 {time} 启动。',
  owed: '{currency}：证明中 {stated}，其后充值 {deposited}，其后提现 {withdrawn}；可取回 {pays}',
  nothing: '{currency}：没有可取回的金额',
  redeemed: '{currency}：已取回',
  missing: '{currency}：缺少证明树 {root}，请在上面选择它的文件',
  begin: '启动退出',
  redeem: '取回 {currency}',
  noWallet: '没有找到浏览器钱包。可用任何钱包由本账户发送下面的交易，金额为 0。',
  otherAccount: '钱包里没有账户 {account}。请切换到它，只有它能取回。',
  sending: '请在钱包中确认…',
  mining: '交易 {hash} 已发送，等待确认…',
  done: '完成。',
  reverted: '交易 {hash} 没有成功。',
  calls: '用其他钱包发送',
};

type Texts = Readonly<Record<keyof typeof zh, string>>;

const en: Texts = {
  title: 'Leave without us',
  intro:
    'Takes your assets out of the vault contract with an exit file and your wallet. ' +
    'This page asks no server of City Mint, only the nodes that you name.',
  other: '中文',
  file: 'Exit file (city-mint-exit-….json)',
  trees: 'Files of trees (.tree), if the exit file is not of the newest root; several can be chosen',
  nodes: 'Nodes of the chain, one URL a line; two different ones are better',
  to: 'Recipient; empty: the account itself',
  check: 'Verify',
  checking: 'Verifying…',
  noFile: 'Choose the exit file first.',
  noNode: 'Enter the URL of a node first.',
  badTo: 'The recipient is not an address.',
  agrees: 'The file agrees with the contracts, as {nodes} nodes say. Account {account}, block {block}.',
  begun: 'The exit began at {time}. You can redeem now.',
  due: 'Anyone can begin the exit now. You can redeem after that.',
  closed: 'The exit is closed. Unless a new proof or withdrawals come, it can begin at {time}.',
  owed: '{currency}: {stated} in the proof, {deposited} deposited since, {withdrawn} withdrawn since; pays {pays}',
  nothing: '{currency}: nothing can be redeemed',
  redeemed: '{currency}: redeemed',
  missing: '{currency}: the tree of root {root} is missing; choose its file above',
  begin: 'Begin the exit',
  redeem: 'Redeem {currency}',
  noWallet: 'No browser wallet was found. Any wallet of this account can send the transactions below, with value 0.',
  otherAccount: 'The wallet does not show the account {account}. Switch to it: nobody else can redeem.',
  sending: 'Confirm in your wallet…',
  mining: 'Transaction {hash} was sent; waiting until it is mined…',
  done: 'Done.',
  reverted: 'Transaction {hash} failed.',
  calls: 'Send with another wallet',
};

export const TEXTS = { zh, en } as const;
export type PageLanguage = keyof typeof TEXTS;

/** Returns a text with its values. */
export function fill(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}
