import { join } from 'node:path'

/** The engine options that the server and the commands share. */
export const installation = { name: 'Mainstreet', project: join(import.meta.dirname, '../supabase') }
