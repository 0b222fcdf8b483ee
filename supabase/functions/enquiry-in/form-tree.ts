export type FormTree = { [name: string]: FormTree | string | string[] }

/**
 * Nests form fields by their names as PHP does, which most forms on the web are made for: `fields[email][value]`. A name that
 * ends with [] or occurs again is a list.
 */
export function formTree(pairs: readonly (readonly [name: string, value: string])[]): FormTree {
  const root = newBranch()
  for (const [name, value] of pairs) {
    const path = pathOf(name)
    let branch = root
    for (const part of path.slice(0, -1)) {
      const next = branch[part]
      const inner = isBranch(next) ? next : newBranch()
      branch[part] = inner
      branch = inner
    }
    const last = path.at(-1) ?? ''
    const before = branch[last]
    branch[last] = typeof before === 'string' ? [before, value] : Array.isArray(before) ? [...before, value] : value
  }
  return root
}

/** An object without a prototype, so that a field may have any name. */
const newBranch = (): FormTree => Object.create(null)

const isBranch = (value: unknown): value is FormTree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function pathOf(name: string): string[] {
  const [, first, rest = ''] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? [name, name]
  const inner = [...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, part = '']) => part)
  return [first ?? name, ...(inner.at(-1) === '' ? inner.slice(0, -1) : inner)].slice(0, MOST_LEVELS)
}

/** Deeper names are cut, since no form has any. */
const MOST_LEVELS = 8
