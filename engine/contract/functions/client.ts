import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { engine } from '../engine.ts'

export const { url, anonKey, serviceRoleKey, outboxDir } = engine

export const { functions } = createClient(url, anonKey, { auth: { persistSession: false } })

export const call = (path: string, init: RequestInit = {}) => fetch(`${url}/functions/v1/${path}`, init)

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

export const refusalBody = z.object({ code: z.string(), message: z.string(), msg: z.string() })

export async function mailsTo(address: string) {
  const names = await readdir(outboxDir).catch(() => [])
  const mails = await Promise.all(
    names.filter((name) => name.endsWith('.eml')).map((name) => readFile(join(outboxDir, name), 'utf8')),
  )
  return mails.filter((mail) => mail.includes(`To: ${address}`))
}
