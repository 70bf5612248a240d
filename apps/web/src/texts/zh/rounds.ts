export const rounds = {
  title: '城市',
};
