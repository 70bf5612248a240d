/** 表格、筛选、图表和状态。 */
export const ui = {
  table: {
    columns: '列',
    dense: '紧凑',
    more: '加载更多',
    count: '共 {count, number} 条',
    countMore: '已显示 {count, number} 条，还有更多',
  },
  csv: {
    export: '导出 CSV',
    stop: '停止',
    progress: '已读取 {count, number} 条',
    done: '已导出 {count, number} 条',
    failed: '导出失败，请重试',
  },
  filter: { all: '全部', city: '城市' },
  state: { error: '没能读取', noAnswer: '没有收到服务器的应答，请检查网络后再试。', retry: '重试' },
  sheet: { close: '关闭' },
  copy: { copy: '复制 {text}', copied: '已复制 {text}' },
  time: { utc: 'UTC {time}', format: '年-月-日 时:分', calendar: '打开日历' },
  chart: { table: '{title}的数据', keys: '{title}：用左右方向键读每个数据点' },
};
