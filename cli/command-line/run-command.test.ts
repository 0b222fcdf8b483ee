import { expect, it } from 'vitest'
import { command } from './define-command.ts'
import { runCommand } from './run-command.ts'
import { UsageError } from './usage-error.ts'

const count = command({
  summary: 'counts the sheep',
  operands: '<field>',
  help: 'One by one.',
  options: { most: { type: 'string', value: 'n', about: 'stop there' } },
  async run({ values: { most = '2' }, positionals: [field] }, output) {
    if (field === undefined) throw new UsageError('Say in which field.')
    if (field === 'moor') throw new Error('There is fog.')
    output.progress('1 of 2')
    return { field, sheep: Number(most) }
  },
  format: ({ field, sheep }) => `${sheep} in the ${field}`,
  isFine: ({ sheep }) => sheep > 0,
})

async function run(...args: string[]) {
  const said = { out: '', err: '' }
  const write = (to: 'out' | 'err') => ({
    isTTY: false,
    write(text: string) {
      said[to] += text
      return true
    },
  })
  const code = await runCommand({ count }, args, { stdout: write('out'), stderr: write('err') })
  return { code, ...said }
}

it('says the result in words, and what it is doing beside it', async () => {
  expect(await run('count', 'meadow', '--most', '3')).toEqual({ code: 0, out: '3 in the meadow\n', err: '1 of 2\n' })
})

it('says the result as JSON, and nothing else there', async () => {
  const { code, out } = await run('count', 'meadow', '--json')
  expect({ code, result: JSON.parse(out) }).toEqual({ code: 0, result: { field: 'meadow', sheep: 2 } })
})

it('ends with 1 where something is not as it should be', async () => {
  expect(await run('count', 'meadow', '--most=0')).toMatchObject({ code: 1, out: '0 in the meadow\n' })
})

it('ends with 1 and the reason where it failed', async () => {
  expect(await run('count', 'moor')).toMatchObject({ code: 1, out: '', err: 'There is fog.\n' })
  expect(JSON.parse((await run('count', 'moor', '--json')).out)).toEqual({ error: 'There is fog.' })
})

it.each([
  [['count'], 'Say in which field. See npx mainstreet count --help.\n'],
  [['count', 'meadow', '--last'], "Unknown option '--last'. See npx mainstreet count --help.\n"],
  [['cuont'], 'There is no command cuont. See npx mainstreet help.\n'],
])('ends with 2 for %j, and says where to read on', async (args, err) => {
  expect(await run(...args)).toEqual({ code: 2, out: '', err })
})

it('lists the commands, and tells of one what it takes', async () => {
  for (const args of [[], ['--help'], ['help']]) expect((await run(...args)).out).toContain('counts the sheep')
  for (const args of [
    ['count', '--help'],
    ['help', 'count'],
  ]) {
    const { code, out } = await run(...args)
    expect(code).toBe(0)
    for (const words of ['npx mainstreet count <field>', 'One by one.', '--most n', 'stop there', '--json']) {
      expect(out).toContain(words)
    }
  }
})
