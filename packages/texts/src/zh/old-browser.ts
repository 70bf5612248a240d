/** The sentence for browsers older than the supported ones, which the page's own code cannot show. */
export const oldBrowser =
  '这个浏览器太旧，打不开 City Mint。请更新浏览器或系统，或改用另一个：{browsers} 或更新的版本。';
