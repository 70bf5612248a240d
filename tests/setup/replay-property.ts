// Replays a property that failed: FC_SEED and FC_PATH are the seed and the path that fast-check printed. Name the
// test as well: other properties of the run would be checked with the same values (docs/debugging.md).
const { FC_SEED: seed, FC_PATH: path } = process.env;

if (seed !== undefined && seed !== '') {
  const { configureGlobal } = await import('fast-check');
  configureGlobal({ seed: Number(seed), ...(path === undefined ? {} : { path, endOnFailure: true }) });
}

export {};
