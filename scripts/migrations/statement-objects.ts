import type { Node, ObjectWithArgs, RangeVar } from 'libpg-query'
import type { Statement } from './schema-statements.ts'

/**
 * Objects that a statement concerns, named as in the catalogue (engine/inspection/objects.sql), functions without their
 * arguments.
 */
export type StatementObjects = {
  /** The object that it creates. */
  creates?: string
  /** Objects on which it grants or revokes. */
  grantsOn?: string[]
  /** The relation that it alters. */
  alters?: string
  /** The table that it writes rows into. */
  fills?: string
}

export function named({ node }: Statement): StatementObjects {
  if ('CreateStmt' in node) return { creates: `relation ${nameOf(node.CreateStmt.relation)}` }
  if ('ViewStmt' in node) return { creates: `relation ${nameOf(node.ViewStmt.view)}` }
  if ('CreateTableAsStmt' in node) return { creates: `relation ${nameOf(node.CreateTableAsStmt.into?.rel)}` }
  if ('CreateSeqStmt' in node) return { creates: `relation ${nameOf(node.CreateSeqStmt.sequence)}` }
  if ('CreateFunctionStmt' in node) return { creates: `function ${qualified(node.CreateFunctionStmt.funcname)}` }
  if ('IndexStmt' in node) {
    const { relation, idxname } = node.IndexStmt
    return { creates: `index ${relation?.schemaname ?? 'public'}.${idxname}` }
  }
  if ('CreateTrigStmt' in node) {
    const { relation, trigname } = node.CreateTrigStmt
    return { creates: `trigger ${nameOf(relation)} ${trigname}` }
  }
  if ('CreatePolicyStmt' in node) {
    const { table, policy_name } = node.CreatePolicyStmt
    return { creates: `policy ${nameOf(table)} ${policy_name}` }
  }
  if ('CreateSchemaStmt' in node) return { creates: `schema ${node.CreateSchemaStmt.schemaname}` }
  if ('GrantStmt' in node) {
    const { objtype, targtype, objects = [] } = node.GrantStmt
    return targtype === 'ACL_TARGET_OBJECT' ? { grantsOn: objects.flatMap((one) => grantedOn(one, objtype)) } : {}
  }
  if ('AlterTableStmt' in node) return { alters: `relation ${nameOf(node.AlterTableStmt.relation)}` }
  if ('InsertStmt' in node) return { fills: nameOf(node.InsertStmt.relation) }
  return {}
}

function grantedOn(object: Node, kind: string | undefined): string[] {
  if ('RangeVar' in object) return [`relation ${nameOf(object.RangeVar)}`]
  if ('ObjectWithArgs' in object) return [`function ${functionName(object.ObjectWithArgs)}`]
  if ('String' in object && kind === 'OBJECT_SCHEMA') return [`schema ${object.String.sval}`]
  return []
}

const functionName = ({ objname }: ObjectWithArgs) => qualified(objname)

const nameOf = (relation: RangeVar | undefined) => `${relation?.schemaname ?? 'public'}.${relation?.relname}`

function qualified(names: Node[] | undefined): string {
  const parts = (names ?? []).map((name) => ('String' in name ? name.String.sval : ''))
  return parts.length > 1 ? parts.join('.') : `public.${parts.join()}`
}

/** The kind and the name of an object of the catalogue; a function comes without its arguments and with its schema. */
export function withoutArguments(object: string): string {
  if (!object.startsWith('function ')) return object
  const name = object.slice('function '.length).replace(/\(.*$/s, '').replaceAll('"', '')
  return `function ${name.includes('.') ? name : `public.${name}`}`
}
