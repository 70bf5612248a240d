/** A module that a source file names, as written and, where it is one of ours, as a path from the repository's root. */
export type Import = { specifier: string; path: string | null };

/** A parsed file of the repository; paths have forward slashes and start at the root. */
export type SourceFile = { path: string; text: string; isTest: boolean; imports: Import[]; strings: string[] };

/** Any tracked file that is text. */
export type TextFile = { path: string; text: string };

/** What the rules look at. */
export type Repository = { sources: SourceFile[]; texts: TextFile[] };

/** A rule that a file breaks, and how. */
export type Violation = { rule: string; path: string; problem: string };

/** One rule; it names what breaks it. */
export type Rule = { name: string; find(repository: Repository): Omit<Violation, 'rule'>[] };
