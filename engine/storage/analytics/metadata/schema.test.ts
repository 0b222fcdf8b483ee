import { describe, expect, it } from 'vitest'
import { withFreshIds } from './fresh-ids.ts'
import { checkSchema, type Field, highestId, type IcebergType, isSameSchema, type Schema, schema } from './schema.ts'

const field = (id: number, name: string, type: IcebergType, required = true): Field => ({ id, name, type, required })
const of = (...fields: Field[]): Schema => ({ type: 'struct', fields })

const prices: IcebergType = {
  type: 'map',
  'key-id': 40,
  key: 'string',
  'value-id': 50,
  value: { type: 'struct', fields: [field(60, 'amount', 'decimal(9, 2)')] },
  'value-required': false,
}

describe('fresh ids', () => {
  it('go to keys and values before what is in them, behind the columns of the level above', () => {
    const { schema, lastId, idOf } = withFreshIds(of(field(7, 'prices', prices), field(3, 'id', 'long')))
    expect(schema.fields).toEqual([
      field(1, 'prices', {
        ...prices,
        'key-id': 3,
        'value-id': 4,
        value: { type: 'struct', fields: [field(5, 'amount', 'decimal(9, 2)')] },
      }),
      field(2, 'id', 'long'),
    ])
    expect({ lastId, amount: idOf(60, 'test') }).toEqual({ lastId: 5, amount: 5 })
  })
})

describe('an identifier', () => {
  const identified = (id: number) => ({
    ...of(
      field(1, 'id', 'long'),
      field(2, 'weight', 'double'),
      field(3, 'prices', prices),
      field(4, 'n', 'int', false),
    ),
    'identifier-field-ids': [id],
  })

  it.each([
    [9, 'it does not exist'],
    [2, 'must not be float or double field'],
    [3, 'not a primitive type field'],
    [4, 'not a required field'],
    [60, 'must not be nested in a list or a map'],
  ])('is not column %i: %s', (id, why) => {
    expect(() => checkSchema(identified(id))).toThrow(`Cannot add field ${id} as an identifier field: ${why}`)
  })

  it('is any other that every row has', () => {
    expect(() => checkSchema(identified(1))).not.toThrow()
  })
})

it.each(['long', 'decimal(9,2)', 'fixed[ 16 ]', 'timestamptz'])('%s is a type', (type) => {
  expect(schema.safeParse(of(field(1, 'x', type))).success).toBe(true)
})
it.each(['integer', 'decimal', 'fixed', 'timestamp_ns', 'variant', ''])('%j is none', (type) => {
  expect(schema.safeParse(of(field(1, 'x', type))).success).toBe(false)
})

it('schemas are the same by their columns, whatever order and spaces they are written with', () => {
  const written = of(field(1, 'price', 'decimal(9, 2)'))
  const read: Schema = {
    fields: [{ type: 'decimal(9,2)', required: true, name: 'price', id: 1 }],
    'schema-id': 4,
    'identifier-field-ids': [],
    type: 'struct',
  }
  expect(isSameSchema(written, read)).toBe(true)
  expect(isSameSchema(written, of(field(1, 'price', 'decimal(9, 3)')))).toBe(false)
  expect(isSameSchema(written, of(field(1, 'price', 'decimal(9, 2)', false)))).toBe(false)
})

it('the highest id may be a nested one', () => {
  expect(highestId(of(field(1, 'prices', prices)))).toBe(60)
})
