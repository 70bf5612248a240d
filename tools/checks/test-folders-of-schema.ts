const SCHEMA_FILE = /^apps\/server\/migrations\/(?:(?:functions|views)\/([\w-]+)\/)?[^/]+\.sql$/;

/**
 * Returns the folders with the database tests of changed files of the schema, which no test imports: those of the
 * capability that a function or view belongs to, and those of the whole server for a migration.
 */
export function testFoldersOfSchema(changedFiles: readonly string[]): string[] {
  const folders = changedFiles.flatMap((file) => {
    const found = SCHEMA_FILE.exec(file);
    if (found === null) return [];
    const [, capability] = found;
    if (capability === undefined) return ['apps/server/src'];
    return [`apps/server/src/${capability === 'chain' ? 'platform/chain' : capability}`];
  });
  return [...new Set(folders)];
}
