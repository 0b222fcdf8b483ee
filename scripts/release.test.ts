import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'releases-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

// Plain JavaScript for any version of Node: requests one release after the other, and prints which folder each got and
// which folders contain what.
const program = `
  import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
  import { releaseFor } from './scripts/release.mjs'
  const [folder, asked] = process.argv.slice(1)
  const answers = JSON.parse(asked).map(({ version, runs }) => {
    const fill = (release) => {
      mkdirSync(release)
      writeFileSync(release + '/what', version)
    }
    const programs = runs.map((name) => folder + '/' + name + '/node_modules/.bin/node')
    const release = releaseFor(version, { folder, fill, programs })
    const there = readdirSync(folder).map((name) => [name, readFileSync(folder + '/' + name + '/what', 'utf8')])
    return { release: release.slice(folder.length + 1), there: Object.fromEntries(there) }
  })
  console.log(JSON.stringify(answers))`

async function releases(...asked: { version: string; runs: string[] }[]): Promise<unknown> {
  const args = ['--input-type=module', '--eval', program, folder, JSON.stringify(asked)]
  const { stdout } = await promisify(execFile)('node', args)
  return JSON.parse(stdout)
}

it('leaves what a running server uses as it is, and nothing else', async () => {
  expect(
    await releases(
      { version: 'first', runs: [] },
      { version: 'first', runs: ['1'] },
      { version: 'second', runs: ['1'] },
      { version: 'third', runs: ['1'] },
      { version: 'fourth', runs: ['2'] },
      // A server of another user, of which only the fixed path in its command line is visible.
      { version: 'fifth', runs: ['current'] },
    ),
  ).toEqual([
    { release: '1', there: { 1: 'first' } },
    { release: '1', there: { 1: 'first' } },
    { release: '2', there: { 1: 'first', 2: 'second' } },
    { release: '2', there: { 1: 'first', 2: 'third' } },
    { release: '1', there: { 1: 'fourth', 2: 'third' } },
    { release: '3', there: { 1: 'fourth', 2: 'third', 3: 'fifth' } },
  ])
})
