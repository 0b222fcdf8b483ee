import { join } from 'node:path'

/** What the server and the commands say alike when they ask the engine for something. */
export const installation = { name: 'Mainstreet', project: join(import.meta.dirname, '../supabase') }
