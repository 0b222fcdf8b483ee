import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { root, trackedFiles } from './tracked-files.ts'

const inProcess = promisify(execFile)

let copy = ''

// A second try must not find what the first one has written.
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'field-of-clients-'))
})
afterEach(() => rmSync(copy, { recursive: true, force: true }))

it('[how-to.md#a-field-of-clients] takes four steps until somebody types it and sees it in the list', async () => {
  for (const file of trackedFiles()) copyOver(file)
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  const before = readdirSync(join(copy, 'supabase/migrations'))

  const clients = 'supabase/schemas/tables/clients.sql'
  addLine(clients, '  -- A composite key for projects', '  fax             text check (length(fax) <= 50),')
  replace(clients, /(grant insert|update) \(agency_id,/g, '$1 (agency_id, fax,')
  await Promise.all([
    run('node', 'scripts/migrations/main.ts', 'field of clients'),
    run('node', 'scripts/schema/write-types.ts'),
  ])
  addLine('web/portal/clients/client-form.ts', '})', "  fax: withDisplay(optionalText(50), { label: 'Fax' }),")
  addLine(
    'web/portal/clients/client-table.tsx',
    ']\n\nconst actions',
    "  { header: 'Fax', onCard: 'more', cell: ({ fax }) => fax },",
  )

  const [migration = '', ...others] = readdirSync(join(copy, 'supabase/migrations')).filter(
    (name) => !before.includes(name),
  )
  expect(others).toEqual([])
  expect(read(`supabase/migrations/${migration}`)).toContain('add column fax text check (length(fax) <= 50);')
  writeFileSync(join(copy, 'web/portal/clients/fax.browser.test.tsx'), whatSomebodySees)
  writeFileSync(join(copy, 'web/fax.vitest.config.ts'), config)
  const [seen] = await Promise.all([
    run('vitest', 'run', '--root', 'web', '--config', 'fax.vitest.config.ts', 'portal/clients/fax'),
    run('react-router', 'typegen', 'web').then(() => run('tsc', '-p', 'web')),
  ])
  expect(seen).toContain('1 passed')
})

const whatSomebodySees = `
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { FakeBackend } from '../../testing/fake-backend.ts'
import { ben } from '../../testing/people.ts'
import { Portal } from '../../testing/portal.tsx'
import { rows } from '../../testing/expect.ts'
import ClientsRoute from './clients-route.tsx'

it('is typed, sent and listed', async () => {
  const screens = [{ path: '/dashboard/clients', Component: ClientsRoute }]
  const { backend } = await Portal.open(new FakeBackend({ clients: [] }), { screens, at: '/dashboard/clients?new', as: ben })
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('Client Name').fill('Nell New')
  await dialog.getByLabelText('Email').fill('nell@new.test')
  await dialog.getByLabelText('Fax').fill(' 555 0142 ')
  await dialog.getByRole('button', { name: 'Add Client' }).click()
  await expect.element(rows().first()).toMatchTextContent('555 0142')
  expect(backend.sent('POST', '/rest/v1/clients')[0]?.body).toMatchObject({ name: 'Nell New', fax: '555 0142' })
})
`

/** The packages lie outside of the copy, from where Vite would hand out nothing. */
const config = `
import { mergeConfig } from 'vitest/config'
import components from './vitest.config.ts'

export default mergeConfig(components, {
  server: { fs: { strict: false } },
})
`

function copyOver(file: string) {
  mkdirSync(join(copy, dirname(file)), { recursive: true })
  cpSync(join(root, file), join(copy, file))
}

const read = (file: string) => readFileSync(join(copy, file), 'utf8')

function replace(file: string, what: string | RegExp, by: string) {
  const text = read(file)
  expect(text.match(what), `${what} in ${file}`).not.toBeNull()
  writeFileSync(join(copy, file), text.replace(what, by))
}

/** A line above the first place that reads so. */
function addLine(file: string, above: string, line: string) {
  const [before, ...after] = read(file).split(`\n${above}`)
  expect(after.length, `${above} in ${file}`).toBeGreaterThan(0)
  writeFileSync(join(copy, file), [`${before}\n${line}`, ...after].join(`\n${above}`))
}

/** The output of a tool of the repository, run in the copy. Throws with the output where it fails. */
async function run(tool: string, ...args: string[]): Promise<string> {
  const PATH = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`
  try {
    return (await inProcess(tool, args, { cwd: copy, env: { ...process.env, PATH, NO_COLOR: '1' } })).stdout
  } catch (error) {
    throw error instanceof Error && 'stdout' in error ? new Error(`${error.message}\n${error.stdout}`) : error
  }
}
