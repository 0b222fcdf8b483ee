import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { root } from './setup.mjs'

const BUCKET = 'client-update-files'
/** Only the newest updates of each title get files. */
const NEWEST = 4
const AT_ONCE = 4

const types = {
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.csv': 'text/csv',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
}

/**
 * Attaches the files in `supabase/demo/files` to the demo's updates; each folder there is named as its update. Uploads
 * over HTTP as the portal does, signed in as a person of each agency.
 */
export async function attachFiles(url) {
  const folder = join(root, 'supabase/demo/files')
  const { supabaseAnonKey } = await (await fetch(`${url}/config.json`)).json()
  for (const email of ['ana@north.test', 'otto@south.test']) {
    const call = await signIn(url, supabaseAnonKey, email)
    const uploads = []
    for (const title of await readdir(folder)) {
      const updates = await call(
        'GET',
        `/rest/v1/project_updates?select=id&title=eq.${encodeURIComponent(title)}&order=created_at.desc&limit=${NEWEST}`,
      )
      for (const name of await readdir(join(folder, title))) {
        const bytes = await readFile(join(folder, title, name))
        for (const { id } of updates) uploads.push(() => attach(call, id, name, bytes))
      }
    }
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let next = uploads.pop(); next; next = uploads.pop()) await next()
      }),
    )
  }
}

async function attach(call, updateId, name, bytes) {
  const type = types[extname(name)]
  const path = `${updateId}/${Date.now()}_${name.replaceAll(' ', '_')}`
  await call('POST', `/storage/v1/object/${BUCKET}/${path}`, bytes, type)
  const row = { update_id: updateId, file_name: name, file_path: path, file_type: type, file_size: bytes.length }
  await call('POST', '/rest/v1/client_update_attachments', JSON.stringify(row))
}

/** Signs in, and returns a function that calls the API as this person. */
async function signIn(url, apikey, email) {
  const as =
    (authorization) =>
    async (method, path, body, type = 'application/json') => {
      const headers = { apikey, authorization, ...(body && { 'content-type': type }) }
      const answer = await fetch(url + path, { method, headers, body })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
      return text && JSON.parse(text)
    }
  const credentials = JSON.stringify({ email, password: 'mainstreet' })
  const { access_token } = await as(`Bearer ${apikey}`)('POST', '/auth/v1/token?grant_type=password', credentials)
  return as(`Bearer ${access_token}`)
}
