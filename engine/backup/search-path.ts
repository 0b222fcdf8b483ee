import pg from 'pg'

/** The search_path of the engine's own connections, with which Postgres qualifies every other name. */
const ENGINE_SEARCH_PATH = 'pg_catalog'

/**
 * Sets the schemas in which functions resolve unqualified names while rows are written: generated columns, indexes and
 * checks call such functions. A request has its own schema first, then `public` and `extensions`. Here the schema of
 * the table comes first and all others follow, since it is unknown which request wrote a row.
 */
export class SearchPath {
  readonly #client: Pick<pg.Client, 'query'>
  #schemas: string[] | undefined
  #first: string | undefined

  constructor(client: Pick<pg.Client, 'query'>) {
    this.#client = client
  }

  async beginWith(schema: string) {
    if (schema === this.#first) return
    this.#schemas ??= await this.#find()
    const all = new Set([schema, 'public', 'extensions', ...this.#schemas])
    await this.#set(Array.from(all, (name) => pg.escapeIdentifier(name)).join(', '))
    this.#first = schema
  }

  async reset() {
    await this.#set(ENGINE_SEARCH_PATH)
    this.#first = undefined
  }

  async #set(path: string) {
    await this.#client.query("select pg_catalog.set_config('search_path', $1, true)", [path])
  }

  async #find(): Promise<string[]> {
    const { rows } = await this.#client.query<{ name: string }>(
      "select nspname as name from pg_catalog.pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema' order by 1",
    )
    return rows.map(({ name }) => name)
  }
}
