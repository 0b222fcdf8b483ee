import type { Command } from './define-command.ts'
import { Output } from './print-output.ts'
import { UsageError } from './usage-error.ts'

type Streams = Omit<ConstructorParameters<typeof Output>[0], 'isJson'>

/**
 * Runs the command that the arguments name. Returns the exit code: 0 done, 1 failed or found a problem, 2 wrong usage.
 */
export async function runCommand(
  commands: Readonly<Record<string, Command>>,
  args: readonly string[],
  streams: Streams = {},
): Promise<number> {
  const [name = 'help', ...rest] = args.filter((arg) => arg !== '--json')
  const output = new Output({ ...streams, isJson: args.includes('--json') })
  const asked = commands[name]
  try {
    if (['help', '--help', '-h'].includes(name)) {
      const about = rest[0] === undefined ? undefined : commands[rest[0]]
      output.end(Object.keys(commands), about && rest[0] ? about.usage(rest[0]) : listOf(commands))
      return 0
    }
    if (!asked) throw new UsageError(`There is no command ${name}.`)
    if (rest.includes('--help') || rest.includes('-h')) {
      output.end({ usage: asked.usage(name) }, asked.usage(name))
      return 0
    }
    return await asked.run(rest, output)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (!(error instanceof UsageError)) {
      output.fail(message)
      if (process.env.LOG_LEVEL === 'debug') console.error(error)
      return 1
    }
    output.fail(`${message} See npx mainstreet ${asked ? `${name} --help` : 'help'}.`)
    return 2
  }
}

const listOf = (commands: Readonly<Record<string, Command>>) =>
  [
    'npx mainstreet COMMAND, with the settings of the server (docs/settings.md) in its environment:',
    ...Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(22)}${summary}`),
    'Each says more with --help, and its result as JSON with --json.',
  ].join('\n')
