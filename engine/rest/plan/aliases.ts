const MAX_NAME_BYTES = 63

/**
 * The aliases of relations within one statement. Postgres truncates names at 63 bytes, which could make two long ones
 * equal: a long name gets a number instead.
 */
export class Aliases {
  #given = 0

  aliasFor(name: string): string {
    return Buffer.byteLength(name) <= MAX_NAME_BYTES ? name : `pgrst_${++this.#given}`
  }
}
