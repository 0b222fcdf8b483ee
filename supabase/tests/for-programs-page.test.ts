import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { engine } from './engine.ts'
import { arrange, service } from './people.ts'
import { createTestData, removeTestData, type TestData } from './test-data.ts'

/** docs/for-programs.md as people copy it: its commands, its node of n8n and its program are run. */
const page = await readFile('docs/for-programs.md', 'utf8')
const blocks = [...page.matchAll(/^### (.*)$|^```(\w+)\n([\s\S]*?)^```$/gm)]

/** The blocks in a language, each with the heading above it. */
function examples(language: string) {
  let heading = ''
  return blocks.flatMap(([, title, kind, text = '']) => {
    heading = title ?? heading
    return kind === language && heading !== '' ? [{ heading, text }] : []
  })
}

const address = `${engine.url}/functions/v1/for-programs`
const row = z.record(z.string(), z.unknown())
const listed = z.object({ rows: z.array(row), next: z.string().nullable() })

let testData: TestData
let environment: Record<string, string>
let key: string
const added: { table: string; id: string }[] = []
beforeAll(async () => {
  testData = await createTestData()
  const { client, project } = testData.work.north
  const asked = { agency: testData.agencies.north, name: 'The page', scope: 'write' }
  const [{ id, secret }] = await arrange(testData.people.ana.db.rpc('make_program_key', asked))
  key = id
  const step = crypto.randomUUID()
  await arrange(service.from('project_steps').insert({ id: step, project_id: project, title: 'Call the printer' }))
  const subjects = { CLIENT: client, PROJECT: project, STEP: step, EMAIL: 'client@isolation.test' }
  environment = { PATH: process.env.PATH ?? '', MAINSTREET: address, KEY: secret, ...subjects }
})
afterAll(async () => {
  for (const { table, id } of added) await arrange(service.from(table).delete().eq('id', id))
  await arrange(service.from('program_keys').delete().eq('id', key))
  await removeTestData(testData)
})

async function run(command: string): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['-ec', command], { env: environment })
  return stdout
}

/** The JSON objects that a command prints one after the other. */
const objectsOf = (printed: string) =>
  printed
    .replaceAll('}{', '}\n{')
    .trim()
    .split('\n')
    .map((line) => row.parse(JSON.parse(line)))

it('has ten examples', () => {
  expect([...page.matchAll(/^### \d+\. /gm)]).toHaveLength(10)
  expect(examples('sh').length).toBeGreaterThanOrEqual(8)
})

it.each(examples('sh'))('$heading: its command works', async ({ text }) => {
  for (const answer of objectsOf(await run(text))) {
    if ('rows' in answer) expect(listed.parse(answer).rows.length).toBeGreaterThan(0)
    else expect(answer).toHaveProperty('id')
    if ('came_by' in answer) added.push({ table: 'contact_submissions', id: String(answer.id) })
    if ('next_contact_on' in answer) added.push({ table: 'clients', id: String(answer.id) })
  }
})

it('the commands have added and changed what they say', async () => {
  const { CLIENT: client, PROJECT: project, STEP: step } = environment
  const first = async (table: string, match: object) => (await arrange(service.from(table).select().match(match)))[0]
  expect(await first('client_notes', { client_id: client, note_text: 'Invoice 42 is paid.' })).toBeDefined()
  expect(await first('project_steps', { id: step })).toMatchObject({ is_done: true })
  expect(await first('projects', { id: project })).toMatchObject({ status: 'in_progress' })
  expect(await first('project_updates', { project_id: project, title: 'Backup' })).toMatchObject({
    visibility: 'agency',
  })
  expect(added.map(({ table }) => table)).toEqual(['contact_submissions', 'clients'])
})

const node = z.object({
  parameters: z.object({ method: z.string(), url: z.string(), specifyBody: z.literal('json'), jsonBody: z.string() }),
})

it.each(examples('json'))('$heading: its node sends what is taken', async ({ text }) => {
  const [{ parameters }] = z.object({ nodes: z.tuple([node]) }).parse(JSON.parse(text)).nodes
  const $json = { name: 'Ada', email: 'ada@isolation.test', message: 'From n8n' }
  // n8n evaluates what stands between the braces as JavaScript.
  const body: unknown = new Function('$json', `return (${parameters.jsonBody.replace(/^=\{\{|\}\}$/g, '')})`)($json)
  const url = parameters.url.replace('https://portal.example.com/functions/v1/for-programs', address)
  const headers = { authorization: `Bearer ${environment.KEY}`, 'content-type': 'application/json' }
  const response = await fetch(url, { method: parameters.method, headers, body: JSON.stringify(body) })
  expect(response.status).toBe(201)
  const { id, ...stored } = row.parse(await response.json())
  added.push({ table: 'contact_submissions', id: String(id) })
  expect(stored).toMatchObject($json)
})

it.each(examples('js'))('$heading: its program knows our webhooks, and no others', async ({ text }) => {
  const { isOurs } = await import(`data:text/javascript,${encodeURIComponent(text)}`)
  const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`
  const body = '{"type":"step.done","data":{"title":"Café"}}'
  const headersAt = (now: Date, by = secret) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': `v1,${'x'.repeat(44)} ${new Webhook(by).sign('msg_1', now, body)}`,
  })
  const now = new Date()
  expect(isOurs(headersAt(now), body, secret)).toBe(true)
  expect(isOurs(headersAt(now), body.replace('é', 'e'), secret)).toBe(false)
  expect(isOurs(headersAt(new Date(now.getTime() - 3_600_000)), body, secret)).toBe(false)
  expect(isOurs(headersAt(now, `whsec_${Buffer.from('another').toString('base64')}`), body, secret)).toBe(false)
  expect(isOurs({}, body, secret)).toBe(false)
})

it.each(['enquiries', 'clients', 'steps', 'updates', 'notes'])('names the fields of new %s', async (list) => {
  const headers = { authorization: `Bearer ${environment.KEY}` }
  const response = await fetch(`${address}/${list}`, { method: 'POST', headers, body: '{"none": 1}' })
  const { error } = z.object({ error: z.string() }).parse(await response.json())
  const fields = / for \w+: (.*)$/.exec(error)?.[1]?.replace(/\.$/, '').split(', ') ?? []
  const line = page.split('\n').find((text) => text.startsWith(`| \`${list}\``)) ?? ''
  const told = [...(line.split('|')[3] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name)
  expect(told.filter((name) => name !== 'agency' && name !== 'client').sort()).toEqual(fields.sort())
})
