import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import type { Subject } from '../../server/erasure/erasure-subject.ts'
import { UsageError } from '../command-line/usage-error.ts'

const clients = z.array(z.object({ id: z.uuid(), name: z.string(), email: z.string(), agency_id: z.uuid() }))
const agencies = z.array(z.object({ id: z.uuid(), name: z.string() }))
const deletions = z.array(z.object({ subject_id: z.uuid(), title: z.string(), agency_id: z.uuid().nullable() }))
const people = z.array(z.object({ id: z.uuid() }))

/**
 * Finds a client or an agency by id or full name, a person by id or e-mail address. With `orDeleted` also one that can
 * still be brought back.
 */
export async function findSubject(
  db: SupabaseClient,
  asked: readonly string[],
  { orDeleted = false } = {},
): Promise<Subject> {
  const [kind, who, ...more] = asked
  if (who === undefined || more.length > 0) throw new UsageError('Say what, and which one.')
  switch (kind) {
    case 'client':
      return only([...(await clientsMeant(db, who)), ...(orDeleted ? await deletedMeant(db, kind, who) : [])], who)
    case 'agency':
      return only([...(await agenciesMeant(db, who)), ...(orDeleted ? await deletedMeant(db, kind, who) : [])], who)
    case 'person':
      return only(await peopleMeant(db, who), who)
    default:
      throw new UsageError(`Say client, person or agency, not ${kind}.`)
  }
}

function only([subject, ...others]: Subject[], who: string): Subject {
  if (!subject) throw new Error(`There is no ${who}.`)
  if (others.length === 0) return subject
  const all = [subject, ...others].map(({ id }) => id)
  throw new Error(`There are several ${who}; say which by the id: ${all.join(', ')}.`)
}

const isId = (who: string) => z.uuid().safeParse(who).success

async function clientsMeant(db: SupabaseClient, who: string): Promise<Subject[]> {
  const { data, error } = await db
    .from('clients')
    .select('id, name, email, agency_id')
    .eq(isId(who) ? 'id' : 'name', who)
  if (error) throw new Error(error.message, { cause: error })
  return clients
    .parse(data)
    .map(({ id, name, email, agency_id }) => ({ kind: 'client', id, name, agencyId: agency_id, addresses: [email] }))
}

async function agenciesMeant(db: SupabaseClient, who: string): Promise<Subject[]> {
  const { data, error } = await db
    .from('agencies')
    .select('id, name')
    .eq(isId(who) ? 'id' : 'name', who)
  if (error) throw new Error(error.message, { cause: error })
  return agencies.parse(data).map(({ id, name }) => ({ kind: 'agency', id, name, agencyId: id, addresses: [] }))
}

async function deletedMeant(db: SupabaseClient, kind: 'client' | 'agency', who: string): Promise<Subject[]> {
  const { data, error } = await db
    .from('recently_deleted')
    .select('subject_id, title, agency_id')
    .match({ kind, [isId(who) ? 'subject_id' : 'title']: who })
  if (error) throw new Error(error.message, { cause: error })
  return deletions.parse(data).map(({ subject_id, title, agency_id }) => ({
    kind,
    id: subject_id,
    name: title,
    agencyId: agency_id,
    addresses: [],
  }))
}

async function peopleMeant(db: SupabaseClient, who: string): Promise<Subject[]> {
  let id = who
  if (!isId(who)) {
    const { data, error } = await db.rpc('person_with_email', { address: who })
    if (error) throw new Error(error.message, { cause: error })
    const [found] = people.parse(data)
    if (!found) return []
    id = found.id
  }
  const { data, error } = await db.auth.admin.getUserById(id)
  if (error) return []
  const { email } = data.user
  return [{ kind: 'person', id, name: email ?? id, agencyId: null, addresses: email === undefined ? [] : [email] }]
}
