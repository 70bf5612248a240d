import type { OperatorActionName } from '@city-mint/api-contract/operator-client/operator-client';

/** 每项操作的后果：此刻的数字由服务器给出，见各操作声明的 consequence。 */
export const consequences = {
  'operators/add': '该钱包生效后即可登录控制台，权限以所选角色为限。',
  'operators/role':
    '新角色立即生效，包括已登录的会话。该运营人员有 {proposals, number} 个待确认的提议，新角色不能提议的会随即失效。',
  'operators/remove': '该运营人员的会话立即结束，不能再登录。其 {proposals, number} 个待确认的提议随即失效。',
  pause:
    '{part, select, joins {{rounds, plural, =0 {立即停止参与：现在没有进行中的轮次，恢复前也不会有轮次开放。} other {立即停止参与：# 个进行中的轮次按暂停时长顺延，其中 {wallets, number} 个钱包会看到暂停。暂停过久，这些轮次会取消，本金全数退回。}}} settlement {立即停止结算：{rounds, number} 个轮次的付款停在当前步骤，{wallets, number} 个钱包要等。} withdrawals {立即停止提现：{withdrawals, number} 笔未完成的提现要等，新申请会被拒绝。已签出的凭证最长 20 分钟内仍可兑付。} recharge {充值照常记录，但恢复前不入账，用户看到“处理中”。} swap {页面停用兑换。链上的流动池不受影响。} other {立即停止这一部分。}}恢复需要两人签名。',
  unpause:
    '{part, select, joins {恢复参与：{rounds, number} 个轮次继续，截止时间按暂停时长（自 {since} 起）顺延，{wallets, number} 个钱包的订单不变。} settlement {恢复结算：{rounds, number} 个轮次的付款立即继续，涉及 {wallets, number} 个钱包。暂停始于 {since}。} withdrawals {恢复提现：{withdrawals, number} 笔未完成的提现立即继续签发凭证。暂停始于 {since}。} recharge {恢复充值：{since} 以来已最终确认的充值会入账。} swap {页面重新开放兑换。暂停始于 {since}。} other {恢复这一部分。暂停始于 {since}。}}',
  'limits/set':
    '适用于新的申请，以及尚未签出凭证的提现。过去 24 小时全体用户已提现 {withdrawn}，另有 {withdrawals, number} 笔等待批准。',
  'limits/hold': '从下一次申请起适用：首次提现到新地址须等待的时间。已提出的申请不受影响。',
  'regions/set': '立即适用于该地区的参与、绑定邀请人和开启自动铸造。已有的订单、结算、领取和提现不受影响。',
  'reserve/fund':
    '资金从国库转入储备金，储备金现有 {balance}。尚可能失败的轮次有 {rounds, number} 个，合计最大亏损 {loss}。',
  'reserve/cap': '储备金现有 {balance}，超出新上限 {excess}；超出部分在之后的结算中分给参与者。',
  'plans/publish':
    '最多排定 {rounds, number} 个轮次，第一轮于 {opensAt} 开放。条款公开后不能修改，只能在第一轮开始前收回，或之后结束。{bargain, select, yes {此处的 FMC 比资金池便宜：独自填满第一轮者，每个 FMC 最多付手续费 {cost}，而 1 小时均价为 {price}。} other {}}',
  'plans/revoke': '计划从即将开始的轮次中消失，{rounds, number} 个已公布的轮次在没有订单的情况下取消。',
  'plans/end':
    '已公布的 {rounds, number} 个未结束轮次照常举行（{orders, number} 笔订单，{wallets, number} 个钱包，{held}），之后不再有新轮次。',
  'cities/add': '城市立即出现在控制台；在发布计划之前，页面不显示它。',
  'cities/edit': '页面地图上的位置立即改变。条款和结算不受影响。',
  'cities/names': '所有读者立即看到新的名称。条款和结算保留原名。',
  'rounds/suspend':
    '该轮次停在当前步骤：{orders, number} 笔订单、{wallets, number} 个钱包的 {held} 留在托管中。最长一天后自动解除，进行中或已满额的轮次届时取消。恢复需要两人签名。',
  'rounds/cancel':
    '该轮次结束，不能撤回：{held} 全数退回 {wallets, number} 个钱包（{orders, number} 笔订单），本期计划随之结束，参与者会读到理由。',
  'rounds/resume': '该轮次继续：到期的步骤立即执行，涉及 {orders, number} 笔订单、{wallets, number} 个钱包的 {held}。',
  'withdrawals/approve':
    '放行 {amount}：限额允许时即签发凭证，兑付后不能收回。之后还有 {withdrawals, number} 笔等待批准。',
  'withdrawals/reject': '{amount} 立即解冻，退回用户的可用余额。之后还有 {withdrawals, number} 笔等待批准。',
  'withdrawals/cancel':
    '{state, select, approved {尚未签出凭证：{amount} 立即退回用户。} other {不再签发新凭证；最后一张凭证到期或在链上作废之前仍可兑付，之后退回 {amount}。}}',
  'payouts/pay': '支付 {amount}，兑付后不能收回；用途和单据公开。此账户 24 小时内还可支付 {left}。',
  'payouts/addRecipient': '该钱包在 {hours, number} 小时后才能收款。',
  'payouts/removeRecipient': '该钱包立即不能再收款。已批准的支付不受影响。',
  'texts/set': '页面读者刷新后看到新的文字。',
  'texts/translate': '所列语言的读者刷新后看到新的文字。',
  'announcements/save': '页面在所设的时段内向所有读者显示此公告。',
  'announcements/remove': '公告立即从页面消失。',
  'qa/save': '公开的问答会显示在页面上，未公开的只有运营人员可见。',
  'qa/remove': '该问答从页面移除；删除最后一种语言时整条删除。',
  'qa/order': '页面按新的顺序显示问答。',
  'contacts/save': '页面读者会看到此联系方式并可点开。',
  'contacts/remove': '此联系方式立即从页面消失。',
  'memberStatus/grant': '该参与者的节点类型或级别按此授予，直到再次变更；留空的不变。',
  'leaderboardNames/remove': '排行榜不再显示该参与者；系统会告知对方，对方可另选名字；此名字不能再被选用。',
  'thresholds/set': '自所设日期起，所有参与者按新门槛计算；在此之前按现行门槛。',
  'mining/set': '自下一个 UTC 日起生效，今天的产出不变。目前有 {machines, number} 台矿机在产出。',
  'pools/set': '自下一个 UTC 日起生效，今天的发放不变。节点池现有 {nodes}，级别池现有 {levels}。',
  'grants/release': '以同一发放编号重新发送，交易所只记一次。目前有 {alarms, number} 笔发放处于警报。',
  'grants/resend': '立即以同一发放编号重新发送，交易所只记一次。',
  'exchangeAccounts/free': '不再向该账户发放算力。该地址和账户所有者都可重新绑定经交易所确认的账户。',
  'chain/resume': '立即从停下的区块继续读链，之后的充值和提现随之入账。',
  'chain/book':
    '把 {wallets, number} 个钱包的 {payments, number} 笔付款（共 {amount} 和 {fmc}）一次入账，{against, select, account {各自记入兑付账户} other {全部记入运营方（FMC 记入待释放）}}，不能撤回。{against, select, account {{short, plural, =0 {} other {其中 # 笔的账户余额目前不足，读到该笔付款时若仍不足，由运营方承担。}}} other {}}之后还有 {others, number} 笔待决定，全部决定后继续读链。',
  'journal/acknowledge': '此错误不再显示；如果仍然存在，几分钟内会再次发现。',
} satisfies Readonly<Record<OperatorActionName, string>>;
