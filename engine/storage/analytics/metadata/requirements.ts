import { z } from 'zod'
import { icebergErrors } from '../errors.ts'
import { long } from './long.ts'
import type { TableMetadata } from './table-metadata.ts'

/** What must still hold for a commit to be made: what its writer went by. */
export const requirement = z.discriminatedUnion('type', [
  z.object({ type: z.literal('assert-create') }),
  z.object({ type: z.literal('assert-table-uuid'), uuid: z.string() }),
  z.object({ type: z.literal('assert-ref-snapshot-id'), ref: z.string(), 'snapshot-id': long.nullish() }),
  z.object({ type: z.literal('assert-last-assigned-field-id'), 'last-assigned-field-id': z.int() }),
  z.object({ type: z.literal('assert-current-schema-id'), 'current-schema-id': z.int() }),
  z.object({ type: z.literal('assert-last-assigned-partition-id'), 'last-assigned-partition-id': z.int() }),
  z.object({ type: z.literal('assert-default-spec-id'), 'default-spec-id': z.int() }),
  z.object({ type: z.literal('assert-default-sort-order-id'), 'default-sort-order-id': z.int() }),
])
export type Requirement = z.infer<typeof requirement>

/** Throws `commitFailed` at the first one that does not hold. `table` is undefined where there is none. */
export function checkRequirements(requirements: readonly Requirement[], table: TableMetadata | undefined) {
  for (const required of requirements) {
    const broken = table ? brokenBy(required, table) : brokenWithout(required)
    if (broken !== undefined) throw icebergErrors.commitFailed(`Requirement failed: ${broken}`)
  }
}

const brokenWithout = ({ type }: Requirement) => (type === 'assert-create' ? undefined : 'the table does not exist')

function brokenBy(required: Requirement, table: TableMetadata): string | undefined {
  switch (required.type) {
    case 'assert-create':
      return 'table already exists'
    case 'assert-table-uuid':
      return difference('UUID does not match: expected', required.uuid.toLowerCase(), table['table-uuid'])
    case 'assert-ref-snapshot-id':
      return changedRef(required, table)
    case 'assert-last-assigned-field-id':
      return difference(
        'last assigned field id changed: expected id',
        required['last-assigned-field-id'],
        table['last-column-id'],
      )
    case 'assert-current-schema-id':
      return difference(
        'current schema changed: expected id',
        required['current-schema-id'],
        table['current-schema-id'],
      )
    case 'assert-last-assigned-partition-id':
      return difference(
        'last assigned partition id changed: expected id',
        required['last-assigned-partition-id'],
        table['last-partition-id'],
      )
    case 'assert-default-spec-id':
      return difference(
        'default partition spec changed: expected id',
        required['default-spec-id'],
        table['default-spec-id'],
      )
    case 'assert-default-sort-order-id':
      return difference(
        'default sort order changed: expected id',
        required['default-sort-order-id'],
        table['default-sort-order-id'],
      )
  }
}

const difference = (words: string, expected: string | number, found: string | number) =>
  expected === found ? undefined : `${words} ${expected} != ${found}`

function changedRef(
  { ref: name, 'snapshot-id': expected }: Extract<Requirement, { type: 'assert-ref-snapshot-id' }>,
  { refs }: TableMetadata,
) {
  const ref = Object.hasOwn(refs, name) ? refs[name] : undefined
  if (!ref) return expected == null ? undefined : `branch or tag ${name} is missing, expected ${expected}`
  if (expected == null) return `${ref.type} ${name} was created concurrently`
  const found = ref['snapshot-id']
  return found === expected ? undefined : `${ref.type} ${name} has changed: expected id ${expected} != ${found}`
}
