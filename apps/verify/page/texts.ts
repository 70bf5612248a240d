import type { FaultName, NamedFault } from '../src/disagreement.ts';

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
  noLeaves: '合约地址一致，由 {nodes} 个节点确认。账户 {account} 的文件没有最新证明。',
  begun: '退出已于 {time} 启动，现在可以取回。',
  due: '现在任何人都可以启动退出。启动后即可取回。',
  demanded: '因为您的要求没有得到支付，现在任何人都可以启动退出。启动后即可取回。',
  closed: '退出尚未开放。若没有新的证明上链，也没有恢复提现，最早可于 {time} 启动。',
  owed: '{currency}：证明中 {stated}，其后充值 {deposited}，其后提现 {withdrawn}；可取回 {pays}',
  nothing: '{currency}：没有可取回的金额',
  redeemed: '{currency}：已取回',
  missing: '{currency}：缺少证明树 {root}，请在上面选择它的文件',
  demandable:
    '{currency}：可在链上要求支付 {amount}（参与轮次的 {locked} 除外）。{days} 天内未付，任何人都可以启动退出',
  demandableNew: '{currency}：可在链上要求支付 {amount}（充值减提现）。{days} 天内未付，任何人都可以启动退出',
  openEarly: '{currency}：已于 {time} 要求支付，尚欠 {amount}。到 {from} 仍未付清，任何人都可以启动退出',
  openCap: '{currency}：已于 {time} 要求支付，尚欠 {amount}。超过提现额度的部分随额度恢复分次支付，暂不能启动退出',
  openNow: '{currency}：已于 {time} 要求支付，尚欠 {amount}，期限已过',
  collectable: '{currency}：已支付 {amount}，等您领取',
  begin: '启动退出',
  beginFor: '为所有账户启动退出',
  redeem: '取回 {currency}',
  demand: '要求支付 {currency}',
  collect: '领取 {currency}',
  noWallet: '没有找到浏览器钱包。可用任何钱包由本账户发送下面的交易，金额为 0。',
  otherAccount: '钱包里没有账户 {account}。请切换到它，交易须由它发送。',
  sending: '请在钱包中确认…',
  mining: '交易 {hash} 已发送，等待确认…',
  done: '完成。',
  reverted: '交易 {hash} 没有成功。',
  calls: '用其他钱包发送',
  noStatement: '这不是完整的退出文件：{reason}',
  walletFailed: '钱包没有完成操作：{reason}',
};

/** The faults in Chinese; in English they have their own words. */
const zhFaults: Readonly<Record<FaultName, string>> = {
  badLeaves: '{currency}：证明不成立，文件可能被改动过。',
  behind: '节点 {name} 比其他节点落后 {behind} 个区块。',
  cutTree: '{name} 不是完整的证明树文件。',
  differingNodes: '各节点的回答互相矛盾，至少有一个不可信。',
  leftOut: '{currency}：合约记录过本账户，但区块 {block} 的证明树里没有它：账户被漏掉，或密钥属于别的账户。',
  missingTrees: '缺少证明树 {roots}，请在上面选择它的文件。',
  needsArchive: '{currency}：按现在的记录在区块 {block} 的证明树里找不到本账户，请填写存有该区块状态的归档节点。',
  newerRoot: '{currency}：文件的证明属于区块 {block}，节点上的合约还只到区块 {paying}。',
  noAnswer: '节点 {name} 没有正常回答：{reason}',
  noContract: '地址 {to} 上没有本产品的合约。',
  olderRoot: '{currency}：文件的证明属于区块 {block}，合约只按区块 {paying} 付款。请加选证明树 {root} 的文件。',
  otherChain: '退出文件属于链 {chainId}，而节点 {name} 属于链 {other}。',
  otherContracts: '文件里的合约地址不属于同一个系统。',
  otherRoot: '{currency}：区块 {block} 的证明与合约里的不一致。',
  otherTree: '{name} 不是付款所依据的证明树。',
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
  noLeaves: 'The contracts agree, as {nodes} nodes say. The file of the account {account} has no newest proof.',
  begun: 'The exit began at {time}. You can redeem now.',
  due: 'Anyone can begin the exit now. You can redeem after that.',
  demanded: 'Your demand was not paid: anyone can begin the exit now. You can redeem after that.',
  closed: 'The exit is closed. Unless a new proof or withdrawals come, it can begin at {time}.',
  owed: '{currency}: {stated} in the proof, {deposited} deposited since, {withdrawn} withdrawn since; pays {pays}',
  nothing: '{currency}: nothing can be redeemed',
  redeemed: '{currency}: redeemed',
  missing: '{currency}: the tree of root {root} is missing; choose its file above',
  demandable:
    '{currency}: you can demand {amount} on the chain, without the {locked} in rounds. ' +
    'If it is not paid in {days} days, anyone can begin the exit',
  demandableNew:
    '{currency}: you can demand {amount} on the chain: deposits less withdrawals. ' +
    'If it is not paid in {days} days, anyone can begin the exit',
  openEarly:
    '{currency}: demanded at {time}; {amount} is not paid yet. If it is not paid by {from}, anyone can begin the exit',
  openCap:
    '{currency}: demanded at {time}; {amount} is not paid yet. ' +
    'More than the cap of withdrawals is paid in pieces; the exit cannot begin for it now',
  openNow: '{currency}: demanded at {time}; {amount} was not paid in time',
  collectable: '{currency}: {amount} was paid and waits for you',
  begin: 'Begin the exit',
  beginFor: 'Begin the exit for everyone',
  redeem: 'Redeem {currency}',
  demand: 'Demand {currency}',
  collect: 'Collect {currency}',
  noWallet: 'No browser wallet was found. Any wallet of this account can send the transactions below, with value 0.',
  otherAccount: 'The wallet does not show the account {account}. Switch to it: it has to send this transaction.',
  sending: 'Confirm in your wallet…',
  mining: 'Transaction {hash} was sent; waiting until it is mined…',
  done: 'Done.',
  reverted: 'Transaction {hash} failed.',
  calls: 'Send with another wallet',
  noStatement: 'This is no whole exit file: {reason}',
  walletFailed: 'The wallet did not do it: {reason}',
};

export const TEXTS = { zh, en } as const;
export type PageLanguage = keyof typeof TEXTS;

/** Returns a fault in a language; null: it has only its own words, in English. */
export function faultText(language: PageLanguage, named: NamedFault): string | null {
  return language === 'zh' ? fill(zhFaults[named.fault], named.values) : null;
}

/** Returns a text with its values. */
export function fill(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}
