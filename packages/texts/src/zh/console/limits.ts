/** 限额与开关。 */
export const limits = {
  title: '限额与开关',
  lead: '暂停一部分系统一人即可，恢复需要第二人确认。',
  parts: '系统各部分',
  paused: '已暂停',
  running: '运行中',
  pause: '暂停{part}',
  resume: '恢复{part}',
  bySystem: '系统自行暂停',
  since: '自',
  limitsOf: '{currency} 提现限额',
  usedOfDay: '24 小时内已用',
  leftOfDay: '全站还可提',
  never: '不需要',
  hold: '新地址等待',
  holdText: '{hours, plural, =0 {首次提现到一个新地址不须等待。} other {首次提现到一个新地址，须等待 # 小时。}}',
  readAt: '读取于',
};
