/** Prints the result of a command on standard output, and everything else on standard error. */
export class Output {
  readonly #isJson: boolean
  readonly #stdout: Pick<NodeJS.WriteStream, 'write'>
  readonly #stderr: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>
  #shown = 0
  #shownAt = 0

  constructor({ isJson, stdout = process.stdout, stderr = process.stderr }: OutputOptions) {
    this.#isJson = isJson
    this.#stdout = stdout
    this.#stderr = stderr
  }

  /**
   * Shows progress such as "files 312 of 2,048": on a terminal in one line that is overwritten, elsewhere as a line
   * every ten seconds.
   */
  progress(text: string) {
    const now = Date.now()
    if (this.#stderr.isTTY) {
      this.#stderr.write(`\r${text.padEnd(this.#shown)}`)
      this.#shown = text.length
    } else if (now - this.#shownAt >= PROGRESS_INTERVAL_MS) {
      this.#stderr.write(`${text}\n`)
      this.#shownAt = now
    }
  }

  /** Prints a line that stays. */
  note(text: string) {
    this.#endProgress()
    this.#stderr.write(`${text}\n`)
  }

  /** Prints the result, as JSON or in words. */
  end(result: unknown, words: string) {
    this.#endProgress()
    this.#stdout.write(`${this.#isJson ? JSON.stringify(result, null, 2) : words}\n`)
  }

  /** Prints why the command failed. */
  fail(message: string) {
    this.#endProgress()
    if (this.#isJson) this.#stdout.write(`${JSON.stringify({ error: message }, null, 2)}\n`)
    else this.#stderr.write(`${message}\n`)
  }

  #endProgress() {
    if (this.#shown > 0) this.#stderr.write(`\r${' '.repeat(this.#shown)}\r`)
    this.#shown = 0
  }
}

type OutputOptions = {
  isJson: boolean
  stdout?: Pick<NodeJS.WriteStream, 'write'>
  stderr?: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>
}

/** Keeps logs short: outside a terminal, progress is printed at most this often. */
const PROGRESS_INTERVAL_MS = 10_000
