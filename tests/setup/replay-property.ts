// Replays a property that failed: FC_SEED and FC_PATH are the seed and the path that fast-check printed. Properties that
// the run does not name are checked with the same values, so name the test as well (docs/debugging.md).
const { FC_SEED: seed, FC_PATH: path } = process.env;

if (seed !== undefined && seed !== '') {
  const { configureGlobal } = await import('fast-check');
  configureGlobal({ seed: Number(seed), ...(path === undefined ? {} : { path, endOnFailure: true }) });
}

export {};
