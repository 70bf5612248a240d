import type { ParseResult } from 'oxc-parser';
import type { FoundComment } from './read-comments.ts';
import type { ExportedFunction, Passage, SourceFile } from './source-file.ts';

type Program = ParseResult['program'];
type Statement = Program['body'][number];
type Declaration = Extract<Statement, { type: 'ExportNamedDeclaration' }>['declaration'] | Statement;
type AnyFunction = { returnType?: unknown; body: unknown };

type File = { path: string; text: string; comments: FoundComment[]; lineAt: (offset: number) => number };

/** What other files can import from this one, and which of it is a function. An overloaded function is there once. */
export function readExports(program: Program, file: File): Pick<SourceFile, 'exports' | 'functions'> {
  const named = new Set(
    program.body.flatMap((statement) =>
      statement.type === 'ExportNamedDeclaration' && statement.source === null
        ? statement.specifiers.map(({ local }) => (local.type === 'Literal' ? local.value : local.name))
        : [],
    ),
  );
  const exports: Passage[] = [];
  const functions = new Map<string, ExportedFunction>();
  for (const statement of program.body) {
    const isExport = statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration';
    const declaration = (isExport ? statement.declaration : statement) as Declaration;
    const line = file.lineAt(statement.start);
    for (const { name, value } of declaredIn(declaration)) {
      if (!isExport && !named.has(name)) continue;
      exports.push({ line, text: name });
      if (value === null || functions.has(name)) continue;
      functions.set(name, {
        name,
        line,
        doc: docBefore(statement.start, file),
        returnsValue: returnsValue(value, file.text),
      });
    }
  }
  return { exports, functions: [...functions.values()] };
}

/** The names that a statement declares, each with its function when it is one. */
function declaredIn(declaration: Declaration): { name: string; value: AnyFunction | null }[] {
  switch (declaration?.type) {
    case 'FunctionDeclaration':
    case 'TSDeclareFunction':
      return [{ name: declaration.id?.name ?? 'default', value: declaration }];
    case 'VariableDeclaration':
      return declaration.declarations.flatMap(({ id, init }) => {
        if (id.type !== 'Identifier') return [];
        const isFunction = init?.type === 'ArrowFunctionExpression' || init?.type === 'FunctionExpression';
        return [{ name: id.name, value: isFunction ? init : null }];
      });
    case 'ClassDeclaration':
    case 'TSTypeAliasDeclaration':
    case 'TSInterfaceDeclaration':
    case 'TSEnumDeclaration':
      return declaration.id === null ? [] : [{ name: declaration.id.name, value: null }];
    default:
      return [];
  }
}

function docBefore(start: number, { comments, text }: File): string | null {
  const comment = comments.findLast(({ end }) => end <= start);
  return comment?.isDoc === true && /^\s*$/.test(text.slice(comment.end, start)) ? comment.text : null;
}

/** By its declared type; a function without one returns a value when its body is an expression or has `return x`. */
function returnsValue(value: AnyFunction, text: string): boolean {
  const declared = rangeOf(value.returnType);
  if (declared !== null)
    return !/^:\s*(?:(?:Promise|AsyncGenerator|Generator)<)?(?:void|undefined|never|asserts\b)/.test(
      text.slice(...declared),
    );
  const body = rangeOf(value.body);
  if (body === null) return false;
  const words = text.slice(...body);
  return !words.startsWith('{') || /\breturn\s+[^;\s]/.test(words);
}

function rangeOf(node: unknown): [start: number, end: number] | null {
  if (typeof node !== 'object' || node === null || !('start' in node) || !('end' in node)) return null;
  return [Number(node.start), Number(node.end)];
}
