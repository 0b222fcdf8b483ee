/** How far one step of a start goes: to the end, or to the file before `end`. */
export class Progress {
  readonly #end: string | undefined
  #count = 0
  #hasStopped = false

  constructor(end?: string) {
    this.#end = end
  }

  /** A step may be run more than once. */
  begin() {
    this.#count = 0
    this.#hasStopped = false
  }

  /** Whether the step ends ahead of this file; otherwise the file is counted. Asked of each file in the order of the files. */
  endsAheadOf(file: string): boolean {
    if (file === this.#end) this.#hasStopped = true
    else if (!this.#hasStopped) this.#count += 1
    return this.#hasStopped
  }

  get hasStopped(): boolean {
    return this.#hasStopped
  }

  /** Whether ending ahead of `file`, which failed, would make a step of something. */
  canEndAheadOf(file: string): boolean {
    return this.#count > 1 && this.#end !== file
  }
}
