-- Questions and answers, and where the operator can be reached; both are the operator's to change.
create table faq_entry (
  key text primary key check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(key) <= 60),
  position int not null,
  published boolean not null default true,
  changed_at timestamptz not null default now()
);

create table faq_text (
  key text not null references faq_entry on delete cascade,
  lang text not null check (lang in ('en', 'id', 'hi', 'ja', 'ko', 'ms', 'vi', 'th', 'zh', 'zhHK')),
  question text not null check (length(question) between 1 and 200),
  answer text not null check (length(answer) between 1 and 4000),
  primary key (key, lang)
);

create table contact_link (
  key text primary key check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(key) <= 60),
  kind text not null check (kind in ('website', 'email', 'telegram', 'x', 'discord', 'other')),
  label text not null check (length(label) between 1 and 60),
  url text not null check (length(url) <= 300 and url ~ case kind when 'email' then '^mailto:' else '^https://' end),
  created_at timestamptz not null default clock_timestamp()
);

grant select on faq_entry, faq_text, contact_link to city_mint_api;
grant select, insert, update, delete on faq_entry, faq_text, contact_link to city_mint_operator;

-- What the product does by its rules; figures that are settings stand in the terms and the disclosure, not here.
insert into faq_entry (key, position) values
  ('round', 1), ('fees', 2), ('failure', 3), ('cancel', 4), ('fmc', 5), ('rewards', 6), ('auto-mint', 7), ('recharge', 8),
  ('withdrawal', 9), ('hash-power', 10), ('inviter', 11), ('check-settlement', 12), ('check-holdings', 13), ('profit', 14);

insert into faq_text (key, lang, question, answer) values
('round', 'zh', '一轮城市铸造是怎样进行的？',
'一轮在规定时间内为一座城市募集 JU。每笔参与按被接受的先后得到一个排名。募满配额即铸造成功：退回本金并扣除手续费，FMC 按参与数量分三个阶段发放。时间到而未募满即失败：退回本金并扣除损失。所有条款在开放前固定，附有校验值，参与时随请求一起确认。'),
('round', 'en', 'How does a city mint round work?',
'A round collects JU for a city in a set time. Each order gets a rank in the order of acceptance. When the quota is reached the round is minted: you get your principal back less the mint fee, and FMC is shared out by amount in three stages. When the time is over below the quota it fails: you get your principal back less the loss. All terms are fixed before the round opens, carry a checksum, and are confirmed with each join.'),
('fees', 'zh', '有哪些费用？',
'成功的一轮收取铸造手续费，比例写在该轮条款中，不超过 10 %。失败的一轮不收手续费，但有条款中写明的损失。充值和提现本身不收费；链上燃料费由您的钱包支付。手续费的去向在风险与费用说明中列出。'),
('fees', 'en', 'Which fees are there?',
'A minted round keeps a mint fee; its share stands in the terms of the round and is never above 10 %. A failed round keeps no fee, but costs the loss that its terms name. Recharging and withdrawing are free of charge; your wallet pays the gas of the chain. Where the fee goes is listed in the page on risks and fees.'),
('failure', 'zh', '一轮失败的代价是什么，补偿怎样得到？',
'损失不超过条款中的比例，最高 10 %，从退回的本金中扣除，用于该轮的启动成本。先退回所有本金；然后储备金用 JU 补偿损失，从最后参与者开始，直到用完条款允许一次失败动用的份额。补偿不会超过损失，储备金也可能为空。未补偿的部分按条款中的倍数变为补偿算力，算力不是钱。'),
('failure', 'en', 'What does a failed round cost, and how does compensation come?',
'The loss is the share that the terms name, 10 % at most. It is taken from the principal that comes back and covers the launch costs. All refunds are paid first; then the reserve compensates losses in JU, the last to join first, until the part of it that the terms allow for one failure is used up. Compensation is never more than the loss, and the reserve may be empty. What it does not cover becomes hash power, by the factor in the terms; hash power is not money.'),
('cancel', 'zh', '参与之后可以取消吗？',
'不可以。参与一经接受，资金就冻结在该轮中，直到它铸造成功或失败。冻结的本金只会退回给您，不会支付给任何其他人。'),
('cancel', 'en', 'Can I take a join back?',
'No. Once it is accepted, the amount is frozen in the round until that is minted or has failed. Frozen principal goes back to you and pays nobody else.'),
('fmc', 'zh', 'FMC 从哪里来？',
'FMC 的总量固定，只在最初铸造一次；成功的一轮和矿机每天只是从中释放，用完即止。一轮的 FMC 分三个阶段：结算时发放第一阶段，第二、第三阶段按条款中的时间发放。FMC 没有承诺的价格，可能变得一文不值。'),
('fmc', 'en', 'Where does FMC come from?',
'The supply of FMC is fixed and was minted once; minted rounds and machines only release from it, until nothing is left. The FMC of a round is paid in three stages: the first at the settlement, the second and third after the delays in the terms. FMC has no promised price and may become worthless.'),
('rewards', 'zh', '奖励由谁支付？',
'每一种奖励都有已有资金的来源：推荐、节点和等级奖励来自成功轮次的手续费，盈余分配和补偿来自储备金，FMC 来自有上限的发行量。来源不足时不支付，也不向下一轮借款。参与者的本金不支付任何奖励。'),
('rewards', 'en', 'Who pays the rewards?',
'Each reward has a source that holds the money: rewards of inviters, nodes and levels come from the fees of minted rounds, shares of surplus and compensation from the reserve, FMC from the capped supply. What its source cannot cover is not paid, and nothing is borrowed from the next round. No participant''s principal pays a reward.'),
('auto-mint', 'zh', '自动铸造做什么？',
'开启后，每一轮开放时先于其他人用您的可用余额参与，可设置保留数量、每轮上限，以及失败几次后自动关闭。返还的资金会再用于下一轮，直到您关闭。默认关闭；每一次参与或跳过及其原因都有记录。'),
('auto-mint', 'en', 'What does auto-mint do?',
'While it is on, each round that opens takes your available balance before anybody else joins. You can set what to keep, a maximum for each round, and after how many failed rounds it turns itself off. What comes back goes into the next round until you turn it off. It is off by default, and every join or skip is logged with its reason.'),
('recharge', 'zh', '充值什么时候到账？',
'您的钱包把资金存入链上的金库合约。交易所在区块最终确定之前，充值显示为进行中和已有的确认数，不计入余额；最终确定之后才入账，入账后不会因链的重组而消失。'),
('recharge', 'en', 'When does a recharge count?',
'Your wallet pays into the vault contract on the chain. Until the block of that transaction is final, the recharge is shown as in progress with its confirmations and is not part of your balance. It is credited when it is final, and a reorganisation of the chain no longer takes it away.'),
('withdrawal', 'zh', '提现是怎样进行的？什么是凭证？',
'申请提现时，该数量先被冻结。系统随后签署一张有效 20 分钟的凭证，由您自己的钱包发送给金库合约，合约才会付款；别人的钱包不能使用它。凭证最多签署三次，编号相同，合约只付一次。一直未使用的，在最后期限之后、确认链上没有付款时退回可用余额。有限额；较大的提现可能要等待批准，新的收款地址可能有等待期。'),
('withdrawal', 'en', 'How does a withdrawal work, and what is a voucher?',
'The amount is frozen when you ask. The system then signs a voucher that is good for 20 minutes; your own wallet sends it to the vault contract, which pays. No other wallet can use it. It is signed at most three times, always under one id, and the contract pays an id once. If it is never used, the amount comes back to your available balance after the last deadline, once the chain shows that nothing was paid. There are limits; large withdrawals may wait for an approval, and a new address may have to wait.'),
('hash-power', 'zh', '怎样领取补偿算力？',
'第一次领取前要用钱包签名绑定交易所 UID，绑定后不能更改。领取的算力成为矿机，从下一个 UTC 日起按算力占比分得每天释放的 FMC，到期为止，并同时通知交易所。首次领取之后，新的补偿算力会自动发放。'),
('hash-power', 'en', 'How do I claim compensation hash power?',
'Before the first claim you bind an exchange UID with a signature of your wallet; it cannot be changed afterwards. Claimed hash power becomes a machine, which from the next UTC day on gets its share of the FMC released each day, by its part of all hash power, until its time is over; the exchange is told as well. After the first claim, later hash power is sent without asking.'),
('inviter', 'zh', '邀请人得到什么？',
'邀请人只能绑定一次，不能更改。如果您的邀请人此前有过已结算的参与，他会从您成功轮次的手续费中得到一份；您付的手续费不会因此增加，失败时他什么也得不到。是否有这份奖励由该轮条款决定。拿回您自己的钱从不需要邀请他人。'),
('inviter', 'en', 'What does an inviter get?',
'An inviter is bound once and cannot be changed. If yours has had an order settled before, he gets a part of the fee you pay when a round is minted; your fee is no higher for it, and from a failed round he gets nothing. Whether there is such a reward is said by the terms of the round. Inviting others is never needed to get your own money back.'),
('check-settlement', 'zh', '我怎样核对一轮的结算？',
'每一轮结算后都公开结算文件，内有条款、储备金、所有参与的排名和数量以及结果。任何人都可以用公开的程序（settle 命令）从输入重新计算，并与公布的结果逐个单位比较。您的铸造详情中还有您这笔参与属于该结算的证明。'),
('check-settlement', 'en', 'How can I check a settlement?',
'Each settled round publishes its settlement file: the terms, the reserve, all orders with rank and amount, and the result. Anyone can recompute it from its input with the published program (the command settle) and compare it unit by unit. The details of your mint also hold the proof that your order is part of that settlement.'),
('check-holdings', 'zh', '我怎样核对系统欠我的都有资金？',
'系统定期公布它所欠的总额（用户和各资金池合计）、其默克尔和树的根，以及同一区块时金库合约的余额，后者可以在链上查看。登录后您可以取得自己的叶子和路径，自行核对您的余额包含在总额之内。'),
('check-holdings', 'en', 'How can I check that what I am owed is there?',
'The system regularly publishes the total of all it owes, users and pools together, the root of its Merkle sum tree, and what the vault contract held at the same block, which anyone can read on the chain. Signed in, you get your own leaf and path and can check that your balance is part of the total.'),
('profit', 'zh', '有保证的收益吗？',
'没有。预估不是承诺，一轮可能失败，失败会使您损失一部分本金。每个预估旁边都写明最坏情况；参与之前请阅读风险与费用说明。'),
('profit', 'en', 'Is there a guaranteed profit?',
'No. Estimates are not promises; a round may fail, and a failure costs you a part of your principal. The worst case stands beside every estimate; please read the page on risks and fees before you join.');
