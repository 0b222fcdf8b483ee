import { columnsOf, type Statement } from './schema-statements.ts'
import { named, withoutArguments } from './statement-objects.ts'

/** A possible way to turn one object into what the schemas say. */
export type Candidate = {
  statements: string[]
  /** Whether it may be one step of several: it is accepted if it changes something and breaks nothing. */
  isStep?: boolean
  /** A note for the person who has to decide, written in place of the statements. */
  byHand?: string
}

/** The objects of both databases, and the statements of the schemas. */
export type Comparison = {
  now: Readonly<Record<string, string>>
  wanted: Readonly<Record<string, string>>
  /** The default of each column, in the wanted database. */
  defaults: Readonly<Record<string, string>>
  schemas: readonly Statement[]
}

/** Candidates that could turn `object` into what the schemas say, in the order in which to try them. */
export function candidatesFor(object: string, comparison: Comparison): Candidate[] {
  const isGone = comparison.wanted[object] === undefined
  const [kind = '', name = '', ...rest] = object.split(' ')
  const part = rest.join(' ')
  if (isGone) return removalOf(kind, name, part, object).map((statement) => ({ statements: [statement] }))
  switch (kind) {
    case 'function':
    case 'relation':
      return replacing(object, comparison)
    case 'policy':
    case 'trigger':
    case 'index':
      return anew(object, removalOf(kind, name, part, object), comparison)
    case 'column':
      return columnAs(name, comparison)
    case 'constraint':
      return constraintAs(object, removalOf(kind, name, part, object), comparison)
    case 'rows':
      return comparison.schemas
        .filter((statement) => named(statement).fills === part)
        .map(({ text }) => ({ statements: [text], isStep: true }))
    default:
      return ofOtherKinds(object, comparison)
  }
}

/** Statements that drop an object. Tables and columns are not dropped automatically, since they hold data. */
function removalOf(kind: string, name: string, part: string, object: string): string[] {
  switch (kind) {
    case 'function': {
      const signature = object.slice('function '.length)
      return [`drop function ${/^[^(]*\./.test(signature) ? signature : `public.${signature}`};`]
    }
    case 'policy':
    case 'trigger':
      return [`drop ${kind} ${quote(part)} on ${relation(name)};`]
    case 'constraint':
      return part ? [`alter table ${relation(name)} drop constraint ${quote(part)};`] : []
    case 'index':
      return [`drop index ${relation(name)};`]
    case 'relation':
      // The statement fails for anything but a view.
      return [`drop view ${relation(name)};`]
    case 'type':
      return [`drop type ${name};`]
    default:
      return []
  }
}

function replacing(object: string, { now, schemas }: Comparison): Candidate[] {
  const which = withoutArguments(object)
  const created = textsOf(schemas, (statement) => named(statement).creates === which)
  const altered = textsOf(schemas, (statement) => named(statement).alters === which)
  const granted = textsOf(schemas, (statement) => named(statement).grantsOn?.includes(which) ?? false)
  const rights = [...altered, ...granted]
  if (now[object] === undefined) {
    return [{ statements: [...created, ...rights] }, { statements: created, isStep: true }]
  }
  const afresh = [...altered, ...withdrawn(object, now), ...granted]
  const replaced = created.map(orReplace)
  const isReplaceable = replaced.some((text, i) => text !== created[i])
  const withdrawing = [{ statements: granted }, { statements: rights }, { statements: afresh }]
  if (!isReplaceable) return withdrawing
  const removed = removalOf(object.split(' ')[0] ?? '', object.split(' ')[1] ?? '', '', object)
  return [
    ...withdrawing,
    { statements: replaced },
    { statements: [...replaced, ...rights] },
    { statements: [...replaced, ...afresh] },
    { statements: [...removed, ...created, ...rights] },
  ]
}

const orReplace = (text: string) => text.replace(/^create (function|procedure|view)\b/im, 'create or replace $1')

/** Revokes all grants except the owner's, so that only the schemas' own grants remain. */
function withdrawn(object: string, now: Comparison['now']): string[] {
  const [kind, name = ''] = object.split(' ')
  const held = [object, ...Object.keys(now).filter((other) => other.startsWith(`column ${name}.`))]
  const holders = new Set<string>()
  for (const one of held) {
    const rights = /\{([^{}]*)\}$/.exec(now[one] ?? '')?.[1] ?? ''
    for (const [, holder = '', owner] of rights.matchAll(/(?:^|,)"?([\w\\"]*)=[a-zA-Z*]+\/(\w+)/g)) {
      if (holder !== owner) holders.add(holder === '' ? 'public' : quote(holder))
    }
  }
  if (holders.size === 0) return []
  const target = kind === 'function' ? `function ${object.slice('function '.length)}` : relation(name)
  return [`revoke all on ${target} from ${[...holders].join(', ')};`]
}

function anew(object: string, removal: string[], { now, schemas }: Comparison): Candidate[] {
  const created = textsOf(schemas, (statement) => named(statement).creates === object)
  if (created.length === 0) return []
  return [{ statements: [...(now[object] === undefined ? [] : removal), ...created] }]
}

function columnAs(name: string, comparison: Comparison): Candidate[] {
  const { now, schemas } = comparison
  const at = name.lastIndexOf('.')
  const table = name.slice(0, at)
  const which = `relation ${table}`
  const granted = textsOf(schemas, (statement) => named(statement).grantsOn?.includes(which) ?? false)
  if (now[`column ${name}`] !== undefined) return changedColumn(name, granted, comparison)
  const columns = schemas.filter((statement) => named(statement).creates === which).flatMap(columnsOf)
  const column = columns.find((one) => one.name === name.slice(at + 1))
  if (!column) return []
  const added = `${column.comment}alter table ${relation(table)} add column ${column.text};`
  const statements = [added, ...granted]
  if (!column.needsValue) return [{ statements: [added] }, { statements }, { statements: [added], isStep: true }]
  const byHand = `${name} is required, and nothing says what the rows that are there hold in it. For example: add it without
"not null", "update ${relation(table)} set ${quote(column.name)} = …", then "alter column ${quote(column.name)} set not null".
${added}`
  return [{ statements: [added], isStep: true, byHand }]
}

function changedColumn(name: string, granted: string[], { now, wanted, defaults }: Comparison): Candidate[] {
  const at = name.lastIndexOf('.')
  const value = defaults[name]
  const alter = `alter table ${relation(name.slice(0, at))} alter column ${quote(name.slice(at + 1))}`
  const byDefault = value === undefined ? `${alter} drop default;` : `${alter} set default ${value};`
  const afresh = [...withdrawn(`relation ${name.slice(0, at)}`, now), ...granted]
  const relaxed =
    now[`column ${name}`]?.includes(' not null') && !wanted[`column ${name}`]?.includes(' not null')
      ? [`${alter} drop not null;`]
      : []
  return [
    { statements: granted },
    { statements: [byDefault] },
    { statements: relaxed },
    { statements: afresh },
    { statements: [byDefault, ...relaxed, ...granted] },
    { statements: [byDefault, ...relaxed, ...afresh] },
  ]
}

function constraintAs(object: string, removal: string[], { now, wanted }: Comparison): Candidate[] {
  const [, table = '', ...name] = object.split(' ')
  if (name.length === 0) return []
  const added = `alter table ${relation(table)} add constraint ${quote(name.join(' '))} ${wanted[object]};`
  return [{ statements: [...(now[object] === undefined ? [] : removal), added] }]
}

const kinds: Readonly<Record<string, readonly string[]>> = {
  schema: ['CreateSchemaStmt', 'GrantStmt'],
  type: ['CreateEnumStmt', 'CreateDomainStmt', 'CompositeTypeStmt', 'CreateRangeStmt', 'GrantStmt'],
  extension: ['CreateExtensionStmt'],
  publication: ['CreatePublicationStmt', 'AlterPublicationStmt'],
  default: ['AlterDefaultPrivilegesStmt'],
  comment: ['CommentStmt'],
  event: ['CreateEventTrigStmt'],
}

/** Statements of other kinds do not name their object: one that brings the database nearer is accepted. */
function ofOtherKinds(object: string, { schemas }: Comparison): Candidate[] {
  const wanted = kinds[object.split(' ')[0] ?? ''] ?? []
  return schemas
    .filter(({ node }) => wanted.some((kind) => kind in node))
    .map(({ text }) => ({ statements: [text], isStep: true }))
}

const textsOf = (schemas: readonly Statement[], isMeant: (statement: Statement) => boolean) =>
  schemas.filter(isMeant).map(({ text }) => text)

/** Quotes a name where necessary. */
export const quote = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`)
export const relation = (name: string) => name.split('.').map(quote).join('.')
