/** How far one step of a start goes: to the end, or to the file before `end`. */
export class StepEnd {
  readonly #end: string | undefined
  #count = 0
  #hasStopped = false

  constructor(end?: string) {
    this.#end = end
  }

  /** Resets the count, because a step may be run more than once. */
  begin() {
    this.#count = 0
    this.#hasStopped = false
  }

  /** Whether the step ends before this file; otherwise the file is counted. Must be called for every file in order. */
  endsAheadOf(file: string): boolean {
    if (file === this.#end) this.#hasStopped = true
    else if (!this.#hasStopped) this.#count += 1
    return this.#hasStopped
  }

  /** Ends the step here, for a reason of the file that comes next. */
  stop() {
    this.#hasStopped = true
  }

  get hasStopped(): boolean {
    return this.#hasStopped
  }

  /** Whether a step that ends before `file`, which failed, would apply at least one file. */
  canEndAheadOf(file: string): boolean {
    return this.#count > 1 && this.#end !== file
  }
}
