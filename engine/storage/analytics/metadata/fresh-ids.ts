import { icebergErrors } from '../errors.ts'
import type { Field, IcebergType, Schema } from './schema.ts'

/**
 * The schema of a new table: the catalog numbers its columns, those of one level before what is nested in them, so that
 * what a client has numbered twice or with gaps does no harm. `idOf` says what became of the client's ids.
 */
export function withFreshIds({ fields, 'identifier-field-ids': identifiers = [] }: Schema): {
  schema: Schema
  lastId: number
  idOf: (asked: number, place: string) => number
} {
  let lastId = 0
  const fresh = new Map<number, number>()
  const next = (asked: number) => {
    lastId += 1
    if (!fresh.has(asked)) fresh.set(asked, lastId)
    return lastId
  }

  const numbered = numberFields(fields)
  const idOf = (asked: number, place: string) => {
    const id = fresh.get(asked)
    if (id === undefined) throw icebergErrors.badRequest(`Cannot find source column for ${place}: ${asked}`)
    return id
  }
  return {
    schema: {
      type: 'struct',
      'schema-id': 0,
      'identifier-field-ids': identifiers.map((id) => idOf(id, 'identifier field')),
      fields: numbered,
    },
    lastId,
    idOf,
  }

  function numberFields(siblings: Field[]): Field[] {
    const named = siblings.map((field) => ({ ...field, id: next(field.id) }))
    return named.map((field) => ({ ...field, type: numberType(field.type) }))
  }

  function numberType(type: IcebergType): IcebergType {
    if (typeof type === 'string') return type
    switch (type.type) {
      case 'struct':
        return { ...type, fields: numberFields(type.fields) }
      case 'list': {
        const id = next(type['element-id'])
        return { ...type, 'element-id': id, element: numberType(type.element) }
      }
      case 'map': {
        const [keyId, valueId] = [next(type['key-id']), next(type['value-id'])]
        return {
          ...type,
          'key-id': keyId,
          key: numberType(type.key),
          'value-id': valueId,
          value: numberType(type.value),
        }
      }
    }
  }
}
