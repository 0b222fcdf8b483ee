import type { RolePermission } from '../../lib/row-types.ts'

type PermissionFields = Pick<RolePermission, 'actions' | 'scope'>

const whose = {
  own: 'their own',
  'own agency': 'their own agency',
  shared: 'shared with their agency',
  'every agency': 'every agency',
  others: 'everybody but themselves',
  any: undefined,
} satisfies Record<RolePermission['scope'], string | undefined>

const list = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** Describes a permission and the rows that it covers: 'Read and add · their own agency'. */
export function describePermission({ actions, scope }: PermissionFields): string {
  const verbs = list.format(actions)
  const said = verbs.charAt(0).toUpperCase() + verbs.slice(1)
  return whose[scope] === undefined ? said : `${said} · ${whose[scope]}`
}
