import { restErrors } from '../errors.ts'

export type Resource = { kind: 'table' | 'function'; name: string }

/** The operation that a method performs on a resource (docs/wire/rest.md#routes). */
export type Action = 'read' | 'insert' | 'update' | 'delete' | 'put' | 'call'

/**
 * Parses a path without the service's prefix, as `/films` or `/rpc/search`. The root is a resource with an empty name.
 */
export function parseResource(path: string): Resource {
  const [first = '', second, ...deeper] = path.split('/').slice(1).map(decode)
  if (first === 'rpc' && second && deeper.length === 0) return { kind: 'function', name: second }
  if (second !== undefined) throw restErrors.invalidPath()
  return { kind: 'table', name: first }
}

function decode(segment: string): string {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const tableActions: Record<string, Action> = {
  GET: 'read',
  HEAD: 'read',
  POST: 'insert',
  PATCH: 'update',
  DELETE: 'delete',
  PUT: 'put',
}

export function parseAction(method: string, { kind, name }: Resource): Action {
  if (kind === 'function') {
    if (method === 'GET' || method === 'HEAD' || method === 'POST') return 'call'
    throw restErrors.methodNotAllowedOnFunction(method)
  }
  const action = name === '' ? undefined : tableActions[method]
  if (action) return action
  throw restErrors.unsupportedMethod(method)
}
