import type { Embed } from '../plan/plan.ts'
import { quote } from './quoting.ts'

/** The join conditions between an embedded row and its parent's. */
export function joinConditions({ relationship, junctionAlias }: Embed, parent: string, child: string): string[] {
  switch (relationship.kind) {
    case 'computed':
      return []
    case 'many-to-many':
      return [
        ...relationship.far.columns.map(([far, junction]) => equal(child, far, quote(junctionAlias), junction)),
        ...relationship.near.columns.map(([near, junction]) => equal(parent, near, quote(junctionAlias), junction)),
      ]
    default:
      return relationship.columns.map(([near, far]) => equal(child, far, parent, near))
  }
}

const equal = (one: string, column: string, other: string, otherColumn: string) =>
  `${one}.${quote(column)} = ${other}.${quote(otherColumn)}`
