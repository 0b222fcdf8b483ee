import { icebergErrors } from '../errors.ts'
import { currentSchema } from './change-schema.ts'
import { type Draft, numberOf } from './draft.ts'
import { type AskedSpec, checkSpec, isSameSpec, withFieldIds } from './partition-spec.ts'
import { type AskedOrder, checkOrder, isSameOrder, UNSORTED } from './sort-order.ts'

/* How the rows of a table are parted and sorted. */

export function addSpec(draft: Draft, asked: AskedSpec) {
  const { table, lastAdded } = draft
  const specs = table['partition-specs']
  const same = specs.find((spec) => isSameSpec(spec, asked))
  if (same) {
    lastAdded.spec = same['spec-id']
    return
  }
  checkSpec(asked, currentSchema(draft))
  const id = 1 + Math.max(-1, ...specs.map((spec) => spec['spec-id']))
  const { spec, lastId } = withFieldIds(asked, id, specs, table['last-partition-id'])
  specs.push(spec)
  table['last-partition-id'] = lastId
  lastAdded.spec = id
}

export function setDefaultSpec({ table, lastAdded }: Draft, asked: number) {
  const id = numberOf(asked, lastAdded.spec, 'spec')
  if (!table['partition-specs'].some((spec) => spec['spec-id'] === id)) {
    throw icebergErrors.badRequest(`Cannot set default partition spec to unknown spec: ${id}`)
  }
  table['default-spec-id'] = id
}

export function removeSpecs({ table }: Draft, ids: readonly number[]) {
  if (ids.includes(table['default-spec-id'])) throw icebergErrors.badRequest('Cannot remove the default partition spec')
  table['partition-specs'] = table['partition-specs'].filter((spec) => !ids.includes(spec['spec-id']))
}

export function addOrder(draft: Draft, asked: AskedOrder) {
  const { table, lastAdded } = draft
  const orders = table['sort-orders']
  const same = orders.find((order) => isSameOrder(order, asked))
  if (same) {
    lastAdded.order = same['order-id']
    return
  }
  checkOrder(asked, currentSchema(draft))
  const isUnsorted = asked.fields.length === 0
  const id = isUnsorted ? UNSORTED : 1 + Math.max(UNSORTED, ...orders.map((order) => order['order-id']))
  orders.push({ ...asked, 'order-id': id })
  lastAdded.order = id
}

export function setDefaultOrder({ table, lastAdded }: Draft, asked: number) {
  const id = numberOf(asked, lastAdded.order, 'sort order')
  if (!table['sort-orders'].some((order) => order['order-id'] === id)) {
    throw icebergErrors.badRequest(`Cannot set default sort order to unknown sort order: ${id}`)
  }
  table['default-sort-order-id'] = id
}

/** Throws where what is now the default does not fit what is now the schema. */
export function checkLayout(draft: Draft) {
  const { table } = draft
  const schema = currentSchema(draft)
  const spec = table['partition-specs'].find((other) => other['spec-id'] === table['default-spec-id'])
  if (!spec) throw icebergErrors.badRequest('The table has no default partition spec')
  const order = table['sort-orders'].find((other) => other['order-id'] === table['default-sort-order-id'])
  if (!order) throw icebergErrors.badRequest('The table has no default sort order')
  checkSpec(spec, schema)
  checkOrder(order, schema)
}
