import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectWithMigrations } from 'engine/testing/features'
import { expect, it } from 'vitest'

const project = await projectWithMigrations(
  `create extension pg_cron;
   create extension pg_net;
   create extension supabase_vault;
   create schema private;
   create function public.has_due_mails() returns boolean language sql as 'select true';
   create function public.has_deletions_to_settle() returns boolean language sql as 'select true';
   create function public.has_due_webhooks() returns boolean language sql as 'select true';`,
)
const read = (name: string) => readFile(join(import.meta.dirname, '../../supabase/hosted', name), 'utf8')
const dueMails = await read('due-mails.sql')
const deletions = await read('deletions.sql')
const webhooks = await read('webhooks.sql')
const withValues = (url: string, key: string) =>
  dueMails.replace(`'https://….supabase.co'`, `'${url}'`).replace(`'the secret key'`, `'${key}'`)
const KEY = 'sb_secret_AbCdEfGhIjKlMnOpQrSt'

/** The settings under which the engine runs statements: with the vault's key. */
const asEngine = { settings: { 'engine.vault_key': await project.vaultKey() } }
const run = (sql: string) => project.database.transaction(asEngine, (tx) => tx.query(sql))

it.each([
  ['the address', dueMails, /Put the address of your project in the place of https:/],
  ['the key', withValues('https://abc.supabase.co', 'the secret key'), /Put the secret key of your project/],
])('refuses what stands in the place of %s, and schedules nothing', async (_what, sql, refusal) => {
  await expect(run(sql)).rejects.toThrow(refusal)
  expect(await run('select * from cron.job')).toEqual([])
})

it('can be run again, with other values', async () => {
  await run(withValues('https://abc.supabase.co/', KEY))
  await run(withValues('https://xyz.supabase.co', `${KEY}2`))
  await run(deletions)
  await run(deletions)
  await run(webhooks)
  await run(webhooks)
  const secrets = await run('select name, decrypted_secret as value from vault.decrypted_secrets order by 1')
  expect(secrets).toEqual([
    { name: 'project_url', value: 'https://xyz.supabase.co' },
    { name: 'service_role_key', value: `${KEY}2` },
  ])
  expect(await run('select jobname from cron.job order by 1')).toEqual([
    { jobname: 'deletions' },
    { jobname: 'due-mails' },
    { jobname: 'webhooks' },
  ])
})

it('asks the function with the key, and waits for its answer until shortly before the next minute', async () => {
  await run(withValues('https://abc.supabase.co', KEY))
  const [asked] = await project.database.transaction(asEngine, async (tx) => {
    await tx.query(`select private.call_function('send-due-mails')`)
    return tx.query('select url, headers, timeout_milliseconds from net.http_request_queue')
  })
  expect(asked).toMatchObject({
    url: 'https://abc.supabase.co/functions/v1/send-due-mails',
    headers: { apikey: KEY, 'content-type': 'application/json' },
    timeout_milliseconds: 55_000,
  })
})
