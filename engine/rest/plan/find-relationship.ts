import { mostSimilar } from '../../kernel/similar.ts'
import { restErrors } from '../errors.ts'
import {
  isKey,
  type KeyRelationship,
  keyOf,
  type Name,
  type Relationship,
  type Schema,
} from '../schema/schema-types.ts'
import { compare } from './compare-lists.ts'

/**
 * Finds the one relationship that `target` or `target!hint` names below `origin`. The target is a relation, or for
 * tables a foreign key or its only column; the hint is a foreign key, its only column on either side, or a junction
 * (docs/wire/rest.md#embedding).
 */
export function findRelationship(schema: Schema, origin: Name, target: string, hint: string | undefined): Relationship {
  const known = (schema.relationships.get(keyOf(origin.schema, origin.name)) ?? []).filter(
    (relationship) => reachedSchema(relationship) === origin.schema,
  )
  const found = known.filter((relationship) => matches(relationship, target, hint))
  const [only] = found
  if (only && found.length === 1) return only
  if (only) throw ambiguous(origin.name, target, found)
  const suggestion = suggest(schema, origin, target, known)
  throw restErrors.noRelationship(origin.name, target, { schema: origin.schema, using: hint, suggestion })
}

const reachedSchema = (relationship: Relationship) =>
  relationship.kind === 'computed' ? relationship.function.schema : relationship.to.schema

function matches(relationship: Relationship, target: string, hint: string | undefined): boolean {
  if (relationship.kind === 'computed') return target === relationship.function.name
  if (isSelf(relationship)) return matchesSelf(relationship, target, hint)
  if (hint === undefined)
    return relationship.to.name === target || (!relationship.toIsView && isNamed(relationship, target))
  if (relationship.to.name !== target) return false
  return relationship.kind === 'many-to-many'
    ? relationship.junction.name === hint
    : isNamed(relationship, hint) || onlyColumns(relationship)?.[1] === hint
}

/**
 * For a foreign key from a table to itself: the table's name selects the to-many direction, the column's name the
 * to-one direction.
 */
function matchesSelf(relationship: Relationship, target: string, hint: string | undefined): boolean {
  if (relationship.kind === 'one-to-many') {
    return relationship.to.name === target && (hint === undefined || onlyColumns(relationship)?.[1] === hint)
  }
  return relationship.kind === 'many-to-one' && hint === undefined && onlyColumns(relationship)?.[0] === target
}

const isSelf = ({ from, to }: Relationship) => from.schema === to.schema && from.name === to.name

const isNamed = (relationship: Relationship, name: string): boolean =>
  isKey(relationship) && (relationship.constraint === name || onlyColumns(relationship)?.[0] === name)

const onlyColumns = ({ columns }: KeyRelationship) => (columns.length === 1 ? columns[0] : undefined)

function ambiguous(origin: string, target: string, found: readonly Relationship[]) {
  const candidates = found.toSorted((one, other) => compare(sortKeyOf(one), sortKeyOf(other)))
  return restErrors.ambiguousRelationship(origin, target, {
    details: candidates.map(describe),
    hints: candidates.map((relationship) => `'${relationship.to.name}!${hintFor(relationship)}'`),
  })
}

/**
 * The sort key for PostgREST's order of candidates: the other side, the kind, the constraint or junction, and the
 * columns.
 */
function sortKeyOf(relationship: Relationship): string[] {
  const { to, kind } = relationship
  const place = [to.schema, to.name, String(kinds.indexOf(kind))]
  if (relationship.kind === 'computed') return place
  if (relationship.kind === 'many-to-many') {
    const { junction, near, far } = relationship
    const pairs = [...near.columns, ...far.columns].flat()
    return [...place, junction.schema, junction.name, near.constraint, far.constraint, ...pairs]
  }
  return [...place, relationship.constraint, ...relationship.columns.flat()]
}

const kinds = ['one-to-many', 'many-to-one', 'one-to-one', 'many-to-many', 'computed']

const hintFor = (relationship: Relationship): string =>
  relationship.kind === 'computed'
    ? relationship.function.name
    : relationship.kind === 'many-to-many'
      ? relationship.junction.name
      : relationship.constraint

function describe(relationship: Relationship) {
  const { from, to, kind } = relationship
  return { cardinality: kind, embedding: `${from.name} with ${to.name}`, relationship: route(relationship) }
}

function route(relationship: Relationship): string {
  if (relationship.kind === 'computed') return relationship.function.name
  if (relationship.kind === 'many-to-many') {
    const sides = [relationship.near, relationship.far].map(
      ({ constraint, columns }) => `${constraint}(${columns.map(([, column]) => column).join(', ')})`,
    )
    return `${relationship.junction.name} using ${sides.join(' and ')}`
  }
  const { constraint, columns, from, to } = relationship
  const near = columns.map(([column]) => column).join(', ')
  const far = columns.map(([, column]) => column).join(', ')
  return `${constraint} using ${from.name}(${near}) and ${to.name}(${far})`
}

const MIN_SIMILARITY = 0.33

function suggest(schema: Schema, origin: Name, target: string, known: readonly Relationship[]): string | undefined {
  const [instead, of] =
    known.length > 0
      ? [
          mostSimilar(
            target,
            known.map(({ to }) => to.name).filter((name) => name !== target),
            MIN_SIMILARITY,
          ),
          target,
        ]
      : [mostSimilar(origin.name, namesIn(schema, origin.schema), MIN_SIMILARITY), origin.name]
  if (instead === undefined || instead === of || known.some(({ to }) => to.name === target)) return undefined
  return `Perhaps you meant '${instead}' instead of '${of}'.`
}

const namesIn = (schema: Schema, name: string) =>
  [...schema.tables.values()].filter((table) => table.schema === name).map((table) => table.name)
