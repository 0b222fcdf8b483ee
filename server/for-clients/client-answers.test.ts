import { afterAll, beforeAll, expect, it } from 'vitest'
import { ClientPages } from './client-pages.ts'
import { built, type ClientScene, clientScene, filled, redirected } from './testing/client-scene.ts'

const review = crypto.randomUUID()
const update = { title: 'Two boxes', content: 'Which one?', update_type: 'review', visibility: 'client' }

let scene: ClientScene
beforeAll(async () => {
  scene = await clientScene('Harbor Bakery')
  await scene.insert('project_updates', { id: review, project_id: scene.project, ...update })
})
afterAll(() => scene.remove())

const read = async (query = '') => (await scene.look({ query: new URLSearchParams(query) })).fill(built)
const answerBy = (fields: Record<string, string>, query = '') =>
  scene.ask(
    '/for/:token/answers',
    { token: scene.token },
    { method: 'POST', form: new URLSearchParams(fields), query: new URLSearchParams(query) },
  )

it('[for-clients.md#answers] says by which day an answer is wanted, and later by which day it was', async () => {
  const pageWith = async (answer_by: string | null) => {
    expect((await scene.service.from('project_updates').update({ answer_by }).eq('id', review)).error).toBeNull()
    return read()
  }
  expect(await pageWith('2999-11-30')).toContain('Please answer by Nov 30, 2999')
  expect(await pageWith('2020-11-30')).toContain('This was wanted by Nov 30, 2020')
  expect(await pageWith(null)).not.toMatch(/answer by|wanted by/)
})

it('[for-clients.md#answers] keeps what was typed where an answer lacks something, and takes it once', async () => {
  const ref = /name="update" value="(\w+)"/.exec(await read())?.[1] ?? ''
  const refused = filled(await answerBy({ update: ref, answer: 'changes', name: '"Maria"', comment: ' ' }))
  expect(refused.status).toBe(422)
  expect(refused.fill(built)).toContain('Please say what should change.')
  expect(refused.fill(built)).toContain('value="&#34;Maria&#34;"')
  const taken = redirected(await answerBy({ update: ref, answer: 'approved', name: 'Maria' }))
  expect(taken).toBe(`/for/${scene.token}#update-${ref}`)
  expect(await read()).toContain('<strong>Approved</strong> by Maria')
  const late = filled(await answerBy({ update: ref, answer: 'approved', name: 'Otto' }))
  expect([late.status, late.fill(built).includes('Someone already answered this')]).toEqual([409, true])
  expect(await answerBy({ update: '0'.repeat(20), answer: 'approved', name: 'Eve' })).toBeUndefined()
})

it('[for-clients.md#answers] says that it is too long where it is not even read', async () => {
  const [, , , toAnswer] = new ClientPages().pages
  const asked = { params: { token: 'T' }, query: new URLSearchParams('page=2'), form: new URLSearchParams() }
  const rest = { files: async function* () {}, method: 'POST', headers: {}, network: '203.0.113.9' }
  const page = toAnswer?.renderTooLarge?.(built, { ...asked, ...rest })
  expect(page).toContain('This is too long. A name may have 100 characters and a comment 5,000.')
  expect(page).toContain('href="/for/T?page=2"')
})

it('[for-clients.md#answers] leads to a review on a later page, and stays there with what was typed', async () => {
  const news = { project_id: scene.project, title: 'News', content: 'Words', visibility: 'client' }
  const old = { ...update, project_id: scene.project, created_at: '2026-01-02T12:00:00Z' }
  await scene.insert('project_updates', old)
  await scene.insert('project_updates', Array<object>(50).fill(news))
  const [, href] = /class="cp-waiting" href="([^"]+)"/.exec(await read()) ?? []
  const ref = href?.split('#update-')[1] ?? ''
  expect(href).toBe(`/for/${scene.token}?page=2#update-${ref}`)
  expect(await read('page=2')).toContain(`action="/for/${scene.token}/answers?page=2#update-${ref}"`)
  const answer = (name: string) => answerBy({ update: ref, answer: 'changes', comment: 'Warmer', name }, 'page=2')
  const refused = filled(await answer('')).fill(built)
  expect(refused).toContain('Please enter your name')
  expect(refused).toContain('>Warmer</textarea>')
  expect(redirected(await answer('Maria'))).toBe(`/for/${scene.token}?page=2#update-${ref}`)
  expect(await read('page=2')).toContain(`id="update-${ref}"`)
  expect(await read()).not.toContain('cp-waiting')
})
