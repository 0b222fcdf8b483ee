import { createClient } from '@supabase/supabase-js'
import type { FilledPage, PageRequest } from 'engine'
import { expect, inject } from 'vitest'
import { ClientPages } from '../client-pages.ts'

const NORTH = 'a0000000-0000-4000-8000-000000000001'

/** A page of the build, which the server fills in. */
export const built =
  '<title>For you</title><script type="module" src="/assets/x.js"></script><client-page></client-page>'

/** A new client of North with a project and a link, and their pages as the server serves them. */
export async function clientScene(named: string) {
  const { url, anonKey, serviceRoleKey } = inject('engine')
  const options = { auth: { persistSession: false, autoRefreshToken: false } }
  const service = createClient(url, serviceRoleKey, options)
  const ben = createClient(url, anonKey, options)
  await ben.auth.signInWithPassword({ email: 'ben@north.test', password: 'mainstreet' })

  const [client, project] = [crypto.randomUUID(), crypto.randomUUID()]
  async function insert(table: string, rows: object | object[]) {
    expect((await service.from(table).insert(rows)).error).toBeNull()
  }
  await insert('clients', { id: client, agency_id: NORTH, name: named, email: 'client@shop.test' })
  const work = { agency_id: NORTH, client_id: client, name: 'Shop', project_type: 'web_development' }
  await insert('projects', { id: project, ...work })
  const [{ id: link, token }] = (await ben.rpc('make_client_link', { client, name: 'Maria' })).data

  const clientPages = new ClientPages()
  clientPages.start({ ownUrl: url, serviceRoleKey })
  async function ask(path: string, params: Record<string, string>, rest: Partial<PageRequest> = {}) {
    const page = clientPages.pages.find(
      (page) => page.path === path && Boolean(page.takesForms ?? page.takesFiles) === (rest.form !== undefined),
    )
    return page?.answer({
      params,
      query: new URLSearchParams(),
      form: new URLSearchParams(),
      files: async function* () {},
      method: 'GET',
      headers: {},
      network: '203.0.113.7',
      ...rest,
    })
  }
  const look = async (rest?: Partial<PageRequest>) => filled(await ask('/for/:token', { token }, rest))
  const remove = () => service.from('clients').delete().eq('id', client)
  return { service, ben, client, project, link, token, insert, ask, look, remove }
}

export type ClientScene = Awaited<ReturnType<typeof clientScene>>

export function filled(answer: FilledPage | Response | undefined): FilledPage {
  if (answer === undefined || answer instanceof Response) throw new Error('This is no page.')
  return answer
}

export function redirected(answer: FilledPage | Response | undefined): string | null {
  if (!(answer instanceof Response)) throw new Error('It was not taken.')
  expect(answer.status).toBe(303)
  return answer.headers.get('location')
}
