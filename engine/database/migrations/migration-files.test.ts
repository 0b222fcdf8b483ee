import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readMigrations, skippedFiles } from './migration-files.ts'

const home = await mkdtemp(join(tmpdir(), 'migration-files-'))
afterAll(() => rm(home, { recursive: true }))

it.each([
  { files: ['20211208235959_init.sql', '20220101000000_streets.sql'], isFormerState: true },
  { files: ['20211209000000_init.sql', '20220101000000_streets.sql'], isFormerState: false },
  // Only the first file can be the CLI's former state.
  { files: ['20211208000000_streets.sql', '20211208235959_init.sql'], isFormerState: false },
])(
  'passes $files.0 over where it is a state that the CLI once kept: $isFormerState',
  async ({ files, isFormerState }) => {
    const project = await mkdtemp(join(home, 'project-'))
    await mkdir(join(project, 'migrations'))
    for (const file of files) await writeFile(join(project, 'migrations', file), 'select 1')
    const applied = (await readMigrations(join(project, 'migrations'))).map(({ file }) => file)
    expect(applied).toEqual(isFormerState ? files.slice(1) : files)
    expect((await skippedFiles(project)).map(({ file }) => file)).toEqual(isFormerState ? files.slice(0, 1) : [])
  },
)
