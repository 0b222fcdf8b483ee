import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { integrityOf, withIntegrity, withScriptList } from './subresource-integrity.ts'

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
const integrity = {
  '/assets/a.js': hashOf('a()'),
  '/assets/worker.js': hashOf('w'),
}

it('[vault.md#served-code] hashes every script of the build, the service worker too, in the order of their names', async () => {
  const clientDir = await mkdtemp(join(tmpdir(), 'integrity-'))
  await mkdir(join(clientDir, 'assets'))
  for (const [name, text] of Object.entries({ 'b.js': 'b', 'a.js': 'a()', 'a.js.br': 'x', 'root.css': 'p {}' })) {
    await writeFile(join(clientDir, 'assets', name), text)
  }
  await writeFile(join(clientDir, 'service-worker.js'), 'keep()')
  expect(Object.entries(await integrityOf(clientDir, []))).toEqual([
    ['/assets/a.js', hashOf('a()')],
    ['/assets/b.js', hashOf('b')],
    ['/service-worker.js', hashOf('keep()')],
  ])
  await rm(clientDir, { recursive: true })
})

it('[vault.md#served-code] says the hash with each script that a page names', () => {
  const page =
    '<link rel="icon" href="/favicon.svg"/><link rel="modulepreload" href="/assets/a.js"/><link rel="stylesheet" href="/assets/root.css"/>' +
    '<script type="module" src="/assets/a.js"></script><script>inline()</script>'
  expect(withIntegrity(page, integrity)).toBe(
    `<link rel="icon" href="/favicon.svg"/><link rel="modulepreload" href="/assets/a.js" integrity="${hashOf('a()')}"/>` +
      `<link rel="stylesheet" href="/assets/root.css"/>` +
      `<script type="module" src="/assets/a.js" integrity="${hashOf('a()')}"></script><script>inline()</script>`,
  )
})

it('stops the build at a page that names what is not there', () => {
  expect(() => withIntegrity('<script src="/assets/gone.js"></script>', integrity)).toThrow('/assets/gone.js')
})

it('[vault.md#served-code] lists all scripts before the first of them, workers too, and nothing else', () => {
  const page = withScriptList('<head><title>T</title><link rel="modulepreload" href="/assets/a.js"/></head>', integrity)
  const [, list = ''] =
    /<title>T<\/title><script type="importmap" id="served-scripts">(.*?)<\/script><link/.exec(page) ?? []
  expect(JSON.parse(list)).toEqual({ integrity: { '/assets/a.js': hashOf('a()'), '/assets/worker.js': hashOf('w') } })
})
