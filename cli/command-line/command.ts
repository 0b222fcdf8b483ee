import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import type { Output } from './output.ts'
import { UsageError } from './usage-error.ts'

/** What an option is for, beside what `parseArgs` wants to know of it. */
type Options = Record<string, ParseArgsOptionsConfig[string] & { about: string; value?: string }>

/** What was written behind the name of a command. */
export type Asked<Given extends Options> = ReturnType<
  typeof parseArgs<{ options: Given; allowPositionals: true; strict: true }>
>

type Description<Given extends Options, Result> = {
  /** One line, for the list of all. */
  summary: string
  /** What comes behind the name, as `<archive>`. */
  operands?: string
  /** What somebody has to know who uses it for the first time; lines of at most 100 characters. */
  help: string
  options: Given
  /** Throws `UsageError` where something else was asked for than can be done, anything else where it failed. */
  run(asked: Asked<Given>, output: Output): Promise<Result>
  /** The result, for people; `--json` shows it as it is. */
  say(result: Result): string
  /** Whether it found what was looked for; left out, whatever does not throw is fine. */
  isFine?(result: Result): boolean
}

export type Command = {
  summary: string
  usage(name: string): string
  /** Returns the exit code: 0, or 1 where something was found that is not as it should be. */
  run(args: readonly string[], output: Output): Promise<number>
}

/** A command of `npx mainstreet`, from its description. */
export function command<const Given extends Options, Result>(described: Description<Given, Result>): Command {
  const { summary, operands = '', help, options, isFine = () => true } = described
  return {
    summary,
    usage: (name) => [`npx mainstreet ${name} ${operands}`.trimEnd(), help, ...optionLines(options)].join('\n\n'),
    async run(args, output) {
      const result = await described.run(parse(args, options), output)
      output.end(result, described.say(result))
      return isFine(result) ? 0 : 1
    },
  }
}

function parse<const Given extends Options>(args: readonly string[], options: Given): Asked<Given> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message.replace(/\. To specify.*/, '.')) : error
  }
}

function optionLines(options: Options): string[] {
  const lines = Object.entries({ ...options, ...everywhere }).map(([name, { value, about }]) => {
    return `  ${`--${name}${value ? ` ${value}` : ''}`.padEnd(26)}${about}`
  })
  return [lines.join('\n')]
}

const everywhere = {
  json: { about: 'the result as JSON', value: '' },
  help: { about: 'this text', value: '' },
}
