import { parseAst } from 'vitest/node'

/** More lines than this, from the first to the last, and nobody sees a function at a glance. */
export const MAX_LINES = 60

export type LongFunction = { line: number; name: string; lines: number }

type Node = { type: string; start: number; end: number; [part: string]: unknown }

const kinds = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/** The functions of a source file that are too long, with everything in them: comments, empty lines, other functions. */
export function longFunctionsIn(file: string, text: string): LongFunction[] {
  const found: LongFunction[] = []
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  const visit = (part: unknown, name: string) => {
    if (Array.isArray(part)) for (const one of part) visit(one, name)
    if (!isNode(part)) return
    const called = nameOf(part) ?? name
    if (kinds.has(part.type)) {
      const line = lineAt(part.start)
      const lines = lineAt(part.end) - line + 1
      if (lines > MAX_LINES) found.push({ line, name: called, lines })
    }
    const inside = kinds.has(part.type) ? 'a function without a name' : called
    for (const inner of Object.values(part)) visit(inner, inside)
  }
  visit(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }), 'a function without a name')
  return found
}

const isNode = (part: unknown): part is Node => typeof part === 'object' && part !== null && 'type' in part

/** What a function is declared as, or the name of what holds it. */
function nameOf({ id, key }: Node): string | undefined {
  for (const named of [id, key]) {
    if (isNode(named) && typeof named.name === 'string') return named.name
  }
}
