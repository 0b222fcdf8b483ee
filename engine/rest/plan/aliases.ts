const MOST_BYTES = 63

/**
 * What relations are called within one statement. Postgres cuts a name off at 63 bytes, so that two long ones might be the
 * same to it: those get a number instead.
 */
export class Aliases {
  #given = 0

  of(name: string): string {
    return Buffer.byteLength(name) <= MOST_BYTES ? name : `pgrst_${++this.#given}`
  }
}
