import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { engine } from './engine.ts'

/** The sent mails, with soft line breaks removed. */
export async function outbox(): Promise<string[]> {
  const names = (await readdir(engine.outboxDir).catch(() => [])).filter((name) => name.endsWith('.eml'))
  const mails = await Promise.all(names.map((name) => readFile(join(engine.outboxDir, name), 'utf8')))
  return mails.map((mail) => mail.replaceAll('=\r\n', ''))
}
