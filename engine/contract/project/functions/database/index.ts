import pg from 'pg'
import { host } from '../_shared/host.ts'

/** Queries the database with a PostgreSQL driver within one transaction. */
export default {
  async fetch(): Promise<Response> {
    const client = new pg.Client({ connectionString: host.env('SUPABASE_DB_URL') })
    await client.connect()
    await client.query('begin')
    await client.query("select set_config('contract.word', $1, true)", ['hello'])
    const { rows } = await client.query("select current_user as who, current_setting('contract.word') as word")
    await client.query('commit')
    await client.end()
    return Response.json(rows)
  },
}
