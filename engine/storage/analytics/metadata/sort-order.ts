import { z } from 'zod'
import { icebergErrors } from '../errors.ts'
import { columnsOf, type Schema } from './schema.ts'
import { canTransform, transform } from './transform.ts'
import { withDashes } from './with-dashes.ts'

const sortField = withDashes(
  z.object({
    transform,
    'source-id': z.int(),
    direction: z.enum(['asc', 'desc']),
    'null-order': z.enum(['nulls-first', 'nulls-last']),
  }),
)

/** As a client asks for one; the catalog gives it its number, which is 0 for no order at all. */
export const sortOrder = z.object({ 'order-id': z.int().optional(), fields: z.array(sortField) })
export type AskedOrder = z.infer<typeof sortOrder>

export const UNSORTED = 0

/** Throws where rows of the schema cannot be sorted like this. */
export function checkOrder({ fields }: AskedOrder, schema: Schema) {
  const columns = columnsOf(schema)
  for (const { transform, 'source-id': source } of fields) {
    const column = columns.get(source)
    if (!column) throw icebergErrors.badRequest(`Cannot find source column for sort field: ${transform}(${source})`)
    if (column.isRepeated || !canTransform(transform, column.type)) {
      throw icebergErrors.badRequest(`Invalid source for sort field: ${transform}(${column.name})`)
    }
  }
}

export const isSameOrder = (a: AskedOrder, b: AskedOrder): boolean => textOf(a) === textOf(b)

const textOf = ({ fields }: AskedOrder) =>
  JSON.stringify(fields.map((field) => [field.transform, field['source-id'], field.direction, field['null-order']]))
