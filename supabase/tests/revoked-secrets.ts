import { arrange, north, service, signIn } from './people.ts'

// Secrets that exist and are revoked, which are answered as if there was nothing.

export async function revokedSource(): Promise<string[]> {
  const ana = await signIn('ana@north.test')
  const [{ id, secret }] = await arrange(ana.db.rpc('make_enquiry_source', { name: 'Probe' }))
  await arrange(service.from('enquiry_sources').update({ revoked_at: new Date().toISOString() }).eq('id', id))
  return [secret]
}

export async function revokedFeed(): Promise<string[]> {
  const { db } = await signIn('ana@north.test')
  const secret: string = await arrange(db.rpc('make_calendar_feed'))
  await arrange(db.rpc('revoke_calendar_feed'))
  return [secret]
}

export async function revokedKey(): Promise<string[]> {
  const { db } = await signIn('ana@north.test')
  const asked = { agency: north, name: 'Probe', scope: 'read' }
  const [{ id, secret }] = await arrange(db.rpc('make_program_key', asked))
  await arrange(db.from('program_keys').update({ revoked_at: new Date().toISOString() }).eq('id', id))
  return [secret]
}
