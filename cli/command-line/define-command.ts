import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import type { Output } from './print-output.ts'
import { UsageError } from './usage-error.ts'

/** Options as `parseArgs` takes them, each with a description for the help text. */
type Options = Record<string, ParseArgsOptionsConfig[string] & { about: string; value?: string }>

/** The parsed arguments of a command. */
export type ParsedArguments<Given extends Options> = ReturnType<
  typeof parseArgs<{ options: Given; allowPositionals: true; strict: true }>
>

type Description<Given extends Options, Result> = {
  /** One line for the list of commands. */
  summary: string
  /** Operands after the name, as `<archive>`. */
  operands?: string
  /** Help text for a first use, in lines of at most 100 characters. */
  help: string
  options: Given
  /** Throws `UsageError` if the arguments cannot be served, and any other error if the work fails. */
  run(parsed: ParsedArguments<Given>, output: Output): Promise<Result>
  /** Formats the result for people; `--json` prints it unchanged. */
  format(result: Result): string
  /** Whether the result is a success; without this function every result is. */
  isFine?(result: Result): boolean
}

export type Command = {
  summary: string
  usage(name: string): string
  /** Returns the exit code: 0, or 1 if a problem was found. */
  run(args: readonly string[], output: Output): Promise<number>
}

/** Builds a command of `npx mainstreet` from its description. */
export function command<const Given extends Options, Result>(described: Description<Given, Result>): Command {
  const { summary, operands = '', help, options, isFine = () => true } = described
  return {
    summary,
    usage: (name) => [`npx mainstreet ${name} ${operands}`.trimEnd(), help, ...optionLines(options)].join('\n\n'),
    async run(args, output) {
      const result = await described.run(parse(args, options), output)
      output.end(result, described.format(result))
      return isFine(result) ? 0 : 1
    },
  }
}

function parse<const Given extends Options>(args: readonly string[], options: Given): ParsedArguments<Given> {
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
