/** A module that a source file names, as written and, where it is one of ours, as a path from the repository's root. */
export type Import = {
  specifier: string;
  path: string | null;
  /** Imported names as the source file exports them; `*` for a namespace or dynamic import. */
  names: string[];
  /** Whether it is loaded with the file: not a type, and not by a dynamic import. */
  isLoadedAtOnce: boolean;
};

/** A text inside a file and the line it begins on, from 1. */
export type Passage = { line: number; text: string };

/** A function that other files can import, with the doc comment that is directly before it. */
export type ExportedFunction = { name: string; line: number; doc: string | null; returnsValue: boolean };

/** A parsed file of the repository; paths have forward slashes and start at the root. */
export type SourceFile = {
  path: string;
  text: string;
  isTest: boolean;
  imports: Import[];
  strings: Passage[];
  /** Comments without their delimiters; line comments below each other are one. */
  comments: Passage[];
  /** The strings that are read outside the code: `summary` and `description` of the API, and titles of tests. */
  shown: Passage[];
  functions: ExportedFunction[];
  /** Names that other files can import. */
  exports: Passage[];
  /** Every name in it, its own and those of libraries, once. */
  names: string[];
};

/** Any tracked file that is text. */
export type TextFile = { path: string; text: string };

/** The files and texts that the rules check. */
export type Repository = {
  sources: SourceFile[];
  texts: TextFile[];
  /** Paths of the other files. */
  binaries: string[];
};

/** A rule that a file breaks, and how; the path may end in `:line`. */
export type Violation = { rule: string; path: string; problem: string };

/** One rule; it names what breaks it. */
export type Rule = { name: string; find(repository: Repository): Omit<Violation, 'rule'>[] };
